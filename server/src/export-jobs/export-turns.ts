import { FairSlots, type Slot } from '../base/fair-slots.js';
import type { ShareOwner } from '../base/principal.js';
import { startDeadline } from '../engine/deadline.js';

export interface ExportTurnsOptions {
  /** Jobs at the same time. */
  readonly placesMax: number;
  /** How long a job may keep its place while others wait for it. */
  readonly turnMs: number;
  /** Calls back after a time, unless the returned function is called first. */
  readonly startTimer?: typeof startDeadline;
}

/** How often a job whose turn is over looks for others who wait. */
const lookMs = 1_000;
const isOver = Symbol('the turn is over');

/**
 * Gives jobs a place in fair turns of Applications and tenants. The engine cannot pause an export, so a job whose turn is over
 * while others wait is interrupted, and begins again when it has a place again. Each of its turns is twice as long as the one
 * before, so that it ends at some time however many others there are.
 */
export class ExportTurns {
  readonly #options: Required<ExportTurnsOptions>;
  readonly #places: FairSlots;

  constructor(options: ExportTurnsOptions) {
    this.#options = { startTimer: startDeadline, ...options };
    this.#places = new FairSlots({ slotsMax: options.placesMax });
  }

  /** Runs the work, from its beginning again after each turn that was over before its end. */
  async run<T>(
    owner: ShareOwner,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    for (let { turnMs } = this.#options; ; turnMs *= 2) {
      const outcome = await this.#places.use(owner, signal, (place) =>
        this.#turn(place, turnMs, signal, work),
      );
      if (outcome !== isOver) return outcome;
    }
  }

  async #turn<T>(
    place: Slot,
    turnMs: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | typeof isOver> {
    const { startTimer } = this.#options;
    const turn = new AbortController();
    const look = () => {
      stopTimer = startTimer(lookMs, look);
      if (place.lead() === undefined) return;
      place.leave();
      turn.abort(isOver);
    };
    let stopTimer = startTimer(turnMs, look);
    try {
      return await work(AbortSignal.any([signal, turn.signal]));
    } catch (error) {
      if (turn.signal.aborted && !signal.aborted) return isOver;
      throw error;
    } finally {
      stopTimer();
    }
  }
}
