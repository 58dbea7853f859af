import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WeirError } from '../base/errors.js';

export interface ConsoleRoutesOptions {
  /** Where the built console is. */
  readonly directory: string;
}

/** For files whose names carry a hash of their content: what is under such a name never changes. */
const immutable = 'public, max-age=31536000, immutable';

/** Nothing but what the service itself serves; no inline script, and no inline style but in GraphiQL. */
const contentSecurityPolicy = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const consolePolicy = contentSecurityPolicy("'self'");
// GraphiQL's editor writes its own style elements.
const graphiqlPolicy = contentSecurityPolicy("'self' 'unsafe-inline'");

/**
 * The web console at `/`, and GraphiQL for a browser that opens `/graphql`. The console's views are in the
 * fragment of its address, so that one page is enough and no view can collide with a path of the API.
 */
export function addConsoleRoutes(app: FastifyInstance, { directory }: ConsoleRoutesOptions): void {
  const assets = join(directory, 'assets');
  const page = (reply: FastifyReply, file: string, policy: string) => {
    if (!existsSync(join(directory, file)))
      throw new WeirError('NOT_FOUND', 'The console is not built; run "npm run build"');
    return reply
      .headers({
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-cache',
      })
      .sendFile(file);
  };

  app.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Called for files that are there: what is missing must not be remembered.
    setHeaders: (reply, path) => {
      reply.header('x-content-type-options', 'nosniff');
      if (path.startsWith(assets)) reply.header('cache-control', immutable);
    },
  });
  app.get('/', (_request, reply) => page(reply, 'index.html', consolePolicy));
  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg'));
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params }, reply) =>
    reply.sendFile(params.file, assets),
  );
  app.get('/graphql', (request, reply) => {
    if (!asksForPage(request))
      throw new WeirError(
        'BAD_REQUEST',
        'GraphQL is asked by POST; a browser that opens /graphql gets GraphiQL',
      );
    return page(reply, 'graphiql.html', graphiqlPolicy);
  });
}

/** A browser that navigates asks for HTML. */
const asksForPage = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('text/html');
