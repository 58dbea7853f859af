import { parseScope, type Scope } from '../base/scope.js';
import { parseBasicHeader } from './basic-header.js';
import type { PolicyValues } from './tokens.js';

/**
 * Error codes of RFC 6749, section 5.2. That section has no code for "try again later", so the one from section 4.1.2.1
 * is used, which clients know.
 */
const refusalStatus = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 429,
} as const;

export class TokenRefusal extends Error {
  readonly error: keyof typeof refusalStatus;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(error: TokenRefusal['error'], description: string, retryAfterSeconds?: number) {
    super(description);
    this.error = error;
    this.status = refusalStatus[error];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ClientCredentials {
  readonly clientId: string;
  /** Candidates for the secret: a Basic header can be decoded in two ways. */
  readonly clientSecrets: readonly string[];
}

const policyValuesCharactersMax = 4_096;
const policyValuesMax = 50;

/** A field of the form: at most once, and empty counts as absent. */
export function formField(form: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = form.getAll(name);
  if (more.length > 0) throw new TokenRefusal('invalid_request', `${name} must be given only once`);
  return value === '' ? undefined : value;
}

/** From the form or from a Basic header, but not from both. */
export function clientCredentials(
  form: URLSearchParams,
  authorization: string | undefined,
): ClientCredentials {
  const clientId = formField(form, 'client_id');
  const clientSecret = formField(form, 'client_secret');
  if (authorization !== undefined) {
    const basic = parseBasicHeader(authorization);
    if (!basic)
      throw new TokenRefusal(
        'invalid_client',
        'The Authorization header is not "Basic" with a client ID and secret',
      );
    if (clientSecret !== undefined)
      throw new TokenRefusal(
        'invalid_request',
        'The client secret is in both the form and the Authorization header; send it only once',
      );
    // According to the RFC both are form-encoded in the header, but most tools send them unencoded.
    const clientSecrets = [...new Set([formDecoded(basic.password), basic.password])];
    const username = formDecoded(basic.username);
    if (clientId !== undefined && clientId !== username)
      throw new TokenRefusal(
        'invalid_request',
        'The client ID in the form differs from the one in the Authorization header',
      );
    return { clientId: username, clientSecrets };
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw new TokenRefusal(
      'invalid_client',
      'Send client_id and client_secret as form fields or as an HTTP Basic header',
    );
  }
  return { clientId, clientSecrets: [clientSecret] };
}

/** Text that does not decode is taken literally. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The requested scopes, by default all that the Application has. */
export function grantedScopes(asked: string | undefined, held: readonly Scope[]): readonly Scope[] {
  const names = asked?.split(' ').filter((name) => name !== '') ?? [];
  if (names.length === 0) return held;
  const granted = new Set<Scope>();
  for (const name of names) {
    const scope = parseScope(name);
    if (!scope || !held.includes(scope))
      throw new TokenRefusal(
        'invalid_scope',
        `The Application does not have the scope "${name.slice(0, 100)}"`,
      );
    granted.add(scope);
  }
  return [...granted];
}

export function parsePolicyValues(text: string | undefined): PolicyValues {
  if (text === undefined) return {};
  const refuse = () =>
    new TokenRefusal(
      'invalid_request',
      `policy_values must be a JSON object of strings, numbers and booleans, with at most ${policyValuesMax} entries and ${policyValuesCharactersMax} characters`,
    );
  if (text.length > policyValuesCharactersMax) throw refuse();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse();
  const entries = Object.entries(value);
  if (entries.length > policyValuesMax) throw refuse();
  if (!entries.every(([, entry]) => ['string', 'number', 'boolean'].includes(typeof entry))) throw refuse();
  const inexact = entries.find(([, entry]) => typeof entry === 'number' && !isExact(entry));
  if (inexact)
    throw new TokenRefusal(
      'invalid_request',
      `policy_values: the value of "${inexact[0].slice(0, 100)}" is too long for a JSON number to hold exactly; send it as a string`,
    );
  return Object.fromEntries(entries) as PolicyValues;
}

/** JSON parsing rounds numbers past 2^53, and a rounded ID may be another customer's. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
