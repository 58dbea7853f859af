import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Log } from '../base/log.js';

/**
 * Detects stalls of the event loop by a late timer, and logs which requests may have caused it: while one request
 * computes, all others wait. The log line names first the requests that ended during the stall, then those that began
 * last, or those that waited for its end. A stall that delayed no request is no warning.
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
  /** A stall that the last tick found, with the requests that may have caused it. */
  #found: { readonly stallMs: number; readonly suspects: readonly FastifyReply[] } | undefined;

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
    this.#report();
    if (lateMs >= loggedStallMs) this.#found = { stallMs: Math.round(lateMs), suspects: this.#suspects() };
    if (this.#endedSinceTick.length > 0) this.#endedSinceTick = [];
    this.#ticks += 1;
    if (this.#ticks % sweepTicks === 0) this.#sweep();
  }

  #suspects(): FastifyReply[] {
    return [...this.#endedSinceTick.reverse(), ...[...this.#inFlight].reverse()];
  }

  /** One tick after the stall, when the requests that arrived during it have begun. */
  #report(): void {
    if (!this.#found) return;
    const { stallMs, suspects } = this.#found;
    this.#found = undefined;
    const delayed = suspects.length > 0 ? suspects : this.#suspects();
    const requests = delayed.slice(0, requestsShownMax).map(({ request }) => ({
      reqId: request.id,
      route: request.routeOptions.url ?? 'unknown',
    }));
    const fields = { stallMs, requests, requestsInFlight: this.#inFlight.size };
    // Without requests the usual cause is the machine, which was suspended or busy with other programs.
    this.#log[delayed.length > 0 ? 'warn' : 'debug'](fields, 'event loop stalled');
  }

  #sweep(): void {
    for (const reply of this.#inFlight) if (reply.raw.destroyed) this.#inFlight.delete(reply);
  }
}
