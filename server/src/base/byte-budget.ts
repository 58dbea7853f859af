import type { Clock } from './clock.js';
import { unavailable } from './errors.js';

/**
 * The memory that requests may hold: bodies of every route while they are read and used, and rows that wait for
 * the engine. When it is used up, requests are refused, so that the process does not grow.
 *
 * A body is charged as it arrives, not by its Content-Length: a declared length costs its sender nothing, so a few
 * headers could reserve the whole budget. Bytes that have arrived did cost their sender something, but a sender that
 * stops halfway would hold them until the request time-out. Therefore, when the budget is used up, bodies that have
 * been arriving for longer than `slowBodyMs` are cut off, oldest first. To keep others out, a sender would have to fill
 * the budget again every few seconds: a flood, no longer a trickle. While there is space, slow senders get the full
 * request time-out.
 */
export const slowBodyMs = 5_000;

/** A body that is still arriving. */
export interface ArrivingBody {
  /** Ends the request and releases its memory. */
  cutOff(error: Error): void;
}

export class ByteBudget {
  readonly bytesMax: number;
  readonly #clock: Clock;
  /** Arriving bodies with their arrival times, oldest first. */
  readonly #arriving = new Map<ArrivingBody, number>();
  #bytes = 0;

  constructor(bytesMax: number, clock: Clock) {
    this.bytesMax = bytesMax;
    this.#clock = clock;
  }

  get bytes(): number {
    return this.#bytes;
  }

  take(bytes: number, by?: ArrivingBody): void {
    if (this.#bytes + bytes > this.bytesMax) this.#cutOffSlowBodies(bytes, by);
    if (this.#bytes + bytes > this.bytesMax) {
      throw unavailable('Too many requests are being read or are waiting to be stored', {
        details: { reason: 'overload' },
      });
    }
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }

  arrives(body: ArrivingBody): void {
    this.#arriving.set(body, this.#clock.monotonic());
  }

  /** The body is complete, or its request has ended. */
  arrived(body: ArrivingBody): void {
    this.#arriving.delete(body);
  }

  #cutOffSlowBodies(bytes: number, by: ArrivingBody | undefined): void {
    const slowSince = this.#clock.monotonic() - slowBodyMs;
    for (const [body, since] of this.#arriving) {
      if (since > slowSince || this.#bytes + bytes <= this.bytesMax) return;
      if (body === by) continue;
      this.#arriving.delete(body);
      body.cutOff(
        unavailable(
          `The body took longer than ${slowBodyMs / 1000} s to arrive, and other requests need its memory`,
          {
            details: { reason: 'slow_body' },
          },
        ),
      );
    }
  }
}
