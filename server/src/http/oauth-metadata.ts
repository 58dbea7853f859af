import type { FastifyInstance } from 'fastify';
import type { Issuer, ReachedBy } from '../auth/issuer.js';
import { TokenRefusal } from '../auth/token-request.js';
import { scopes } from '../base/scope.js';

export const oauthPaths = {
  token: '/oauth2/token',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  keys: '/.well-known/jwks.json',
} as const;

/** The second is for libraries that look only there. Weir issues no ID tokens. */
const metadataPaths = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
const authMethods = ['client_secret_basic', 'client_secret_post'];

export function issuerSeenBy(request: ReachedBy, issuer: Issuer): string {
  const url = issuer.seenBy(request);
  if (url === undefined)
    throw new TokenRefusal('invalid_request', 'The Host header is not the name of a host');
  return url;
}

/** RFC 8414: where clients find everything else. */
export function addOauthMetadata(app: FastifyInstance, issuer: Issuer): void {
  for (const path of metadataPaths) {
    app.get(path, async (request, reply) => {
      const url = issuerSeenBy(request, issuer);
      // It may depend on the Host header: a cache must not give one client's document to another.
      reply.header('cache-control', 'no-store');
      return {
        issuer: url,
        token_endpoint: `${url}${oauthPaths.token}`,
        introspection_endpoint: `${url}${oauthPaths.introspection}`,
        revocation_endpoint: `${url}${oauthPaths.revocation}`,
        jwks_uri: `${url}${oauthPaths.keys}`,
        scopes_supported: scopes,
        response_types_supported: [],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: authMethods,
        introspection_endpoint_auth_methods_supported: authMethods,
        revocation_endpoint_auth_methods_supported: authMethods,
      };
    });
  }
}
