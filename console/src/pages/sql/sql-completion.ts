import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import { type SQLDialect, type SQLNamespace, schemaCompletionSource } from '@codemirror/lang-sql';
import { isTablePlace, tablesAt } from './from-tables.js';
import { columnstoreFunctions, postgresFunctions } from './function-names.js';
import { quotedIfNeeded } from './quoted-name.js';

export interface PoolColumn {
  readonly columnName: string;
  readonly type: string;
}

/** The columns of each Data Pool, by its name. */
export type PoolColumns = ReadonlyMap<string, readonly PoolColumn[]>;

/** The keywords of a SELECT, which is the only statement that runs. A dialect's own would complete the name `rest` to RESTART. */
const keywords = `
  ALL AND ANY AS ASC BETWEEN BY CASE CAST CROSS CURRENT DESC DISTINCT ELSE END EXCEPT EXISTS EXTRACT FALSE FILTER FIRST FOLLOWING
  FROM FULL GROUP HAVING ILIKE IN INNER INTERSECT INTERVAL IS JOIN LAST LEFT LIKE LIMIT NOT NULL NULLS OFFSET ON OR ORDER OUTER
  OVER PARTITION PRECEDING RANGE RECURSIVE RIGHT ROW ROWS SELECT THEN TRUE UNBOUNDED UNION USING VALUES WHEN WHERE WINDOW WITH
`
  .trim()
  .split(/\s+/);

const notCompleted = ['QuotedIdentifier', 'String', 'LineComment', 'BlockComment', '.'];

/** A section precedes all sections of a higher rank, however well their options match. */
const sections = {
  read: { name: 'Columns of this query', rank: 0 },
  tables: { name: 'Data Pools', rank: 1 },
  keywords: { name: 'Keywords', rank: 2 },
  functions: { name: 'Functions', rank: 3 },
  others: { name: 'Other columns', rank: 4 },
};

/** What can be written at a position, the columns of the tables in FROM first. */
export function completionSources(
  tables: PoolColumns,
  dialect: SQLDialect,
  isPostgres: boolean,
): readonly CompletionSource[] {
  const named = schemaCompletionSource({ dialect, schema: namespaceOf(tables) });
  const functions = (isPostgres ? postgresFunctions : columnstoreFunctions).split(' ');
  return [
    // It never returns a promise, although its type allows it.
    (context) => inSection(named(context) as CompletionResult | null),
    ifNotIn(notCompleted, (context) => {
      const word = context.matchBefore(/[\w$]+/);
      if (!word && !context.explicit) return null;
      const from = word?.from ?? context.pos;
      if (isTablePlace(context.state, from)) return null;
      const options = optionsAt(context, tables, functions, word?.text ?? '');
      // Not `validFor`: another letter can leave out functions that began with those before.
      return { from, options };
    }),
  ];
}

const namespaceOf = (tables: PoolColumns): SQLNamespace =>
  Object.fromEntries(
    [...tables].map(([name, columns]) => [name, columns.map(({ columnName }) => columnName)]),
  );

/** Names after a dot need no section: there is nothing else. */
function inSection(result: CompletionResult | null): CompletionResult | null {
  if (!result) return null;
  return { ...result, options: result.options.map((option) => ({ ...option, section: sections.tables })) };
}

function optionsAt(
  { state, pos }: CompletionContext,
  tables: PoolColumns,
  functions: readonly string[],
  typed: string,
): readonly Completion[] {
  const byName = new Map([...tables.keys()].map((name) => [name.toLowerCase(), name]));
  const found = tablesAt(state, pos, (name) => byName.has(name.toLowerCase()));
  const read = new Set(found.map((name) => byName.get(name.toLowerCase()) ?? name));
  const start = typed.toLowerCase();
  const isBegun = (name: string) => start !== '' && name.toLowerCase().startsWith(start);
  const columns = [...tables].flatMap(([table, ofTable]) =>
    ofTable
      .filter(({ columnName }) => read.has(table) || isBegun(columnName))
      .map(({ columnName, type }) => ({
        label: columnName,
        apply: quotedIfNeeded(columnName),
        detail: read.size === 1 && read.has(table) ? type : `${type} · ${table}`,
        type: 'property',
        section: read.has(table) ? sections.read : sections.others,
      })),
  );
  return [
    ...columns,
    ...keywords.map((label) => ({ label, type: 'keyword', section: sections.keywords })),
    ...functions
      .filter(isBegun)
      .map((label) => ({ label, apply: `${label}(`, type: 'function', section: sections.functions })),
  ];
}
