import { createWeirClient, type WeirClient, WeirError } from '@weir/client';
import { useSyncExternalStore } from 'react';
import { OpenTabs, type StoredToken } from './open-tabs.js';

/**
 * The signed-in Application. The secret stays in this module's memory until the page is closed. The token, which expires
 * within an hour, is in session storage, so that a reload can continue with it, and other open tabs get it on request.
 */
export interface Session {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly client: WeirClient;
  /** True if this tab has the secret, with which it renews its token. */
  readonly renews: boolean;
}

export interface SignInState {
  readonly session: Session | undefined;
  /** Why the session ended. */
  readonly ended: string | undefined;
  /** Prefills the form after the session has ended. */
  readonly lastClientId: string;
}

/** The API is at the same base URL as the page, also behind a proxy. */
export const serviceUrl = new URL('.', document.baseURI).href;

const storageKey = 'weir.token';
const listeners = new Set<() => void>();
const signedIn = (session: Session): SignInState => ({ session, ended: undefined, lastClientId: '' });
const signedOut: SignInState = { session: undefined, ended: undefined, lastClientId: '' };
let openTabs: OpenTabs | undefined;
let held: StoredToken | undefined;
let state: SignInState = restored();

function setState(next: SignInState): void {
  state = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const useSessionState = (): SignInState => useSyncExternalStore(subscribe, () => state);

/** Browsers refuse storage to a page in a frame of another site, which has no session. */
function storedText(): string | null {
  try {
    return window.sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

export function readStoredToken(): StoredToken | undefined {
  const text = storedText();
  if (text === null) return undefined;
  const stored = JSON.parse(text) as StoredToken;
  return stored.expiresAt > Date.now() ? stored : undefined;
}

function store(token: StoredToken): void {
  held = token;
  window.sessionStorage.setItem(storageKey, JSON.stringify(token));
}

const heldIfValid = () => (held && held.expiresAt > Date.now() ? held : undefined);

function restored(): SignInState {
  const stored = readStoredToken();
  held = stored;
  return stored ? signedIn(sessionOfToken(stored)) : signedOut;
}

/** Without the secret: when the token has expired, another tab may have a new one. */
function sessionOfToken(given: StoredToken): Session {
  const token = async () => {
    if (!heldIfValid()) await openTabs?.askForToken();
    return (heldIfValid() ?? given).accessToken;
  };
  return sessionOf(given, createWeirClient({ url: serviceUrl, token }), false);
}

function sessionOf({ clientId, scope }: StoredToken, client: WeirClient, renews: boolean): Session {
  return { clientId, scopes: scope.split(' ').filter(Boolean), client, renews };
}

/**
 * Continues with the token of another open tab if this one has none, and from then on shares with the others. Pages that others
 * may frame do not call it.
 */
export async function joinOpenTabs(): Promise<void> {
  openTabs = new OpenTabs({
    current: async () => {
      if (state.session?.renews) await state.session.client.accessToken();
      return heldIfValid();
    },
    onToken: (token) => {
      const { session } = state;
      if (session && session.clientId !== token.clientId) return;
      if (session?.renews) return;
      store(token);
      if (!session) setState(signedIn(sessionOfToken(token)));
    },
    onSignedOut: forget,
  });
  if (!state.session) await openTabs.askForToken();
}

/** Fetches a first token, which verifies the credentials. */
export async function signIn(clientId: string, clientSecret: string): Promise<void> {
  let first: StoredToken | undefined;
  const client = createWeirClient({
    url: serviceUrl,
    credentials: { clientId, clientSecret },
    onToken: (token) => {
      // Ignore a token that arrives after its session has ended: a reload would otherwise continue with it.
      if (first && state.session?.client !== client) return;
      const stored = { ...token, clientId };
      first ??= stored;
      store(stored);
      openTabs?.share(stored);
    },
  });
  await client.accessToken();
  if (!first) throw new WeirError('INVALID_RESPONSE', 'The service returned no access token');
  setState(signedIn(sessionOf(first, client, true)));
}

/** In all tabs. */
export function signOut(): void {
  openTabs?.signedOut();
  forget();
}

function forget(): void {
  held = undefined;
  window.sessionStorage.removeItem(storageKey);
  setState(signedOut);
}

/** Call when the token was refused and could not be renewed. */
export function endSession(): void {
  if (!state.session) return;
  const lastClientId = state.session.clientId;
  held = undefined;
  window.sessionStorage.removeItem(storageKey);
  setState({
    session: undefined,
    ended: 'Your session has ended. Sign in again to continue.',
    lastClientId,
  });
}
