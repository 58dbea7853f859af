import { readColumnstore } from '../columnstore/parse/read-query.js';
import type { Source } from '../text/source.js';
import { statementLimits } from '../text/statement-limits.js';
import type { SqlParsers } from './parsers.js';
import type { ReadText } from './read-text.js';
import { columnstoreTableNames, postgresTableNames } from './table-names.js';

/** More than a statement may use, in both of the spellings that PostgreSQL's names have. */
const tableNamesMax = 2 * statementLimits.tableReferencesMax;

export function readPostgres(parsers: SqlParsers, source: Source): ReadText<'POSTGRESQL'> {
  const tree = parsers.postgres.parseStatement(source);
  return { tree, tableNames: postgresTableNames(source, tree, tableNamesMax) };
}

export function readEngineDialect(source: Source): ReadText<'COLUMNSTORE'> {
  const tree = readColumnstore(source);
  return { tree, tableNames: columnstoreTableNames(tree, tableNamesMax) };
}
