import type { Delivery, FuzzAnswer } from '../fuzz-case.js';
import type { Finding } from './verdict.js';

/**
 * 200 means that every event of the request is stored once. Without an answer, or with 503, the sender does not know: each of its events may
 * be stored, once at most. After any other status none is.
 */
export class IntakeOracle {
  readonly #expectedIds = new Set<string>();
  readonly #repetitions = new Set<string>();
  /** Requests that may be stored, by their repetition where they have one. */
  readonly #unknown = new Map<string | Delivery, Delivery>();
  #expectedRows = 0;

  get rows(): number {
    return this.#expectedRows;
  }

  record(delivery: Delivery, answer: FuzzAnswer | undefined): void {
    const { ids, repetitionOf } = delivery;
    if (repetitionOf !== undefined && this.#repetitions.has(repetitionOf)) return;
    if (answer === undefined || answer.status === 503) {
      this.#unknown.set(repetitionOf ?? delivery, delivery);
      return;
    }
    if (answer.status !== 200) return;
    if (repetitionOf !== undefined) {
      this.#repetitions.add(repetitionOf);
      this.#unknown.delete(repetitionOf);
    }
    const messages = JSON.parse(answer.body) as { statusCode: number }[];
    this.#expectedRows += messages.filter(({ statusCode }) => statusCode === 200).length;
    ids?.forEach((id, index) => {
      if (messages[index]?.statusCode === 200) this.#expectedIds.add(id);
    });
  }

  /** What the tables hold, as `[id, count]`, against what was acknowledged. */
  check(stored: readonly (readonly [id: string | null, count: number])[]): Finding | undefined {
    const counts = new Map(stored);
    const lost = [...this.#expectedIds].filter((id) => !counts.has(id));
    if (lost.length > 0) return finding('acknowledged events are missing', lost);
    const unknown = [...this.#unknown.values()];
    const sent = new Set([...this.#expectedIds, ...unknown.flatMap(({ ids }) => ids ?? [])]);
    const doubled = [...sent].filter((id) => (counts.get(id) ?? 0) > 1);
    if (doubled.length > 0) return finding('events are stored twice', doubled);
    const rows = stored.reduce((total, [, count]) => total + count, 0);
    const rowsMax = unknown.reduce((total, { eventsMax }) => total + eventsMax, this.#expectedRows);
    if (rows >= this.#expectedRows && rows <= rowsMax) return undefined;
    const counted = `${this.#expectedRows} events were acknowledged, ${rowsMax - this.#expectedRows} more may be stored,`;
    return finding(`${counted} and ${rows} rows are`, []);
  }
}

const idsShownMax = 5;
const finding = (kind: string, ids: readonly string[]): Finding => ({
  oracle: 'intake',
  kind,
  message: `${kind} ${ids.slice(0, idsShownMax).join(', ')}`,
});
