import type { Statement } from '../engine/engine.js';
import type { StatementTree } from '../sql/compiler/parse-statement.js';
import { printedSubquery } from '../sql/compiler/statement-sql.js';
import { tableName } from '../sql/data-pool-ddl.js';
import type { Sql } from '../sql/sql-text.js';
import { checkWritten } from '../sql/term/check-printed.js';
import { BoundValues, InlineValues } from '../sql/values.js';
import type { Printing, ReadableSource } from './readable-source.js';

export type WriteStatement = (printing: Printing) => Sql;

/** A statement to run. */
export interface Runnable {
  readonly statement: Statement;
  /** Whether access policies restrict what it reads. */
  readonly limited: boolean;
}

/** The statement that runs, and the SQL shown for it, which is printed only on demand. */
export interface RunAndShown {
  readonly run: Runnable;
  readonly shown: () => string;
}

/** A statement built by Weir, which may contain user expressions. The same function writes both forms. */
export function written(write: WriteStatement): RunAndShown {
  return { run: runnable(write), shown: () => write({ values: new InlineValues(), mode: 'show' }) };
}

export function runnable(write: WriteStatement): Runnable {
  const values = new BoundValues();
  const sources = new Map<string, ReadableSource>();
  const onRead = (source: ReadableSource) => sources.set(source.dataPool.id, source);
  const text = write({ values, mode: 'run', onRead });
  const read = [...sources.values()];
  checkWritten(
    text,
    read.map(({ dataPool }) => tableName(dataPool)),
  );
  return {
    statement: { text, parameters: values.params, tables: [...sources.keys()] },
    limited: read.some(({ limited }) => limited),
  };
}

/** A statement of Weir's over the rows of a user's statement, whose columns are `_0`, `_1` and so on. */
export function runnableOver(tree: StatementTree, limited: boolean, write: (rows: Sql) => Sql): Runnable {
  const values = new BoundValues();
  const text = write(printedSubquery(tree, values, limited));
  checkWritten(text, tree.dataPools.map(tableName));
  return {
    statement: { text, parameters: values.params, tables: tree.dataPools.map(({ id }) => id) },
    limited,
  };
}
