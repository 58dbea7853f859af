import type { FastifyRequest } from 'fastify';
import type { ApplicationAuthentication, AuthenticateApplication } from '../auth/authenticate-application.js';
import type { Issuer } from '../auth/issuer.js';
import {
  clientCredentials,
  formField,
  grantedScopes,
  parsePolicyValues,
  TokenRefusal,
} from '../auth/token-request.js';
import { type Tokens, tokenLifetimeSeconds } from '../auth/tokens.js';
import { WeirError } from '../base/errors.js';
import { issuerSeenBy } from './oauth-metadata.js';

export interface OauthOptions {
  readonly authenticate: AuthenticateApplication;
  readonly tokens: Tokens;
  readonly issuer: Issuer;
}

/** Answers a form that a client has sent. */
export type OauthEndpoint = (
  form: URLSearchParams,
  request: FastifyRequest,
  options: OauthOptions,
) => Promise<object>;

/** RFC 6749, section 4.4. */
export const grant: OauthEndpoint = async (form, request, options) => {
  const grantType = formField(form, 'grant_type');
  if (grantType === undefined)
    throw new TokenRefusal('invalid_request', 'grant_type is missing; it must be client_credentials');
  if (grantType !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', 'Only the grant type client_credentials is supported');
  const policyValues = parsePolicyValues(formField(form, 'policy_values'));
  const issuer = issuerSeenBy(request, options.issuer);
  const { application, secretId } = await authenticate(form, request, options);
  const scopes = grantedScopes(formField(form, 'scope'), application.scopes);
  const asked = { applicationId: application.id, secretId, scopes, policyValues };
  return {
    access_token: await options.tokens.issue(asked, issuer),
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
    scope: scopes.join(' '),
  };
};

/** RFC 7662. */
export const introspect: OauthEndpoint = async (form, request, options) => {
  const { application } = await authenticate(form, request, options);
  return await options.tokens.introspect(tokenField(form), application.id);
};

/** RFC 7009. Clients ignore the answer, but some refuse one that is not JSON. */
export const revoke: OauthEndpoint = async (form, request, options) => {
  const { application } = await authenticate(form, request, options);
  await options.tokens.revoke(tokenField(form), application.id).catch(refuseForNow);
  return {};
};

function tokenField(form: URLSearchParams): string {
  const token = formField(form, 'token');
  if (token === undefined) throw new TokenRefusal('invalid_request', 'token is missing');
  return token;
}

async function authenticate(
  form: URLSearchParams,
  { headers, ip }: FastifyRequest,
  options: OauthOptions,
): Promise<ApplicationAuthentication> {
  const { clientId, clientSecrets } = clientCredentials(form, headers.authorization);
  return await options.authenticate(clientId, clientSecrets, ip).catch((error: unknown) => {
    if (error instanceof WeirError && error.code === 'UNAUTHENTICATED')
      throw new TokenRefusal('invalid_client', error.message);
    return refuseForNow(error);
  });
}

function refuseForNow(error: unknown): never {
  if (error instanceof WeirError && error.code === 'RATE_LIMITED')
    throw new TokenRefusal('temporarily_unavailable', error.message, error.retryAfterSeconds);
  throw error;
}
