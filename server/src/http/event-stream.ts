import type { FastifyReply } from 'fastify';

const eventsMediaType = 'text/event-stream; charset=utf-8';

export const isEventStream = ({ raw }: FastifyReply) => raw.getHeader('content-type') === eventsMediaType;

/** Proxies close connections on which nothing happens, often after 30 s or 60 s. */
const heartbeatMs = 12_000;
const heartbeat = ':\n\n';
/** A client that takes nothing for so long is cut off. */
const stuckMsMax = 30_000;
/** A service that stops does not wait for longer. */
const closeMsMax = 1_000;

interface Unsent {
  answer: string | undefined;
  completes: boolean;
}

/** What is written or kept for clients that do not read it yet, of all streams together. */
export class SendBuffers {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns whether there is space for it. */
  resize(before: number, bytes: number): boolean {
    this.#bytes += bytes - before;
    return bytes <= before || this.#bytes <= this.#bytesMax;
  }
}

/**
 * Server-sent events in the format of graphql-sse, for one operation or for several that share a connection. While a client
 * does not take what was written, only the newest answer of each operation is kept for it.
 */
export class EventStream {
  readonly #raw: FastifyReply['raw'];
  readonly #buffers: SendBuffers;
  readonly #unsent = new Map<string, Unsent>();
  readonly #heartbeats: NodeJS.Timeout;
  #stuck: NodeJS.Timeout | undefined;
  #isEnding = false;
  #countedBytes = 0;

  /** `onClose` is called when the connection has closed, for whatever reason. */
  constructor(reply: FastifyReply, buffers: SendBuffers, onClose: () => void) {
    const { raw } = reply;
    this.#raw = raw;
    this.#buffers = buffers;
    // Fastify must not answer this request itself. Its headers so far are those of CORS and of every response.
    reply.hijack();
    const headers = {
      ...reply.getHeaders(),
      'content-type': eventsMediaType,
      'cache-control': 'no-cache, no-store, no-transform',
      // nginx would collect the events before it sends them.
      'x-accel-buffering': 'no',
    };
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200);
    // Some browsers take the response as begun only when there is a body.
    this.#write(heartbeat);
    this.#heartbeats = setInterval(() => {
      if (!raw.writableNeedDrain) this.#write(heartbeat);
    }, heartbeatMs);
    raw.on('drain', () => this.#drained());
    const closed = () => {
      clearInterval(this.#heartbeats);
      clearTimeout(this.#stuck);
      this.#unsent.clear();
      this.#count();
      onClose();
    };
    // A client may disconnect while its request is read. Later, so that the caller has what it ends then.
    if (raw.destroyed) queueMicrotask(closed);
    else raw.once('close', closed);
  }

  /** `operationId` is empty if the operation has a connection of its own. */
  next(operationId: string, answer: string): void {
    if (this.#raw.writableNeedDrain) {
      this.#keep(operationId).answer = answer;
      this.#count();
    } else this.#write(eventOf('next', operationId, answer));
  }

  complete(operationId: string): void {
    if (this.#raw.writableNeedDrain) this.#keep(operationId).completes = true;
    else this.#write(eventOf('complete', operationId, undefined));
    if (operationId === '') this.#endWhenSent();
  }

  /** Forgets what was not sent of an operation that its client has ended. */
  drop(operationId: string): void {
    this.#unsent.delete(operationId);
    this.#count();
  }

  /** Closes the connection without completing its operations, which makes clients connect again. */
  close(): void {
    const { socket } = this.#raw;
    this.#raw.end(() => socket?.destroySoon());
    // Not everything may be taken.
    setTimeout(() => socket?.destroy(), closeMsMax).unref();
  }

  #keep(operationId: string): Unsent {
    const kept = this.#unsent.get(operationId) ?? { answer: undefined, completes: false };
    this.#unsent.set(operationId, kept);
    return kept;
  }

  #write(event: string): void {
    if (this.#raw.writableEnded || this.#raw.destroyed || this.#raw.write(event)) return;
    this.#stuck ??= setTimeout(() => this.#raw.destroy(), stuckMsMax);
    this.#count();
  }

  /** Cuts the client off if all slow clients together hold too much. */
  #count(): void {
    let bytes = this.#raw.destroyed ? 0 : this.#raw.writableLength;
    for (const { answer } of this.#unsent.values()) bytes += answer?.length ?? 0;
    const fits = this.#buffers.resize(this.#countedBytes, bytes);
    this.#countedBytes = bytes;
    if (!fits) this.#raw.destroy();
  }

  #drained(): void {
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
    for (const [operationId, { answer, completes }] of this.#unsent) {
      if (this.#raw.writableNeedDrain) return;
      this.#unsent.delete(operationId);
      if (answer !== undefined) this.#write(eventOf('next', operationId, answer));
      if (completes) this.#write(eventOf('complete', operationId, undefined));
    }
    this.#count();
    if (this.#isEnding) this.#raw.end();
  }

  #endWhenSent(): void {
    this.#isEnding = true;
    if (this.#unsent.size === 0) this.#raw.end();
  }
}

/** An answer is JSON without line breaks, which would end the event. */
function eventOf(event: 'next' | 'complete', operationId: string, answer: string | undefined): string {
  if (operationId === '') return `event: ${event}\ndata:${answer === undefined ? '' : ` ${answer}`}\n\n`;
  const payload = answer === undefined ? '' : `,"payload":${answer}`;
  return `event: ${event}\ndata: {"id":${JSON.stringify(operationId)}${payload}}\n\n`;
}
