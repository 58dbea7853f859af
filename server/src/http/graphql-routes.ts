import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestPrincipal } from '../auth/request-principal.js';
import { AnswerBudget } from '../base/answer-budget.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { corsOptions } from '../base/cors.js';
import type { Principal } from '../base/principal.js';
import type { ZstdThread } from '../base/zstd-thread.js';
import type { ExecutableSchemas } from '../graphql/executable-schema.js';
import { prefersPage } from './answer-media-type.js';
import type { ConsolePages } from './console-routes.js';
import { runBatch } from './graphql-batch.js';
import { GraphqlExecutor } from './graphql-executor.js';
import { operationOfUrl, readOperation } from './graphql-operation.js';
import { sendExecution, sendFailure } from './graphql-reply.js';
import { readJsonBody } from './json-body.js';
import { RequestContext } from './request-context.js';

export interface GraphqlRoutesOptions extends ExecutableSchemas, ConsolePages {
  readonly requestPrincipal: RequestPrincipal;
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
  /** Origins that may call; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
}

/** Enough for the largest variables, those of `recordsByUniqueId`: 10,000 IDs of up to 100 characters. */
const bodyBytesMax = 1024 * 1024;
/** Filters nest 10 levels, each of them an object in a list. */
const nestingDepthMax = 64;
/**
 * Twice what one operation's variables may have, for batches. Parsing cannot be interrupted: a hundred thousand keys of one
 * object held the event loop for a tenth of a second.
 */
const valuesMax = 25_000;
const mediaTypes = ['application/json', 'application/graphql-response+json'];

/** GraphQL over HTTP: `POST /graphql` with one operation or a batch, and `GET /graphql?query=…`, which cannot mutate. */
export function addGraphqlRoutes(app: FastifyInstance, options: GraphqlRoutesOptions): void {
  const executor = new GraphqlExecutor(options.schema, options.executionSchema);
  const budget = new AnswerBudget();
  const routes = async (scope: FastifyInstance) => {
    await scope.register(cors, corsOptions(options.corsOrigins, ['GET', 'POST']));
    scope.setErrorHandler(sendFailure);
    const bodyOptions = {
      bodyBytesMax,
      nestingDepthMax,
      valuesMax,
      mediaTypes,
      budget: options.budget,
      zstd: options.zstd,
      parse: scope.getDefaultJsonParser('error', 'error'),
    };
    // Before the body is read, so that unauthenticated requests are refused by their headers alone.
    const principals = new WeakMap<FastifyRequest, Principal>();
    const authenticate = async (request: FastifyRequest) => {
      principals.set(request, await options.requestPrincipal(request.headers.authorization, request.ip));
    };
    const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
      new RequestContext(principals.get(request) as Principal, reply, budget);

    scope.post('/', { onRequest: authenticate }, async (request, reply) => {
      const body = await readJsonBody(request, bodyOptions);
      const context = contextOf(request, reply);
      const run = async (operation: unknown) => await executor.run(readOperation(operation), context);
      const { value } = body;
      const execution = await (Array.isArray(value) ? runBatch(value, run) : run(value)).finally(
        body.release,
      );
      return await sendExecution(reply, execution, context);
    });
    scope.get('/', async (request, reply) => {
      if (prefersPage(request.headers.accept)) return options.graphiql(reply);
      await authenticate(request);
      reply.header('cache-control', 'no-store');
      const context = contextOf(request, reply);
      const execution = await executor.run(await operationOfUrl(request, bodyOptions), context);
      return await sendExecution(reply, execution, context);
    });
  };
  // Under a prefix, so that CORS headers apply to this path only.
  app.register(routes, { prefix: '/graphql' });
}
