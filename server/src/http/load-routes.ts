import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestPrincipal } from '../auth/request-principal.js';
import { corsOptions } from '../base/cors.js';
import { badInput, badRequest } from '../base/errors.js';
import { mediaType } from '../base/media-type.js';
import type { Principal } from '../base/principal.js';
import { requireScopes } from '../base/require-scopes.js';
import type { Scope } from '../base/scope.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Job } from '../catalog/job.js';
import { fileType, type UploadType } from '../uploads/file-type.js';
import { jobEnd } from '../uploads/job-end.js';
import type { UploadRecord } from '../uploads/upload-files.js';
import { declaredBytes, fileName, keyDigest, uploadHeaders } from '../uploads/upload-headers.js';
import type { UploadBody, Uploads } from '../uploads/uploads.js';
import { sendLoad } from './load-reply.js';
import { unhurried } from './unhurried-requests.js';

export interface LoadRoutesOptions {
  readonly requestPrincipal: RequestPrincipal;
  readonly uploads: Uploads;
  /** The Data Pool with this name or ID, if a file can be loaded into it; else rejects. */
  readonly loadable: (caller: Principal, nameOrId: string) => Promise<Pick<DataPool, 'id'>>;
  /** What is in the beginning of a file. */
  readonly preview: (caller: Principal, type: UploadType, body: IncomingMessage) => Promise<object>;
  readonly findJob: (environmentId: string, id: string) => Promise<Job | undefined>;
  /** Origins that may call; undefined for any. */
  readonly corsOrigins: readonly string[] | undefined;
}

const path = '/v1/load';
const scopes: readonly Scope[] = ['data_pool:load', 'admin'];
const partialUpload = 'application/partial-upload';
const exposedHeaders = ['location', 'upload-complete', 'upload-offset'];
/** How long the rest of a refused body is discarded, so that its client can read the answer. */
const discardMsMax = 5_000;

/**
 * `POST /v1/load/<Data Pool>` loads a file. Uploads that can be continued follow the IETF's draft "Resumable Uploads for
 * HTTP": they have a resource of their own, `/v1/loads/<id>`.
 */
export function addLoadRoutes(app: FastifyInstance, options: LoadRoutesOptions): void {
  const stop = new AbortController();
  app.addHook('preClose', async () => {
    stop.abort();
    await options.uploads.close();
  });
  continueWhenWanted(app);
  const routes = new LoadRoutes(options, stop.signal);
  // Under prefixes, so that CORS headers apply to these paths only.
  app.register((scope) => prepared(scope, options, routes, (own) => routes.addLoad(own)), { prefix: path });
  app.register((scope) => prepared(scope, options, routes, (own) => routes.addUpload(own)), {
    prefix: '/v1/loads',
  });
}

async function prepared(
  scope: FastifyInstance,
  { corsOrigins }: LoadRoutesOptions,
  routes: LoadRoutes,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
  await scope.register(cors, corsOptions(corsOrigins, methods, exposedHeaders));
  scope.addHook('onRequest', (request, reply) => routes.authenticate(request, reply));
  scope.addHook('onResponse', async ({ raw }) => discardRest(raw));
  add(scope);
}

class LoadRoutes {
  readonly #options: LoadRoutesOptions;
  readonly #stopped: AbortSignal;
  readonly #callers = new WeakMap<FastifyRequest, Principal>();

  constructor(options: LoadRoutesOptions, stopped: AbortSignal) {
    this.#options = options;
    this.#stopped = stopped;
  }

  /** Before anything else, so that a stranger learns nothing and sends nothing. */
  async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.method === 'OPTIONS') return;
    reply.header('www-authenticate', 'Bearer realm="weir"');
    const caller = await this.#options.requestPrincipal(request.headers.authorization, request.ip);
    reply.removeHeader('www-authenticate');
    requireScopes(caller, scopes, 'Loading a file');
    this.#callers.set(request, caller);
  }

  addLoad(scope: FastifyInstance): void {
    scope.post('/:dataPool', (request, reply) => this.#load(request, reply));
    scope.post('/:dataPool/preview', async (request, reply) => {
      await this.#dataPool(request);
      const type = fileType(request.headers);
      if (request.headers.expect !== undefined) reply.raw.writeContinue();
      return await this.#options.preview(this.#caller(request), type, request.raw);
    });
  }

  addUpload(scope: FastifyInstance): void {
    const url = '/:id';
    scope.head(url, async (request, reply) => {
      const { upload } = this.#upload(request);
      const offset = await this.#options.uploads.offset(upload);
      const { isComplete, length } = this.#upload(request).upload;
      if (length !== null) reply.header('upload-length', length);
      return reply
        .code(204)
        .headers({ 'upload-offset': offset, 'upload-complete': isComplete ? '?1' : '?0' })
        .header('cache-control', 'no-store')
        .send();
    });
    scope.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      const { upload, caller } = this.#upload(request);
      reply.header('cache-control', 'no-store');
      return await this.#end(caller, upload, request, reply);
    });
    scope.patch(url, (request, reply) => this.#append(request, reply));
    scope.delete(url, async (request, reply) => {
      await this.#options.uploads.cancel(this.#upload(request).upload);
      return reply.code(204).send();
    });
  }

  async #load(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uploads } = this.#options;
    const { headers } = request;
    const caller = this.#caller(request);
    const pool = await this.#dataPool(request);
    const { isComplete = true, length, offset = 0 } = uploadHeaders(headers);
    if (offset !== 0) throw badRequest('Upload-Offset: a new upload begins at 0');
    const upload = await uploads.begin(
      caller,
      {
        ...fileType(headers),
        dataPoolId: pool.id,
        name: fileName((request.query as { name?: unknown }).name),
        keyDigest: keyDigest(headers),
        length,
        isResumable: !isComplete,
      },
      declaredBytes(headers),
    );
    if (upload.isResumable) reply.header('location', `/v1/loads/${upload.id}`);
    if (upload.isComplete) {
      // One that begins without the whole file asks what became of it.
      if (isComplete) await this.#compare(upload, request, reply);
      return await this.#end(caller, upload, request, reply);
    }
    const arrived = isComplete ? 0 : await uploads.offset(upload);
    // One with the same key: its client asked again, and learns where to continue.
    if (arrived === 0) await this.#receive(upload, { offset: 0, isLast: isComplete }, request, reply);
    if (isComplete) return await this.#end(caller, upload, request, reply);
    return reply
      .code(201)
      .headers({ 'upload-offset': await uploads.offset(upload), 'upload-complete': '?0' })
      .send();
  }

  async #append(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uploads } = this.#options;
    const { upload, caller } = this.#upload(request);
    mediaType(request.headers['content-type'], [partialUpload]);
    if (request.headers['content-encoding'] !== undefined)
      throw badRequest('Content-Encoding belongs to the whole file: send it with the request that begins it');
    const { isComplete, offset } = uploadHeaders(request.headers);
    if (offset === undefined || isComplete === undefined)
      throw badRequest('Upload-Offset and Upload-Complete are required');
    // The connection of an earlier request may have ended without this side noticing.
    reply.header('upload-offset', await uploads.offset(upload));
    await this.#receive(upload, { offset, isLast: isComplete }, request, reply);
    reply.header('upload-complete', isComplete ? '?1' : '?0');
    if (isComplete) return await this.#end(caller, upload, request, reply);
    return reply.code(204).send();
  }

  async #receive(
    upload: UploadRecord,
    part: Pick<UploadBody, 'offset' | 'isLast'>,
    { raw }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { uploads } = this.#options;
    const hurried = unhurried(raw);
    try {
      if (raw.headers.expect !== undefined) reply.raw.writeContinue();
      await uploads.receive(upload, { ...part, stream: raw, bytesDeclared: declaredBytes(raw.headers) });
    } finally {
      hurried();
      if (upload.isResumable) reply.header('upload-offset', await uploads.offset(upload));
    }
  }

  async #compare(upload: UploadRecord, { raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const hurried = unhurried(raw);
    try {
      if (raw.headers.expect !== undefined) reply.raw.writeContinue();
      await this.#options.uploads.compare(upload, raw);
    } finally {
      hurried();
    }
  }

  /** Answers with the outcome of the job, or with its ID if the client does not want to wait. */
  async #end(
    caller: Principal,
    upload: UploadRecord,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { uploads, findJob } = this.#options;
    const { wait = 'true' } = request.query as { wait?: unknown };
    if (wait !== 'true' && wait !== 'false') throw badInput('wait', 'must be true or false');
    const job = await uploads.finish(caller, upload);
    if (wait === 'false') return sendLoad(reply, job);
    const signal = AbortSignal.any([this.#stopped, disconnected(reply.raw)]);
    const ended = await jobEnd(() => findJob(caller.environmentId, job.id), signal);
    return sendLoad(reply, ended ?? job);
  }

  async #dataPool(request: FastifyRequest): Promise<Pick<DataPool, 'id'>> {
    const { dataPool } = request.params as { dataPool: string };
    return await this.#options.loadable(this.#caller(request), dataPool);
  }

  #caller(request: FastifyRequest): Principal {
    return this.#callers.get(request) as Principal;
  }

  #upload(request: FastifyRequest): { readonly upload: UploadRecord; readonly caller: Principal } {
    const caller = this.#caller(request);
    return { upload: this.#options.uploads.find(caller, (request.params as { id: string }).id), caller };
  }
}

/** Aborts when the client disconnects before it has its answer. */
function disconnected(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  return gone.signal;
}

/** A client that asks whether to send its body is told so after its headers were checked, and else at once. */
function continueWhenWanted(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(path)) response.writeContinue();
    app.server.emit('request', request, response);
  });
}

/** Reading gigabytes only to discard them would keep the connection busy for long. */
function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const late = setTimeout(() => request.destroy(), discardMsMax);
  request.once('close', () => clearTimeout(late));
  request.resume();
}
