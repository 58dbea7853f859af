import { badRequest } from '../../base/errors.js';
import type { Source } from '../text/source.js';
import type { ReadOutcome } from './parse-pool.js';
import type { SqlParsers } from './parsers.js';
import { readEngineDialect, readPostgres } from './read-dialect.js';
import type { GrammarOutput, ReadText } from './read-text.js';

/** What each dialect's grammar made of one text. What it refused is thrown when it is asked for. */
export type Grammars = { readonly [D in keyof GrammarOutput]: () => ReadText<D> };

/** Longer texts are read in a worker. */
export const inlineTextLengthMax = 8_192;

/** Reads here and now, and only what is asked for. */
export function inlineGrammars(parsers: SqlParsers, source: Source): Grammars {
  return {
    POSTGRESQL: once(() => readPostgres(parsers, source)),
    COLUMNSTORE: once(() => readEngineDialect(source)),
  };
}

/** Reads in all of the dialects, in workers where there are some and the text is long. */
export async function readGrammars(
  parsers: SqlParsers,
  source: Source,
  dialects: readonly (keyof GrammarOutput)[],
): Promise<Grammars> {
  const { pool } = parsers;
  const inline = inlineGrammars(parsers, source);
  if (pool === undefined || source.text.length <= inlineTextLengthMax) return inline;
  const read = async <D extends keyof GrammarOutput>(dialect: D) =>
    dialects.includes(dialect) ? reading(await pool.read(source, dialect)) : inline[dialect];
  const [POSTGRESQL, COLUMNSTORE] = await Promise.all([read('POSTGRESQL'), read('COLUMNSTORE')]);
  return { POSTGRESQL, COLUMNSTORE };
}

function reading<D extends keyof GrammarOutput>(outcome: ReadOutcome<D>): () => ReadText<D> {
  return () => {
    if ('read' in outcome) return outcome.read;
    const { message, details } = outcome.refused;
    throw badRequest(message, details && { details });
  };
}

/** A refusal is one result, too. */
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
