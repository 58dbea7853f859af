import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { RequestPrincipal } from '../auth/request-principal.js';
import { badRequest } from '../base/errors.js';
import type { GraphQLContext } from '../graphql/context.js';
import { formatErrors } from './graphql-errors.js';
import { GraphqlExecutor, type GraphqlRequest } from './graphql-executor.js';
import { RequestContext } from './request-context.js';

export interface GraphqlRoutesOptions {
  readonly schema: GraphQLSchema;
  readonly requestPrincipal: RequestPrincipal;
  /** Web pages that may call; undefined for any. Safe, because only tokens authenticate, never cookies. */
  readonly corsOrigins: readonly string[] | undefined;
}

const preflightCacheSeconds = 86_400;

/** GraphQL over HTTP: `POST /graphql` with `{query, variables, operationName}`. */
export function addGraphqlRoutes(app: FastifyInstance, options: GraphqlRoutesOptions): void {
  const executor = new GraphqlExecutor(options.schema);
  const routes = async (scope: FastifyInstance) => {
    await scope.register(cors, {
      origin: options.corsOrigins ? [...options.corsOrigins] : '*',
      methods: ['POST'],
      allowedHeaders: ['authorization', 'content-type'],
      exposedHeaders: ['retry-after', 'x-request-id'],
      maxAge: preflightCacheSeconds,
    });
    // What fails before GraphQL begins, bad credentials above all, is answered in GraphQL's shape too.
    scope.setErrorHandler((error: Error, request, reply) =>
      send(reply, formatErrors({ errors: [error] }, request)),
    );
    scope.addContentTypeParser(
      'application/graphql-response+json',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'ignore'),
    );
    scope.post('/', async (request, reply) => {
      const context = await contextOf(options.requestPrincipal, request, reply);
      const execution = await executor.run(requestOf(request.body), context);
      if (execution.errors) return send(reply, formatErrors(execution, request));
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(execution));
    });
  };
  // Under a prefix, so that what is said about other origins is said of this path alone.
  app.register(routes, { prefix: '/graphql' });
}

function send(reply: FastifyReply, formatted: ReturnType<typeof formatErrors>): FastifyReply {
  const { statusCode, retryAfterSeconds, response } = formatted;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (statusCode === 401) reply.header('www-authenticate', challenge(reply.request));
  return reply.code(statusCode).send(response);
}

/** RFC 6750, section 3. Not Basic, for which browsers would open a dialog of their own in anyone's page. */
const challenge = ({ headers }: FastifyRequest) =>
  /^Bearer\b/i.test(headers.authorization ?? '')
    ? 'Bearer realm="weir", error="invalid_token"'
    : 'Bearer realm="weir"';

function requestOf(body: unknown): GraphqlRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(
      'The body must be a JSON object {query, variables, operationName}; batches are not served',
    );
  }
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') throw badRequest('query: it must be a string with a GraphQL document');
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) {
    throw badRequest('variables: they must be an object');
  }
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('operationName: it must be a string');
  return { query, variables: variables as GraphqlRequest['variables'], operationName };
}

async function contextOf(
  requestPrincipal: RequestPrincipal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GraphQLContext> {
  const principal = await requestPrincipal(request.headers.authorization, request.ip);
  return new RequestContext(principal, reply);
}
