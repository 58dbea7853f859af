import { readColumnstore } from '../columnstore/parse/read-query.js';
import type { Source } from '../text/source.js';
import { statementLimits } from '../text/statement-limits.js';
import { hasEngineJoin, usesEngineOnly } from './engine-only.js';
import type { SqlParsers } from './parsers.js';
import type { ReadText } from './read-text.js';
import { columnstoreTableNames, postgresTableNames } from './table-names.js';

/** Each PostgreSQL name counts twice: as it was written and folded to lower case. */
const tableNamesMax = 2 * statementLimits.tableNamesMax;

export function readPostgres(parsers: SqlParsers, source: Source): ReadText<'POSTGRESQL'> {
  const tree = parsers.postgres.parseStatement(source);
  return {
    tree: {
      ...tree,
      usesEngineOnly: usesEngineOnly(tree.statement),
      hasEngineJoin: hasEngineJoin(tree.statement),
    },
    tableNames: postgresTableNames(source, tree, tableNamesMax),
  };
}

export function readEngineDialect(source: Source): ReadText<'COLUMNSTORE'> {
  const tree = readColumnstore(source);
  return { tree, tableNames: columnstoreTableNames(tree, tableNamesMax) };
}
