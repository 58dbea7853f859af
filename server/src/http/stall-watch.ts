import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '../base/log.js';

/**
 * Detects stalls of the event loop by a late timer, and logs which requests may have caused it: while one request
 * computes, all others wait. The log line names first the requests that ended during the stall, then those that began
 * last.
 *
 * A request costs two updates of a Set. AsyncLocalStorage would identify the request exactly, but would slow down every
 * promise of every request.
 */
const tickMs = 20;
const loggedStallMs = 200;
const requestsShownMax = 10;
/** Requests of disconnected clients never end; they are dropped this often. */
const sweepTicks = 50;

export class StallWatch {
  readonly #log: Log;
  readonly #inFlight = new Set<FastifyReply>();
  #endedSinceTick: FastifyReply[] = [];
  #tickAt = 0;
  #ticks = 0;
  #longestMs = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  observe(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, done) => {
      this.#inFlight.add(reply);
      done();
    });
    app.addHook('onResponse', (_request, reply, done) => {
      if (this.#inFlight.delete(reply)) this.#endedSinceTick.push(reply);
      done();
    });
    // Starts when the service listens, because a stall during startup delays nobody.
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onListen', async () => {
      this.#tickAt = performance.now();
      timer = setInterval(() => this.#tick(), tickMs).unref();
    });
    app.addHook('onClose', async () => clearInterval(timer));
  }

  /** The longest stall since the last call, up to one tick less than the real time. */
  takeLongestStallMs(): number {
    this.#tick();
    const longestMs = this.#longestMs;
    this.#longestMs = 0;
    return longestMs;
  }

  #tick(): void {
    const now = performance.now();
    const lateMs = now - this.#tickAt - tickMs;
    this.#tickAt = now;
    this.#longestMs = Math.max(this.#longestMs, lateMs);
    if (lateMs >= loggedStallMs) this.#report(lateMs);
    if (this.#endedSinceTick.length > 0) this.#endedSinceTick = [];
    this.#ticks += 1;
    if (this.#ticks % sweepTicks === 0) this.#sweep();
  }

  #report(lateMs: number): void {
    const suspects = [...this.#endedSinceTick.reverse(), ...[...this.#inFlight].reverse()];
    const requests = suspects.slice(0, requestsShownMax).map(({ request }) => ({
      reqId: request.id,
      route: request.routeOptions.url ?? 'unknown',
    }));
    const fields = { stallMs: Math.round(lateMs), requests, requestsInFlight: this.#inFlight.size };
    this.#log.warn(fields, 'event loop stalled');
  }

  #sweep(): void {
    for (const reply of this.#inFlight) if (reply.raw.destroyed) this.#inFlight.delete(reply);
  }
}
