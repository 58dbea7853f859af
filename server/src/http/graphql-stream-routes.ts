import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { randomHex } from '../base/ids.js';
import type { Principal } from '../base/principal.js';
import { prefersEvents } from './answer-media-type.js';
import { refuseWithChallenge } from './challenge.js';
import type { EventStream } from './event-stream.js';
import type { GraphqlExecutor } from './graphql-executor.js';
import { readOperation } from './graphql-operation.js';
import type { LiveOperations } from './live-operations.js';
import type { OpenStreams } from './open-streams.js';
import { shownTo } from './viewer-error.js';

export interface StreamRoutesOptions {
  readonly operations: LiveOperations;
  readonly prepare: GraphqlExecutor['prepare'];
  readonly streams: OpenStreams;
  readonly authenticate: (request: FastifyRequest) => Promise<void>;
  readonly principalOf: (request: FastifyRequest) => Principal;
  readonly readBody: (request: FastifyRequest) => Promise<{ readonly value: unknown; release(): void }>;
}

/** A connection that several operations share. */
interface SharedStream {
  readonly applicationId: string;
  /** Undefined until the client has connected. */
  events: EventStream | undefined;
  /** How to end each operation, by the ID that the client gave it. */
  readonly operations: Map<string, () => void>;
  readonly expiry: NodeJS.Timeout;
}

const tokenBytes = 16;
const tokenHeader = 'x-graphql-event-stream-token';
/** Between the reservation of a stream and the connection. */
const connectMsMax = 30_000;
const streamsMax = 5_000;
/** One Application, such as one whose share link is public, must leave streams to the others. */
const streamsOfApplicationMax = streamsMax / 2;
/** Reservations cost a client nothing. */
const unconnectedOfApplicationMax = 500;
const operationIdLengthMax = 100;

const refuse = (status: number, message: string) => new HttpRefusal(status, 'stream', message);

/**
 * graphql-sse's "single connection mode" at `/graphql/stream`: PUT reserves a stream, GET connects to it, POST starts an
 * operation on it, and DELETE ends one. Browsers open only six connections to a server over HTTP/1.1.
 */
export function addStreamRoutes(scope: FastifyInstance, options: StreamRoutesOptions): void {
  const { operations, prepare, principalOf } = options;
  const streams = new Map<string, SharedStream>();
  const onRequest = options.authenticate;
  // What is refused here is not an operation yet, whose answer would be in GraphQL's format.
  scope.setErrorHandler((error: Error, request, reply) =>
    refuseWithChallenge(shownRefusal(error, request, principalOf(request)), request, reply),
  );

  const forget = (token: string) => {
    const stream = streams.get(token);
    streams.delete(token);
    clearTimeout(stream?.expiry);
    for (const leave of stream?.operations.values() ?? []) leave();
  };

  const streamOf = (request: FastifyRequest): { readonly token: string; readonly stream: SharedStream } => {
    const given = request.headers[tokenHeader] ?? (request.query as { token?: unknown }).token;
    const token = typeof given === 'string' ? given : '';
    const stream = streams.get(token);
    // The token alone is not enough: it is no secret of one Application from another that has seen it.
    if (stream?.applicationId !== principalOf(request).applicationId)
      throw refuse(
        404,
        `No stream has this token. Reserve one with PUT, and connect to it within ${connectMsMax} ms.`,
      );
    return { token, stream };
  };

  scope.put('/stream', { onRequest }, async (request, reply) => {
    const { applicationId } = principalOf(request);
    const own = [...streams.values()].filter((stream) => stream.applicationId === applicationId);
    checkCount('The service', streams.size, 'streams', streamsMax);
    checkCount('Your Application', own.length, 'streams', streamsOfApplicationMax);
    const unconnected = own.filter(({ events }) => !events).length;
    checkCount('Your Application', unconnected, 'streams without a connection', unconnectedOfApplicationMax);
    const token = randomHex(tokenBytes);
    const expiry = setTimeout(() => forget(token), connectMsMax).unref();
    streams.set(token, { applicationId, events: undefined, operations: new Map(), expiry });
    return reply.code(201).type('text/plain; charset=utf-8').send(token);
  });

  scope.get('/stream', { onRequest, exposeHeadRoute: false }, async (request, reply) => {
    if (!prefersEvents(request.headers.accept))
      throw refuse(406, 'A stream has server-sent events. Send "Accept: text/event-stream".');
    const { token, stream } = streamOf(request);
    if (stream.events) throw refuse(409, 'Another client is connected to this stream.');
    clearTimeout(stream.expiry);
    stream.events = options.streams.open(reply, () => forget(token));
    return reply;
  });

  scope.post('/stream', { onRequest }, async (request, reply) => {
    const body = await options.readBody(request);
    try {
      // After the body was read: the client may close the stream meanwhile.
      const { stream } = streamOf(request);
      const { events } = stream;
      if (!events) throw refuse(409, 'Connect to the stream with GET first.');
      const operationId = operationIdOf(body.value);
      if (stream.operations.has(operationId))
        throw refuse(409, `The stream has an operation with the ID ${operationId} already.`);
      let isOver = false;
      const leave = operations.start(prepare(readOperation(body.value)), request, principalOf(request), {
        next: (answer) => events.next(operationId, answer),
        complete: () => {
          isOver = true;
          stream.operations.delete(operationId);
          events.complete(operationId);
        },
      });
      if (!isOver) stream.operations.set(operationId, leave);
    } finally {
      body.release();
    }
    return reply.code(202).send();
  });

  scope.delete('/stream', { onRequest }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { stream } = streamOf(request);
    const { operationId } = request.query as { operationId?: unknown };
    if (typeof operationId !== 'string' || operationId === '')
      throw refuse(400, 'Name the operation to end: ?operationId=…');
    stream.operations.get(operationId)?.();
    stream.operations.delete(operationId);
    stream.events?.drop(operationId);
    return reply.code(200).send();
  });
}

function shownRefusal(error: Error, request: FastifyRequest, principal: Principal | undefined): Error {
  return error instanceof WeirError ? shownTo(principal, error, request) : error;
}

function checkCount(holder: string, count: number, what: string, most: number): void {
  if (count < most) return;
  throw new HttpRefusal(429, 'streams', `${holder} has ${most} ${what}, the limit. Try again later.`);
}

function operationIdOf(body: unknown): string {
  const { extensions } = (body ?? {}) as { extensions?: { operationId?: unknown } | null };
  const operationId = extensions?.operationId;
  if (typeof operationId === 'string' && operationId !== '' && operationId.length <= operationIdLengthMax)
    return operationId;
  throw refuse(400, `extensions.operationId must be a text of 1 to ${operationIdLengthMax} characters.`);
}
