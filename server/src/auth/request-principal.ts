import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type {
  ApplicationAuthentication,
  ApplicationCredentials,
  AuthenticateApplication,
} from './authenticate-application.js';
import { parseBasicHeader } from './basic-header.js';
import type { Tokens } from './tokens.js';

export type RequestPrincipal = (authorization: string | undefined, address: string) => Promise<Principal>;

/** Checks the credentials of a connection that stays open again. Takes the Principal that they had before. */
export type RecheckPrincipal = (authorization: string | undefined, before: Principal) => Promise<Principal>;

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
    return principalOf(await authenticate(basic.username, [basic.password], address));
  };
}

/**
 * Asks only whether a secret still exists, instead of comparing it again. A comparison after a revocation would count as a
 * guess. The throttle would then refuse to check the other connections, and the clients that send a new secret.
 */
export function createRecheckPrincipal(
  tokens: Tokens,
  findCredentials: (applicationId: string) => Promise<ApplicationCredentials | undefined>,
): RecheckPrincipal {
  return async (authorization, { applicationId, secretId }) => {
    if (secretId === undefined) return await tokens.principal(bearerToken(authorization) ?? '');
    const credentials = await findCredentials(applicationId);
    if (!credentials?.secrets.some(({ id }) => id === secretId))
      throw new WeirError('UNAUTHENTICATED', 'The client secret has been revoked');
    return principalOf({ application: credentials.application, secretId });
  };
}

const principalOf = ({ application, secretId }: ApplicationAuthentication): Principal => ({
  environmentId: application.environmentId,
  applicationId: application.id,
  scopes: new Set(application.scopes),
  tier: application.tier,
  policyValues: {},
  secretId,
});
