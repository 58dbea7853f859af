import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestPrincipal } from '../auth/request-principal.js';
import { AnswerBudget } from '../base/answer-budget.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { badRequest, WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import type { Principal } from '../base/principal.js';
import type { ExecutableSchemas } from '../graphql/executable-schema.js';
import { sendAnswer } from './answer-reply.js';
import { type FormattedExecution, formatErrors } from './graphql-errors.js';
import { type GraphqlBody, GraphqlExecutor } from './graphql-executor.js';
import { readJsonBody } from './json-body.js';
import { RequestContext } from './request-context.js';

export interface GraphqlRoutesOptions extends ExecutableSchemas {
  readonly requestPrincipal: RequestPrincipal;
  readonly budget: ByteBudget;
  /** Origins that may call; undefined for any. Safe, because only tokens authenticate, never cookies. */
  readonly corsOrigins: readonly string[] | undefined;
}

const preflightCacheSeconds = 86_400;
/** Enough for the largest variables, those of `recordsByUniqueId`: 10,000 IDs of up to 100 characters. */
const bodyBytesMax = 1024 * 1024;
/** Filters nest 10 levels, each of them an object in a list. */
const nestingDepthMax = 64;
const valuesMax = 100_000;
const mediaTypes = ['application/json', 'application/graphql-response+json'];

/** GraphQL over HTTP: `POST /graphql` with `{query, variables, operationName}`. */
export function addGraphqlRoutes(app: FastifyInstance, options: GraphqlRoutesOptions): void {
  const executor = new GraphqlExecutor(options.schema, options.executionSchema);
  const budget = new AnswerBudget();
  const routes = async (scope: FastifyInstance) => {
    await scope.register(cors, {
      origin: options.corsOrigins ? [...options.corsOrigins] : '*',
      methods: ['POST'],
      allowedHeaders: ['authorization', 'content-type'],
      exposedHeaders: ['retry-after', 'x-request-id'],
      maxAge: preflightCacheSeconds,
    });
    // Failures before GraphQL starts, such as bad credentials, are answered in GraphQL's format too.
    scope.setErrorHandler((error: Error, request, reply) => {
      const formatted = formatErrors({ errors: [error] }, request);
      const statusCode = unreadStatus(error) ?? formatted.statusCode;
      return reply.send(withStatus(reply, { ...formatted, statusCode }));
    });
    const bodyOptions = {
      bodyBytesMax,
      nestingDepthMax,
      valuesMax,
      mediaTypes,
      budget: options.budget,
      parse: scope.getDefaultJsonParser('error', 'error'),
    };
    // Before the body is read, so that unauthenticated requests are refused by their headers alone.
    const principals = new WeakMap<FastifyRequest, Principal>();
    const authenticate = async (request: FastifyRequest) => {
      principals.set(request, await options.requestPrincipal(request.headers.authorization, request.ip));
    };
    scope.post('/', { onRequest: authenticate }, async (request, reply) => {
      const body = await readJsonBody(request, bodyOptions);
      const context = new RequestContext(principals.get(request) as Principal, reply, budget);
      const run = async () => await executor.run(requestOf(body.value), context);
      const execution = await run().finally(body.release);
      const answer = execution.errors ? withStatus(reply, formatErrors(execution, request)) : execution;
      return await sendAnswer(reply, answer, context);
    });
  };
  // Under a prefix, so that CORS headers apply to this path only.
  app.register(routes, { prefix: '/graphql' });
}

/** Sets status and headers for a failed execution and returns the response. */
function withStatus(
  reply: FastifyReply,
  { statusCode, retryAfterSeconds, response }: FormattedExecution,
): FormattedExecution['response'] {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (statusCode === 401) reply.header('www-authenticate', challenge(reply.request));
  reply.code(statusCode);
  return response;
}

/** RFC 6750, section 3. Not Basic, for which browsers would open a login dialog on any page. */
const challenge = ({ headers }: FastifyRequest) =>
  /^Bearer\b/i.test(headers.authorization ?? '')
    ? 'Bearer realm="weir", error="invalid_token"'
    : 'Bearer realm="weir"';

function requestOf(body: unknown): GraphqlBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(
      'The body must be a JSON object {query, variables, operationName}; batches are not supported',
    );
  }
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string') throw badRequest('query must be a string with a GraphQL document');
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) {
    throw badRequest('variables must be an object');
  }
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('operationName must be a string');
  return { query, variables: variables as GraphqlBody['variables'], operationName };
}

/** The HTTP status of a request that failed before GraphQL started. */
function unreadStatus(error: Error): number | undefined {
  if (error instanceof HttpRefusal) return error.statusCode;
  return error instanceof WeirError && error.code === 'UNAVAILABLE' ? 503 : undefined;
}
