import type { CommitRequest } from './commit-request.js';
import { partitionsOf } from './row-partitions.js';

type Request = Pick<CommitRequest, 'pool' | 'rows'>;

/** Counts the partitions of each table that have rows on their way to it. */
export class PartitionsUnderWay {
  /** By table, for each partition how many requests have rows in it. */
  readonly #tables = new Map<string, Map<string, number>>();

  /** How many there would be with this request. */
  countWith(request: Request): number {
    const own = partitionsOf(request);
    const others = this.#tables.get(request.pool.id);
    return others ? others.size + countNew(own, others) : own.size;
  }

  /** Counts a request until the returned function is called. */
  enter(request: Request): () => void {
    const { id } = request.pool;
    const own = partitionsOf(request);
    const all = this.#tables.get(id) ?? new Map<string, number>();
    this.#tables.set(id, all);
    for (const each of own) all.set(each, (all.get(each) ?? 0) + 1);
    return () => {
      for (const each of own) {
        const requests = all.get(each) ?? 0;
        if (requests > 1) all.set(each, requests - 1);
        else all.delete(each);
      }
      if (all.size === 0) this.#tables.delete(id);
    };
  }
}

export function countNew(
  partitions: ReadonlySet<string>,
  known: { has(partition: string): boolean },
): number {
  let count = 0;
  for (const each of partitions) if (!known.has(each)) count += 1;
  return count;
}
