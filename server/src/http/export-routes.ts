import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { RequestPrincipal } from '../auth/request-principal.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { corsOptions } from '../base/cors.js';
import { WeirError } from '../base/errors.js';
import { fileNameOf } from '../base/file-name.js';
import { HttpRefusal } from '../base/http-refusal.js';
import type { Principal } from '../base/principal.js';
import type { ZstdThread } from '../base/zstd-thread.js';
import type { FileFormat } from '../engine/engine.js';
import { exportInput } from '../graphql/export/export-input.js';
import type { ExportInput } from '../graphql/generated/resolver-types.js';
import { type ExportServices, exportFile, type StreamedFile } from '../query/export-file.js';
import { fileTypes } from '../query/file-types.js';
import { attachment } from './attachment.js';
import { refuseWithChallenge } from './challenge.js';
import { exportOfBody, exportOfUrl } from './export-request.js';
import { disconnected } from './request-context.js';
import { endWhenSlow } from './slow-download.js';

export interface ExportRoutesOptions {
  /** The public schema, whose input types say what an export may have. */
  readonly schema: GraphQLSchema;
  readonly services: ExportServices;
  readonly requestPrincipal: RequestPrincipal;
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
  /** Origins that may call; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
  /** A client that takes nothing for this time is cut off. */
  readonly idleMs: number;
}

const bodyBytesMax = 1024 * 1024;
/** Filters nest 10 levels, each of them an object in a list. */
const nestingDepthMax = 64;
const valuesMax = 12_000;
const mediaTypes = ['application/json'];

/** `POST /v1/export` with a JSON body, and `GET /v1/export?…` with the same fields as parameters. */
export function addExportRoutes(app: FastifyInstance, options: ExportRoutesOptions): void {
  const { schema, services, requestPrincipal } = options;
  const routes = async (scope: FastifyInstance) => {
    await scope.register(cors, corsOptions(options.corsOrigins, ['GET', 'POST'], fileHeaders));
    scope.setErrorHandler(sendRefusal);
    // An export may take an hour, which a shutdown does not wait for.
    scope.addHook('preClose', (done) => {
      services.exports.stop();
      done();
    });
    const bodyOptions = {
      ...options,
      bodyBytesMax,
      nestingDepthMax,
      valuesMax,
      mediaTypes,
      parse: scope.getDefaultJsonParser('error', 'error'),
    };
    const principals = new WeakMap<FastifyRequest, Principal>();
    const onRequest = async (request: FastifyRequest) => {
      refuseHttp10(request);
      principals.set(request, await requestPrincipal(request.headers.authorization, request.ip));
    };
    const send = async (request: FastifyRequest, reply: FastifyReply, given: ExportInput) => {
      const principal = principals.get(request) as Principal;
      const input = exportInput(given, principal);
      const caller = { principal, signal: disconnected(reply) };
      const file = await exportFile(services, caller, input, { givesWay: true });
      return sendFile(reply, file, input.format, options.idleMs);
    };
    scope.post('/', { onRequest }, async (request, reply) =>
      send(request, reply, await exportOfBody(request, schema, bodyOptions)),
    );
    scope.get('/', { onRequest, exposeHeadRoute: false }, async (request, reply) =>
      send(request, reply, await exportOfUrl(request, schema, bodyOptions)),
    );
  };
  // Under a prefix, so that CORS headers apply to this path only.
  app.register(routes, { prefix: '/v1/export' });
}

const queryIdHeader = 'weir-query-id';
/** Sent after the last byte of a whole file. */
const statusTrailer = 'weir-status';
const fileHeaders = ['content-disposition', queryIdHeader];

/**
 * Streams the file in chunks. When the export fails, Fastify closes the connection without the last chunk, which every client
 * notices. An error in a trailer would not be enough: trailers follow the last chunk, and few clients read them.
 */
function sendFile(
  reply: FastifyReply,
  { bytes, subject, queryId, isWanted, leave }: StreamedFile,
  format: FileFormat,
  idleMs: number,
): FastifyReply {
  const { mediaType, extension } = fileTypes[format];
  const { raw } = reply;
  const end = (reason: string) => bytes.destroy(new WeirError('QUERY_CANCELLED', reason));
  raw.setTimeout(idleMs, () => {
    // Otherwise the client waits for the engine, and not the engine for the client.
    if (raw.writableNeedDrain) end(`The client has taken nothing for ${idleMs} ms`);
  });
  endWhenSlow(raw, isWanted, leave);
  return reply
    .headers({
      'content-type': mediaType,
      'content-disposition': attachment(fileNameOf(subject, extension)),
      'cache-control': 'no-store',
      [queryIdHeader]: queryId,
    })
    .trailer(statusTrailer, (_reply, _payload, done) => done(null, 'COMPLETED'))
    .send(bytes);
}

/** A file of unknown length has no end in HTTP/1.0 but the end of the connection, so nobody would notice a missing part. */
function refuseHttp10({ raw }: FastifyRequest): void {
  if (raw.httpVersion !== '1.0') return;
  throw new HttpRefusal(
    426,
    'http_1_0',
    'Exports need HTTP/1.1, because HTTP/1.0 does not tell a whole file from a broken one. In nginx, set proxy_http_version 1.1',
    { upgrade: 'HTTP/1.1', connection: 'upgrade, close' },
  );
}

function sendRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Set already if the file failed before its first byte was sent.
  for (const name of ['content-type', ...fileHeaders]) reply.removeHeader(name);
  reply.removeTrailer(statusTrailer);
  return refuseWithChallenge(error, request, reply);
}
