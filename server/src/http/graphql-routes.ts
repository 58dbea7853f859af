import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { RequestPrincipal } from '../auth/request-principal.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { badRequest, WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import type { Principal } from '../base/principal.js';
import { formatErrors } from './graphql-errors.js';
import { GraphqlExecutor, type GraphqlRequest } from './graphql-executor.js';
import { readJsonBody } from './json-body.js';
import { RequestContext } from './request-context.js';

export interface GraphqlRoutesOptions {
  readonly schema: GraphQLSchema;
  readonly requestPrincipal: RequestPrincipal;
  readonly budget: ByteBudget;
  /** Web pages that may call; undefined for any. Safe, because only tokens authenticate, never cookies. */
  readonly corsOrigins: readonly string[] | undefined;
}

const preflightCacheSeconds = 86_400;
/** The largest variables are the IDs of `recordsByUniqueId`: 10,000 of up to 100 characters. */
const bodyBytesMax = 1024 * 1024;
/** Filters nest 10 levels, each of them an object in a list. */
const nestingDepthMax = 64;
const valuesMax = 100_000;
const mediaTypes = ['application/json', 'application/graphql-response+json'];

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
    scope.setErrorHandler((error: Error, request, reply) => {
      const formatted = formatErrors({ errors: [error] }, request);
      return send(reply, { ...formatted, statusCode: unreadStatus(error) ?? formatted.statusCode });
    });
    const bodyOptions = {
      bodyBytesMax,
      nestingDepthMax,
      valuesMax,
      mediaTypes,
      budget: options.budget,
      parse: scope.getDefaultJsonParser('error', 'error'),
    };
    // Before the body is read: strangers are refused by their headers alone.
    const principals = new WeakMap<FastifyRequest, Principal>();
    const authenticate = async (request: FastifyRequest) => {
      principals.set(request, await options.requestPrincipal(request.headers.authorization, request.ip));
    };
    scope.post('/', { onRequest: authenticate }, async (request, reply) => {
      const body = await readJsonBody(request, bodyOptions);
      const context = new RequestContext(principals.get(request) as Principal, reply);
      const run = async () => await executor.run(requestOf(body.value), context);
      const execution = await run().finally(body.release);
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

/** A request that GraphQL never saw has the status that HTTP gives it. */
function unreadStatus(error: Error): number | undefined {
  if (error instanceof HttpRefusal) return error.statusCode;
  return error instanceof WeirError && error.code === 'UNAVAILABLE' ? 503 : undefined;
}
