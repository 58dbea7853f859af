import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { corsOptions } from '../base/cors.js';
import { badRequest } from '../base/errors.js';
import type { LinkedFile } from '../export-jobs/export-jobs.js';
import type { ExportLink } from '../export-jobs/export-link.js';
import { attachment } from './attachment.js';
import { replyWithError } from './error-reply.js';

export interface ExportDownloadOptions {
  readonly follow: (link: ExportLink) => Promise<LinkedFile>;
  /** Where the files are. */
  readonly directory: string;
  /** Origins that may call; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
}

/** `GET /v1/exports/<job>?expires=…&signature=…`: the file of an export job. The link is enough; no token is needed. */
export function addExportDownloadRoutes(app: FastifyInstance, options: ExportDownloadOptions): void {
  const routes = async (scope: FastifyInstance) => {
    const headers = ['content-disposition', 'content-range', 'accept-ranges', 'etag'];
    await scope.register(cors, corsOptions(options.corsOrigins, ['GET', 'HEAD'], headers));
    scope.setErrorHandler(replyWithError);
    scope.get<{ Params: { id: string } }>('/:id', async ({ params, query }, reply) => {
      const file = await options.follow(linkOf(params.id, query as Readonly<Record<string, unknown>>));
      return reply
        .headers({
          'content-type': file.mediaType,
          'content-disposition': attachment(file.fileName),
          'cache-control': 'private, no-store',
          // The link is a capability: pages that the file links to must not learn it.
          'referrer-policy': 'no-referrer',
        })
        .sendFile(file.storedAs, options.directory, { contentType: false, cacheControl: false });
    });
  };
  // Under a prefix, so that CORS headers apply to this path only.
  app.register(routes, { prefix: '/v1/exports' });
}

const secondsPattern = /^\d{1,12}$/;

function linkOf(jobId: string, { expires, signature }: Readonly<Record<string, unknown>>): ExportLink {
  if (typeof expires !== 'string' || !secondsPattern.test(expires) || typeof signature !== 'string')
    throw badRequest('The link is not complete: it has to end in ?expires=…&signature=…');
  return { jobId, expires: Number(expires), signature };
}
