import { badRequest } from '../../base/errors.js';
import type { ShareOwner } from '../../base/principal.js';
import type { Source } from '../text/source.js';
import type { ReadOutcome } from './parse-pool.js';
import type { SqlParsers } from './parsers.js';
import { readEngineDialect, readPostgres } from './read-dialect.js';
import type { GrammarOutput, ReadText } from './read-text.js';

/** The parse result of one text in each dialect. A syntax error is thrown when the result is read. */
export type Grammars = { readonly [D in keyof GrammarOutput]: () => ReadText<D> };

/** Longer texts are parsed in a worker. */
export const inlineTextLengthMax = 8_192;

/** Parses on this thread, and only in the dialects whose result is read. */
export function inlineGrammars(parsers: SqlParsers, source: Source): Grammars {
  return {
    POSTGRESQL: once(() => readPostgres(parsers, source)),
    COLUMNSTORE: once(() => readEngineDialect(source)),
  };
}

/** Parses in all the given dialects: long texts in workers if there is a pool, others lazily on this thread. */
export async function readGrammars(
  parsers: SqlParsers,
  source: Source,
  dialects: readonly (keyof GrammarOutput)[],
  owner: ShareOwner,
): Promise<Grammars> {
  const { pool } = parsers;
  const inline = inlineGrammars(parsers, source);
  if (pool === undefined || source.text.length <= inlineTextLengthMax) return inline;
  const read = async <D extends keyof GrammarOutput>(dialect: D) =>
    dialects.includes(dialect) ? reading(await pool.read(source, dialect)) : inline[dialect];
  const [POSTGRESQL, COLUMNSTORE] = await pool.inTurn(owner, () =>
    Promise.all([read('POSTGRESQL'), read('COLUMNSTORE')]),
  );
  return { POSTGRESQL, COLUMNSTORE };
}

function reading<D extends keyof GrammarOutput>(outcome: ReadOutcome<D>): () => ReadText<D> {
  return () => {
    if ('read' in outcome) return outcome.read;
    const { message, details } = outcome.refused;
    throw badRequest(message, details && { details });
  };
}

/** Caches the result, including a thrown error. */
function once<T>(read: () => T): () => T {
  let result: { readonly value: T } | { readonly error: unknown } | undefined;
  return () => {
    result ??= attempt(read);
    if ('error' in result) throw result.error;
    return result.value;
  };
}

function attempt<T>(read: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}
