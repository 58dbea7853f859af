import type { Delivery, FuzzAnswer } from '../fuzz-case.js';
import type { Finding } from './verdict.js';

/** 200 means that every event of the request is stored once, and any other status that none is. */
export class IntakeOracle {
  readonly #expectedIds = new Set<string>();
  readonly #repetitions = new Set<string>();
  #expectedRows = 0;

  get rows(): number {
    return this.#expectedRows;
  }

  record({ ids, repetitionOf }: Delivery, { status, body }: FuzzAnswer): void {
    if (status !== 200) return;
    if (repetitionOf !== undefined) {
      if (this.#repetitions.has(repetitionOf)) return;
      this.#repetitions.add(repetitionOf);
    }
    const messages = JSON.parse(body) as { statusCode: number }[];
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
    const doubled = [...this.#expectedIds].filter((id) => (counts.get(id) ?? 0) > 1);
    if (doubled.length > 0) return finding('acknowledged events are stored twice', doubled);
    const rows = stored.reduce((total, [, count]) => total + count, 0);
    if (rows === this.#expectedRows) return undefined;
    return finding(`${this.#expectedRows} events were acknowledged and ${rows} rows are stored`, []);
  }
}

const idsShownMax = 5;
const finding = (kind: string, ids: readonly string[]): Finding => ({
  oracle: 'intake',
  kind,
  message: `${kind} ${ids.slice(0, idsShownMax).join(', ')}`,
});
