import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Engine, Statement } from '../engine/engine.js';
import {
  type BrokenPart,
  brokenPartsStatement,
  brokenProjectionsStatement,
  dropBrokenPart,
  restoreProjection,
} from '../sql/broken-parts.js';

const readTimeoutMs = 30_000;

/**
 * What the embedded engine could not read when it started. It goes on without a word, so this says what is missing. Parts of which
 * nothing is missing are removed, and projections are made again. Returns how many parts are missing.
 */
export async function lookForDamage(engine: Engine, log: Log): Promise<number> {
  const missing = new Map<string, BrokenPart[]>();
  for (const part of await brokenParts(engine)) {
    if (part.isReplaced) {
      log.warn(
        { path: part.path },
        'a part was incomplete; nothing is missing, because others have its records',
      );
      await engine.command(dropBrokenPart(part));
      continue;
    }
    const place = `${part.database}.${part.table} ${part.partition}`;
    missing.set(place, [...(missing.get(place) ?? []), part]);
  }
  let count = 0;
  for (const parts of missing.values()) {
    report(parts, log);
    count += parts.length;
  }
  for (const [database, table, partition, projection] of await rowsOf(engine, brokenProjectionsStatement)) {
    const broken = { database, table, partition, projection } as Parameters<typeof restoreProjection>[0];
    log.info(broken, 'rebuilding the booster of a part, which a crash has left incomplete');
    await engine.command(restoreProjection(broken));
  }
  return count;
}

async function brokenParts(engine: Engine): Promise<BrokenPart[]> {
  const rows = await rowsOf(engine, brokenPartsStatement);
  return rows.map(([database = '', table = '', partition = '', name = '', path = '', isReplaced]) => ({
    database,
    table,
    partition,
    name,
    path,
    isReplaced: isReplaced === '1',
  }));
}

async function rowsOf(engine: Engine, statement: Statement): Promise<string[][]> {
  const limits = { timeoutMs: readTimeoutMs };
  const { rows } = await engine.query({ id: newId('query'), statement, limits, asWriter: true });
  return rows.map((row) => row.map(String));
}

function report(parts: readonly BrokenPart[], log: Log): void {
  const [{ database = '', table = '', partition = '' } = {}] = parts;
  const counts = parts.map(recordsOf);
  const records = counts.includes(undefined) ? null : counts.reduce<number>((sum, n = 0) => sum + n, 0);
  log.error(
    { database, dataPoolId: table, partition, records, parts: parts.map(({ path }) => path) },
    'records are missing: the engine could not read these parts and has set them aside. Restore them from a backup, or remove them',
  );
}

/** Undefined if that cannot be read either. */
function recordsOf({ path }: BrokenPart): number | undefined {
  try {
    const records = Number.parseInt(readFileSync(join(path, 'count.txt'), 'utf8'), 10);
    return Number.isNaN(records) ? undefined : records;
  } catch {
    return undefined;
  }
}
