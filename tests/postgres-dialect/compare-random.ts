import fc from 'fast-check';
import type pg from 'pg';
import { WeirError } from '../../server/src/base/errors.js';
import type { Engine } from '../../server/src/engine/engine.js';
import type { SqlParsers } from '../../server/src/sql/compiler/parsers.js';
import { choices } from '../fuzz/choices.js';
import { difference } from './compare.js';
import { randomStatement } from './random-statements.js';
import { askPostgres, askWeir, type PostgresAnswer } from './sides.js';

export interface RandomComparison {
  readonly parsers: SqlParsers;
  readonly engine: Engine;
  readonly client: pg.Client;
  readonly seed: number;
  /** Whether to go on after this many statements. */
  readonly more: (count: number) => boolean;
}

export interface RandomResult {
  readonly same: number;
  /** Refused by name, or an error on both sides. */
  readonly refused: number;
  /** Each statement with what is different. */
  readonly different: readonly string[];
}

/** Errors that the documentation promises: the engine has fewer digits and years than PostgreSQL. */
const documented = /too many digits|out of range|needs an exponent|several letters/;

/** Asks both sides random statements of one seed. */
export async function compareRandom({
  parsers,
  engine,
  client,
  seed,
  more,
}: RandomComparison): Promise<RandomResult> {
  let same = 0;
  let refused = 0;
  const different: string[] = [];
  const statements = fc.sample(choices.map(randomStatement), { seed, numRuns: batch });
  for (let count = 0; more(count); count += 1) {
    const text = statements[count % batch] ?? '';
    if (count > 0 && count % batch === 0) {
      statements.splice(
        0,
        batch,
        ...fc.sample(choices.map(randomStatement), { seed: seed + count, numRuns: batch }),
      );
    }
    const verdict = await compareOne(parsers, engine, client, text);
    if (verdict === 'same') same += 1;
    else if (verdict === 'refused') refused += 1;
    else different.push(`${text}\n    ${verdict.problem}`);
  }
  return { same, refused, different };
}

const batch = 500;

async function compareOne(
  parsers: SqlParsers,
  engine: Engine,
  client: pg.Client,
  text: string,
): Promise<'same' | 'refused' | { readonly problem: string }> {
  const theirs: PostgresAnswer | Error = await askPostgres(client, text).catch((error: Error) => error);
  try {
    const ours = await askWeir(parsers, engine, text);
    if (theirs instanceof Error) return { problem: `answered, but PostgreSQL says: ${theirs.message}` };
    const found = difference(text, ours, theirs);
    return found === null ? 'same' : { problem: found };
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    if (theirs instanceof Error || error.code === 'BAD_REQUEST' || documented.test(error.message))
      return 'refused';
    return { problem: `failed: ${error.message}` };
  }
}
