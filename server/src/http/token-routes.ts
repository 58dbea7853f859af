import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticateApplication } from '../auth/authenticate-application.js';
import type { SigningKeys } from '../auth/signing-keys.js';
import {
  clientCredentials,
  formField,
  grantedScopes,
  parsePolicyValues,
  TokenRefusal,
} from '../auth/token-request.js';
import { type Tokens, tokenLifetimeSeconds } from '../auth/tokens.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { mediaType } from '../base/media-type.js';
import { readBody } from '../base/read-body.js';

export interface TokenRoutesOptions {
  readonly authenticate: AuthenticateApplication;
  readonly tokens: Tokens;
  readonly keys: SigningKeys;
  readonly budget: ByteBudget;
}

const formBytesMax = 16_384;
const formMediaTypes = ['application/x-www-form-urlencoded'];
const path = '/oauth2/token';
const jwksCacheSeconds = 300;

/** The OAuth 2.0 client-credentials grant, and the public keys that verify its tokens. */
export function addTokenRoutes(app: FastifyInstance, options: TokenRoutesOptions): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${jwksCacheSeconds}`);
    return { keys: await options.keys.publicKeys() };
  });

  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, _request, reply) => {
      if (error instanceof TokenRefusal) return refuse(reply, error);
      throw error;
    });
    scope.post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      const form = await readForm(request, options.budget);
      return await grant(options, form, request.headers.authorization, request.ip);
    });
    scope.route({
      method: scope.supportedMethods.filter((method) => method !== 'POST'),
      url: path,
      exposeHeadRoute: false,
      handler: (_request, reply) => {
        reply.header('allow', 'POST');
        return refuse(reply, new TokenRefusal('invalid_request', 'Request tokens with POST'), 405);
      },
    });
  });
}

/** RFC 6749, section 4.4.2: the fields are form-encoded. */
async function readForm(request: FastifyRequest, budget: ByteBudget): Promise<URLSearchParams> {
  try {
    mediaType(request.headers['content-type'], formMediaTypes);
    const { bytes, release } = await readBody(request.raw, { bodyBytesMax: formBytesMax, budget });
    const text = bytes.toString('utf8');
    release();
    return new URLSearchParams(text);
  } catch (error) {
    if (error instanceof HttpRefusal) throw new TokenRefusal('invalid_request', error.message);
    throw error;
  }
}

async function grant(
  { authenticate, tokens }: TokenRoutesOptions,
  form: URLSearchParams,
  authorization: string | undefined,
  address: string,
) {
  const grantType = formField(form, 'grant_type');
  if (grantType === undefined)
    throw new TokenRefusal('invalid_request', 'grant_type is missing; it must be client_credentials');
  if (grantType !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', 'Only the grant type client_credentials is supported');
  const { clientId, clientSecrets } = clientCredentials(form, authorization);
  const policyValues = parsePolicyValues(formField(form, 'policy_values'));
  const { application, secretId } = await authenticate(clientId, clientSecrets, address).catch(
    (error: unknown) => {
      if (!(error instanceof WeirError)) throw error;
      if (error.code === 'UNAUTHENTICATED') throw new TokenRefusal('invalid_client', error.message);
      if (error.code === 'RATE_LIMITED')
        throw new TokenRefusal('temporarily_unavailable', error.message, error.retryAfterSeconds);
      throw error;
    },
  );
  const scopes = grantedScopes(formField(form, 'scope'), application.scopes);
  const token = await tokens.issue({ applicationId: application.id, secretId, scopes, policyValues });
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
    scope: scopes.join(' '),
  };
}

function refuse(reply: FastifyReply, refusal: TokenRefusal, status = refusal.status): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Basic realm="weir"');
  return reply.code(status).send({ error: refusal.error, error_description: refusal.message });
}
