import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import mercurius, { type IResolvers } from 'mercurius';
import type { RequestPrincipal } from '../auth/request-principal.js';
import type { GraphQLContext } from '../graphql/context.js';
import { formatErrors } from './graphql-errors.js';
import { documentTokensMax, fieldLimitRule, selectionDepthMax } from './graphql-limits.js';

export interface GraphqlRoutesOptions {
  readonly schema: string;
  readonly resolvers: IResolvers;
  readonly requestPrincipal: RequestPrincipal;
  /** Web pages that may call; undefined for any. Safe, because only tokens authenticate, never cookies. */
  readonly corsOrigins: readonly string[] | undefined;
}

const preflightCacheSeconds = 86_400;
const compiledQueriesMax = 1_000;

export function addGraphqlRoutes(app: FastifyInstance, options: GraphqlRoutesOptions): void {
  app.register(async (scope) => {
    await scope.register(cors, {
      origin: options.corsOrigins ? [...options.corsOrigins] : '*',
      methods: ['POST'],
      allowedHeaders: ['authorization', 'content-type'],
      exposedHeaders: ['retry-after', 'x-request-id'],
      maxAge: preflightCacheSeconds,
    });
    // What fails before GraphQL begins, bad credentials above all, is answered in GraphQL's shape too.
    scope.setErrorHandler((error: Error, request, reply) => {
      const { statusCode, response } = formatErrors({ errors: [error] }, request);
      return reply.code(statusCode).send(response);
    });
    scope.addContentTypeParser(
      'application/graphql-response+json',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'ignore'),
    );
    await scope.register(mercurius, {
      schema: options.schema,
      resolvers: options.resolvers,
      path: '/graphql',
      jit: 1,
      cache: compiledQueriesMax,
      queryDepth: selectionDepthMax,
      graphql: { parseOptions: { maxTokens: documentTokensMax } },
      validationRules: [fieldLimitRule],
      allowBatchedQueries: false,
      context: (request, reply): Promise<GraphQLContext> =>
        contextOf(options.requestPrincipal, request, reply),
      errorFormatter: (execution, context) =>
        formatErrors(
          execution,
          (context as unknown as { reply: { request: FastifyRequest } }).reply.request,
        ) as never,
    });
  });
}

async function contextOf(
  requestPrincipal: RequestPrincipal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GraphQLContext> {
  const principal = await requestPrincipal(request.headers.authorization, request.ip);
  return { principal, signal: goneSignal(reply) };
}

/** A connection that closes before the answer was written has nobody at its other end. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
