import { createAuthenticateApplication } from '../auth/authenticate-application.js';
import { createAuthenticateLink } from '../auth/authenticate-link.js';
import { FailureThrottle } from '../auth/failure-throttle.js';
import { Issuer } from '../auth/issuer.js';
import { createRecheckPrincipal, createRequestPrincipal } from '../auth/request-principal.js';
import { SecretCheck } from '../auth/secret-check.js';
import { SigningKeys } from '../auth/signing-keys.js';
import { Tokens } from '../auth/tokens.js';
import { createWebhookBasicAuth } from '../auth/webhook-basic-auth.js';
import { systemClock } from '../base/clock.js';
import type { Catalog } from '../catalog/catalog.js';
import type { RevokedToken } from '../catalog/revoked-tokens.js';

export type Authentication = ReturnType<typeof buildAuthentication>;

/** Authentication of requests, with one throttle for guesses of any kind of secret. */
export function buildAuthentication(catalog: Catalog, publicUrl: URL | undefined) {
  const findCredentials = (id: string) => catalog.cached.application(id);
  const secretCheck = new SecretCheck(new FailureThrottle(systemClock));
  const authenticate = createAuthenticateApplication({ findCredentials, secretCheck });
  const findLink = (id: string) => catalog.cached.shareLink(id);
  const keys = new SigningKeys(catalog.signingKeys, systemClock);
  const issuer = new Issuer(publicUrl);
  const recordRevoked = (token: RevokedToken) => catalog.revokedTokens.add(token);
  const tokens = new Tokens({ keys, clock: systemClock, issuer, findCredentials, findLink, recordRevoked });
  return {
    authenticate,
    authenticateLink: createAuthenticateLink({ findLink, secretCheck, clock: systemClock }),
    issuer,
    keys,
    tokens,
    requestPrincipal: createRequestPrincipal(tokens, authenticate),
    recheckPrincipal: createRecheckPrincipal(tokens, findCredentials),
    authorizeWebhook: createWebhookBasicAuth(secretCheck),
  };
}
