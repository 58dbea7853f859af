import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WeirError } from '../base/errors.js';

export interface ConsoleRoutesOptions {
  /** The directory of the built console. */
  readonly directory: string;
}

/** For files whose names contain a hash of their content, and which therefore never change. */
const immutable = 'public, max-age=31536000, immutable';

/** Only resources from this service. No inline scripts, and inline styles only in GraphiQL. */
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

export interface ConsolePages {
  /** Answers with GraphiQL. */
  readonly graphiql: (reply: FastifyReply) => FastifyReply;
}

/**
 * The web console at `/`. It keeps its view in the URL fragment, so one page is enough and no view can collide with a path
 * of the API.
 */
export function addConsoleRoutes(app: FastifyInstance, { directory }: ConsoleRoutesOptions): ConsolePages {
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
    // Only called for existing files: a missing file must not be cached.
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
  return { graphiql: (reply) => page(reply, 'graphiql.html', graphiqlPolicy) };
}
