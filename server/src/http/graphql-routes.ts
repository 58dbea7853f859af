import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OperationTypeNode } from 'graphql';
import type { RecheckPrincipal, RequestPrincipal } from '../auth/request-principal.js';
import { AnswerBudget } from '../base/answer-budget.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { corsOptions } from '../base/cors.js';
import type { Principal } from '../base/principal.js';
import type { ZstdThread } from '../base/zstd-thread.js';
import type { ExecutableSchemas } from '../graphql/executable-schema.js';
import type { LiveQuestions } from '../live/live-questions.js';
import { acceptsEvents, prefersEvents, prefersPage } from './answer-media-type.js';
import type { ConsolePages } from './console-routes.js';
import type { EventStream } from './event-stream.js';
import { runBatch } from './graphql-batch.js';
import { GraphqlExecutor, type PreparedOperation, type Unprepared } from './graphql-executor.js';
import { type GraphqlOperation, operationOfUrl, readOperation } from './graphql-operation.js';
import { sendExecution, sendFailure } from './graphql-reply.js';
import { addStreamRoutes } from './graphql-stream-routes.js';
import { readJsonBody } from './json-body.js';
import { LiveOperations, type LiveOperationsOptions } from './live-operations.js';
import { OpenStreams } from './open-streams.js';
import { RequestContext } from './request-context.js';

export interface GraphqlRoutesOptions extends ExecutableSchemas, ConsolePages {
  readonly requestPrincipal: RequestPrincipal;
  readonly recheckPrincipal: RecheckPrincipal;
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
  /** Origins that may call; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
  readonly live: LiveQuestions;
  readonly dataPoolsRead: LiveOperationsOptions['dataPoolsRead'];
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

type Prepared = PreparedOperation | Unprepared;

const isSubscription = (prepared: Prepared) =>
  'node' in prepared && prepared.node.operation === OperationTypeNode.SUBSCRIPTION;

/**
 * GraphQL over HTTP: `POST /graphql` with one operation or a batch, and `GET /graphql?query=…`, which cannot mutate. An operation
 * is answered with JSON or, if it is a subscription or the client asks for them, with server-sent events.
 */
export function addGraphqlRoutes(app: FastifyInstance, options: GraphqlRoutesOptions): void {
  const executor = new GraphqlExecutor(options.schema, options.executionSchema);
  const budget = new AnswerBudget();
  const operations = new LiveOperations({ ...options, executor, budget });
  const streams = new OpenStreams();
  const routes = async (scope: FastifyInstance) => {
    await scope.register(cors, corsOptions(options.corsOrigins, ['GET', 'POST', 'PUT', 'DELETE']));
    scope.addHook('preClose', (done) => {
      streams.closeAll();
      done();
    });
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
    scope.setErrorHandler((error: Error, request, reply) =>
      sendFailure(error, request, reply, principals.get(request)),
    );
    const authenticate = async (request: FastifyRequest) => {
      principals.set(request, await options.requestPrincipal(request.headers.authorization, request.ip));
    };
    const principalOf = (request: FastifyRequest) => principals.get(request) as Principal;
    const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
      new RequestContext(principalOf(request), reply, budget);
    const readBody = (request: FastifyRequest) => readJsonBody(request, bodyOptions);
    const prepare = (operation: GraphqlOperation) => executor.prepare(operation);

    const answerBatch = async (request: FastifyRequest, reply: FastifyReply, batch: readonly unknown[]) => {
      const context = contextOf(request, reply);
      const run = async (given: unknown) => await executor.run(readOperation(given), context);
      return await sendExecution(reply, await runBatch(batch, run), context);
    };

    /** Sends the answers to one operation on a connection of its own. */
    const answerWithEvents = (request: FastifyRequest, reply: FastifyReply, prepared: Prepared) => {
      let events: EventStream | undefined;
      // Not before the operation has started, since it may be refused.
      const open = () => {
        events ??= streams.open(reply, () => leave());
        return events;
      };
      const leave = operations.start(prepared, request, principalOf(request), {
        next: (text) => open().next('', text),
        complete: () => open().complete(''),
      });
      open();
      return reply;
    };

    const answer = async (request: FastifyRequest, reply: FastifyReply, operation: GraphqlOperation) => {
      const { accept } = request.headers;
      const prepared = executor.prepare(operation);
      if (prefersEvents(accept) || (isSubscription(prepared) && acceptsEvents(accept)))
        return answerWithEvents(request, reply, prepared);
      const context = contextOf(request, reply);
      const execution = 'errors' in prepared ? prepared : await executor.execute(prepared, context);
      return await sendExecution(reply, execution, context);
    };

    scope.post('/', { onRequest: authenticate }, async (request, reply) => {
      const { value, release } = await readBody(request);
      try {
        if (Array.isArray(value)) return await answerBatch(request, reply, value);
        return await answer(request, reply, readOperation(value));
      } finally {
        release();
      }
    });
    scope.get('/', async (request, reply) => {
      if (prefersPage(request.headers.accept)) return options.graphiql(reply);
      await authenticate(request);
      reply.header('cache-control', 'no-store');
      return await answer(request, reply, await operationOfUrl(request, bodyOptions));
    });
    scope.register(async (inner) =>
      addStreamRoutes(inner, { operations, prepare, streams, authenticate, principalOf, readBody }),
    );
  };
  // Under a prefix, so that CORS headers apply to this path only.
  app.register(routes, { prefix: '/graphql' });
}
