import type { FastifyRequest } from 'fastify';
import type { ApplicationAuthentication, AuthenticateApplication } from '../auth/authenticate-application.js';
import type { AuthenticateLink } from '../auth/authenticate-link.js';
import type { Issuer } from '../auth/issuer.js';
import {
  type ClientCredentials,
  clientCredentials,
  formField,
  grantedScopes,
  TokenRefusal,
} from '../auth/token-request.js';
import { type TokenRequest, type Tokens, tokenLifetimeSeconds } from '../auth/tokens.js';
import { WeirError } from '../base/errors.js';
import { isId } from '../base/ids.js';
import { type PolicyValues, parsePolicyValues } from '../base/policy-values.js';
import { issuerSeenBy } from './oauth-metadata.js';

export interface OauthOptions {
  readonly authenticate: AuthenticateApplication;
  readonly authenticateLink: AuthenticateLink;
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
  const issuer = issuerSeenBy(request, options.issuer);
  const credentials = clientCredentials(form, request.headers.authorization);
  const { asked, lifetimeSeconds } = isId('shareLink', credentials.clientId)
    ? await askedByLink(form, request, credentials, options)
    : await askedByApplication(form, request, options);
  return {
    access_token: await options.tokens.issue(asked, issuer, lifetimeSeconds),
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: asked.scopes.join(' '),
  };
};

interface Asked {
  readonly asked: TokenRequest;
  readonly lifetimeSeconds: number;
}

async function askedByApplication(
  form: URLSearchParams,
  request: FastifyRequest,
  options: OauthOptions,
): Promise<Asked> {
  const policyValues = policyValuesField(form);
  const restricted = viewingFields(form);
  const { application, secretId } = await authenticate(form, request, options);
  const scopes = grantedScopes(formField(form, 'scope'), application.scopes);
  return {
    asked: { applicationId: application.id, secretId, scopes, policyValues, ...restricted },
    lifetimeSeconds: tokenLifetimeSeconds,
  };
}

/** A share link has its rights already: its secret cannot ask for others. */
async function askedByLink(
  form: URLSearchParams,
  request: FastifyRequest,
  { clientId, clientSecrets }: ClientCredentials,
  options: OauthOptions,
): Promise<Asked> {
  for (const name of ['scope', 'policy_values', 'dashboard', 'tile'])
    if (formField(form, name) !== undefined)
      throw new TokenRefusal('invalid_request', `${name} is set by the share link; leave it out`);
  const link = await options.authenticateLink(clientId, clientSecrets, request.ip).catch((error: unknown) => {
    request.log.info({ err: error, reqId: request.id, shareLink: clientId }, 'a share link was refused');
    return refuseClient(error);
  });
  const { id, applicationId, scopes, policyValues, dashboardId, tileId } = link;
  const secondsLeft = Math.floor((link.expiresAt - Date.now()) / 1000);
  return {
    asked: { applicationId, secretId: id, scopes, policyValues, dashboardId, tileId: tileId ?? undefined },
    lifetimeSeconds: Math.max(1, Math.min(tokenLifetimeSeconds, secondsLeft)),
  };
}

function policyValuesField(form: URLSearchParams): PolicyValues {
  try {
    return parsePolicyValues('policy_values', formField(form, 'policy_values'));
  } catch (error) {
    if (error instanceof WeirError) throw new TokenRefusal('invalid_request', error.message);
    throw error;
  }
}

/** The one dashboard, or tile, that the token is for. Whether it exists shows when it is asked for. */
function viewingFields(form: URLSearchParams): Pick<TokenRequest, 'dashboardId' | 'tileId'> {
  const dashboardId = formField(form, 'dashboard');
  const tileId = formField(form, 'tile');
  if (dashboardId !== undefined && !isId('dashboard', dashboardId))
    throw new TokenRefusal('invalid_request', 'dashboard is not the ID of a dashboard');
  if (tileId !== undefined && !(dashboardId && isId('tile', tileId)))
    throw new TokenRefusal(
      'invalid_request',
      'tile is not the ID of a tile of a dashboard that is given too',
    );
  return { dashboardId, tileId };
}

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
  return await options.authenticate(clientId, clientSecrets, ip).catch(refuseClient);
}

function refuseClient(error: unknown): never {
  if (error instanceof WeirError && error.code === 'UNAUTHENTICATED')
    throw new TokenRefusal('invalid_client', error.message);
  return refuseForNow(error);
}

function refuseForNow(error: unknown): never {
  if (error instanceof WeirError && error.code === 'RATE_LIMITED')
    throw new TokenRefusal('temporarily_unavailable', error.message, error.retryAfterSeconds);
  throw error;
}
