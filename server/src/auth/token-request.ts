import { parseScope, type Scope } from '../base/scope.js';
import { parseBasicHeader } from './basic-header.js';

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
