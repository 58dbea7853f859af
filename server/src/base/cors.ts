import type { FastifyCorsOptions } from '@fastify/cors';

const preflightCacheSeconds = 86_400;

/** For routes that web pages call. Any origin by default: safe, because only what a page sends authenticates, never cookies. */
export const corsOptions = (
  origins: readonly string[] | undefined,
  methods: readonly string[],
  exposedHeaders: readonly string[] = [],
): FastifyCorsOptions => ({
  origin: origins ? [...origins] : '*',
  methods: [...methods],
  // Clients send headers of their own, such as x-apollo-operation-name. No header but `authorization` has a meaning.
  exposedHeaders: ['retry-after', 'x-request-id', ...exposedHeaders],
  maxAge: preflightCacheSeconds,
});
