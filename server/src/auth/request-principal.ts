import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { AuthenticateApplication } from './authenticate-application.js';
import { parseBasicHeader } from './basic-header.js';
import type { Tokens } from './tokens.js';

export type RequestPrincipal = (authorization: string | undefined, address: string) => Promise<Principal>;

/** Reads `Authorization: Bearer …`. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** Maps an `Authorization` header (a token, or an Application's credentials) to a Principal. */
export function createRequestPrincipal(
  tokens: Tokens,
  authenticate: AuthenticateApplication,
): RequestPrincipal {
  return async (authorization, address) => {
    const token = bearerToken(authorization);
    if (token !== undefined) return await tokens.principal(token);
    const basic = parseBasicHeader(authorization);
    if (!basic) {
      throw new WeirError(
        'UNAUTHENTICATED',
        'Send "Authorization: Bearer <token>" with a token from /oauth2/token, or "Authorization: Basic" with an Application\'s ID and secret',
      );
    }
    const { application } = await authenticate(basic.username, [basic.password], address);
    return {
      environmentId: application.environmentId,
      applicationId: application.id,
      scopes: new Set(application.scopes),
      tier: application.tier,
      policyValues: {},
    };
  };
}
