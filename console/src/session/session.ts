import { type AccessToken, createWeirClient, type WeirClient, WeirError } from '@weir/client';
import { useSyncExternalStore } from 'react';

/**
 * The signed-in Application. The secret stays in this module's memory until the page is closed. The token, which expires
 * within an hour, is in session storage, so that a reload and GraphiQL can continue with it.
 */
export interface Session {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly client: WeirClient;
}

interface StoredToken extends AccessToken {
  readonly clientId: string;
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

const store = (clientId: string, token: AccessToken) =>
  window.sessionStorage.setItem(storageKey, JSON.stringify({ ...token, clientId }));

function restored(): SignInState {
  const stored = readStoredToken();
  if (!stored) return { session: undefined, ended: undefined, lastClientId: '' };
  const client = createWeirClient({ url: serviceUrl, token: stored.accessToken });
  return { session: sessionOf(stored.clientId, stored, client), ended: undefined, lastClientId: '' };
}

function sessionOf(clientId: string, { scope }: AccessToken, client: WeirClient): Session {
  return { clientId, scopes: scope.split(' ').filter(Boolean), client };
}

/** Fetches a first token, which verifies the credentials. */
export async function signIn(clientId: string, clientSecret: string): Promise<void> {
  let first: AccessToken | undefined;
  const client = createWeirClient({
    url: serviceUrl,
    credentials: { clientId, clientSecret },
    onToken: (token) => {
      // Ignore a token that arrives after its session has ended: a reload would otherwise continue with it.
      if (first && state.session?.client !== client) return;
      first ??= token;
      store(clientId, token);
    },
  });
  await client.accessToken();
  if (!first) throw new WeirError('INVALID_RESPONSE', 'The service returned no access token');
  setState({ session: sessionOf(clientId, first, client), ended: undefined, lastClientId: '' });
}

export function signOut(): void {
  window.sessionStorage.removeItem(storageKey);
  setState({ session: undefined, ended: undefined, lastClientId: '' });
}

/** Call when the token was refused and could not be renewed. */
export function endSession(): void {
  if (!state.session) return;
  const lastClientId = state.session.clientId;
  window.sessionStorage.removeItem(storageKey);
  setState({
    session: undefined,
    ended: 'Your session has ended. Sign in again to continue.',
    lastClientId,
  });
}
