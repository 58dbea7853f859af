import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SigningKeys } from '../auth/signing-keys.js';
import { TokenRefusal } from '../auth/token-request.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { mediaType } from '../base/media-type.js';
import { readBody } from '../base/read-body.js';
import type { ZstdThread } from '../base/zstd-thread.js';
import { grant, introspect, type OauthEndpoint, type OauthOptions, revoke } from './oauth-endpoints.js';
import { addOauthMetadata, oauthPaths } from './oauth-metadata.js';

export interface TokenRoutesOptions extends OauthOptions {
  readonly keys: SigningKeys;
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
}

const formBytesMax = 16_384;
const formMediaTypes = ['application/x-www-form-urlencoded'];
const jwksCacheSeconds = 300;

const endpoints: Readonly<Record<string, OauthEndpoint>> = {
  [oauthPaths.token]: grant,
  [oauthPaths.introspection]: introspect,
  [oauthPaths.revocation]: revoke,
};

/** The OAuth 2.0 client-credentials grant, what clients can do with its tokens, and the public keys that verify them. */
export function addTokenRoutes(app: FastifyInstance, options: TokenRoutesOptions): void {
  app.get(oauthPaths.keys, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${jwksCacheSeconds}`);
    return { keys: await options.keys.publicKeys() };
  });

  app.register(async (scope) => {
    scope.setErrorHandler((error: Error, _request, reply) => {
      if (error instanceof TokenRefusal) return refuse(reply, error);
      throw error;
    });
    addOauthMetadata(scope, options.issuer);
    for (const [path, endpoint] of Object.entries(endpoints)) addEndpoint(scope, path, endpoint, options);
  });
}

function addEndpoint(
  scope: FastifyInstance,
  path: string,
  endpoint: OauthEndpoint,
  options: TokenRoutesOptions,
): void {
  scope.post(path, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const form = await readForm(request, options);
    return await endpoint(form, request, options);
  });
  scope.route({
    method: scope.supportedMethods.filter((method) => method !== 'POST'),
    url: path,
    exposeHeadRoute: false,
    handler: (_request, reply) => {
      reply.header('allow', 'POST');
      return refuse(reply, new TokenRefusal('invalid_request', 'Send the form with POST'), 405);
    },
  });
}

/** RFC 6749, section 4.4.2: the fields are form-encoded. */
async function readForm(
  request: FastifyRequest,
  { budget, zstd }: TokenRoutesOptions,
): Promise<URLSearchParams> {
  try {
    mediaType(request.headers['content-type'], formMediaTypes);
    const { bytes, release } = await readBody(request.raw, { bodyBytesMax: formBytesMax, budget, zstd });
    const text = bytes.toString('utf8');
    release();
    return new URLSearchParams(text);
  } catch (error) {
    if (error instanceof HttpRefusal) throw new TokenRefusal('invalid_request', error.message);
    throw error;
  }
}

function refuse(reply: FastifyReply, refusal: TokenRefusal, status = refusal.status): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Basic realm="weir"');
  return reply.code(status).send({ error: refusal.error, error_description: refusal.message });
}
