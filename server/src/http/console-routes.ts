import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { WeirError } from '../base/errors.js';

export interface ConsoleRoutesOptions {
  /** The directory of the built console. */
  readonly directory: string;
  /** Origins of pages that may show dashboards in frames; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
}

/** For files whose names contain a hash of their content, and which therefore never change. */
const immutable = 'public, max-age=31536000, immutable';

/** Only resources from this service. No inline scripts, and inline styles only in GraphiQL. */
const contentSecurityPolicy = (styles: string, frameAncestors = "'none'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
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
export function addConsoleRoutes(
  app: FastifyInstance,
  { directory, corsOrigins }: ConsoleRoutesOptions,
): ConsolePages {
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
      if (path.startsWith(assets)) reply.header('cache-control', immutable);
    },
  });
  app.get('/', (_request, reply) => page(reply, 'index.html', consolePolicy));
  // Pages of others may frame it: it has no rights but those of the link, or of the token that the page around gives to it.
  const sharedPolicy = contentSecurityPolicy("'self'", corsOrigins?.join(' ') ?? '*');
  app.get('/shared', (_request, reply) => page(reply, 'shared.html', sharedPolicy));
  app.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg'));
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params }, reply) =>
    reply.sendFile(params.file, assets),
  );
  return { graphiql: (reply) => page(reply, 'graphiql.html', graphiqlPolicy) };
}
