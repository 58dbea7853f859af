import { about, exchange, type Fetch, type HttpAnswer, isRecord, textOf } from './http.js';
import { type RetryOptions, refusedOrLost, retrying } from './retry.js';
import { codeOfStatus, WeirError } from './weir-error.js';

/** An Application's credentials. Use them on servers and in tools, never in public web pages. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes to request, separated by spaces. By default all of the Application's scopes. */
  readonly scope?: string;
  /** Values for the placeholders of access policies. */
  readonly policyValues?: Readonly<Record<string, unknown>>;
  /** The ID of the only dashboard that tokens show. They allow nothing else, so they can be given to viewers. */
  readonly dashboard?: string;
  /** The ID of the only tile of that dashboard. */
  readonly tile?: string;
}

export interface AccessToken {
  readonly accessToken: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly scope: string;
}

export interface TokenSource {
  /** A token that is not about to expire. */
  get(): Promise<string>;
  /** Reports that a token was refused. Returns whether another one can be obtained. */
  refused(token: string): boolean;
}

/** Tokens are renewed this long before they expire, so that none expires in transit. */
const renewalMarginMsMax = 60_000;
const renewalMarginShare = 0.1;

export interface CredentialsSourceOptions {
  readonly url: string;
  readonly credentials: Credentials;
  readonly fetch: Fetch;
  readonly retry: RetryOptions | undefined;
  readonly initialToken: AccessToken | undefined;
  readonly onToken: ((token: AccessToken) => void) | undefined;
}

/** Tokens by the client-credentials grant, cached until shortly before they expire, fetched one at a time. */
export function credentialsSource(options: CredentialsSourceOptions): TokenSource {
  let current = options.initialToken && { ...options.initialToken, renewAt: renewAtOf(options.initialToken) };
  let underWay: Promise<string> | undefined;

  const renew = async () => {
    const token = await requestToken(options);
    current = { ...token, renewAt: renewAtOf(token) };
    options.onToken?.(token);
    return token.accessToken;
  };

  return {
    async get() {
      if (current && Date.now() < current.renewAt) return current.accessToken;
      underWay ??= renew().finally(() => {
        underWay = undefined;
      });
      return await underWay;
    },
    refused(token) {
      // A newer token may have arrived since; then that one is tried.
      if (current?.accessToken === token) current = undefined;
      return true;
    },
  };
}

/** A token that the caller renews. */
export function givenSource(token: string | (() => string | Promise<string>)): TokenSource {
  return {
    get: async () => (typeof token === 'string' ? token : await token()),
    refused: () => typeof token !== 'string',
  };
}

function renewAtOf({ expiresAt }: AccessToken): number {
  const lifetimeMs = Math.max(0, expiresAt - Date.now());
  return expiresAt - Math.min(renewalMarginMsMax, lifetimeMs * renewalMarginShare);
}

async function requestToken({ url, credentials, fetch, retry }: CredentialsSourceOptions) {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  if (credentials.scope !== undefined) form.set('scope', credentials.scope);
  if (credentials.dashboard !== undefined) form.set('dashboard', credentials.dashboard);
  if (credentials.tile !== undefined) form.set('tile', credentials.tile);
  if (credentials.policyValues) form.set('policy_values', JSON.stringify(credentials.policyValues));
  return await retrying(
    async () => {
      const askedAt = Date.now();
      const answer = await exchange(fetch, `${url}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form.toString(),
      });
      return readToken(answer, askedAt);
    },
    refusedOrLost,
    retry,
  );
}

function readToken(answer: HttpAnswer, askedAt: number): AccessToken {
  const body = isRecord(answer.body) ? answer.body : {};
  if (!answer.ok) {
    const message = textOf(body['error_description']) ?? `The token endpoint answered ${answer.status}`;
    const error = textOf(body['error']);
    throw new WeirError(codeOfStatus(answer.status), message, {
      ...about(answer),
      ...(error && { details: { error } }),
    });
  }
  const accessToken = textOf(body['access_token']);
  const lifetimeSeconds = Number(body['expires_in']);
  if (accessToken === undefined || !Number.isFinite(lifetimeSeconds))
    throw new WeirError('INVALID_RESPONSE', 'The token endpoint returned no token', about(answer));
  return {
    accessToken,
    expiresAt: askedAt + lifetimeSeconds * 1000,
    scope: textOf(body['scope']) ?? '',
  };
}
