import { badRequest } from '../../base/errors.js';
import type { Statement } from '../../engine/engine.js';
import { tableName } from '../data-pool-ddl.js';
import type { Sql } from '../sql-text.js';
import { int, plainSelect } from '../term/build-term.js';
import { checkPrinted } from '../term/check-printed.js';
import { printQuery } from '../term/print-query.js';
import { columnName, type Query } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import { BoundValues, InlineValues, type Values } from '../values.js';
import type { StatementTree } from './parse-statement.js';

/** The statement as it runs, with values as bound parameters. `limited` says whether access policies restrict what it reads. */
export function boundStatement(tree: StatementTree, limited = false): Statement {
  const values = new BoundValues();
  return {
    text: printStatement(tree, values, limited),
    parameters: values.params,
    tables: tree.dataPools.map(({ id }) => id),
  };
}

/** The statement as it is shown to users: the same SQL with the values inlined. */
export function inlineStatement(tree: StatementTree): string {
  return printStatement(tree, new InlineValues());
}

/** A query with the statement's columns and no rows, which describes the statement without running it. */
export function describing(tree: StatementTree): StatementTree {
  const query = plainSelect({
    items: tree.columns.map(({ name }, index) => ({
      kind: 'column',
      table: 't0',
      name: columnName(index),
      label: name,
      at: 0,
    })),
    from: { kind: 'query', query: withoutTotals(tree.query), alias: 't0' },
    limit: int(0),
  });
  return { ...tree, query };
}

const withoutTotals = (query: Query): Query =>
  query.kind === 'select' ? { ...query, totals: false } : query;

export function describingStatement(tree: StatementTree): Statement {
  return boundStatement(describing(tree));
}

/** Prints the statement as SQL and checks the printed text. */
export function printStatement(tree: StatementTree, values: Values, limited = false): Sql {
  return printChecked(tree, values, limited, outputNames(tree));
}

/** The statement as a part of one of Weir's own. Its columns are `_0`, `_1` and so on, whatever the user called them. */
export function printedSubquery(tree: StatementTree, values: Values, limited = false): Sql {
  if (tree.query.kind === 'select' && tree.query.totals)
    throw badRequest('WITH TOTALS is only possible in a statement of sqlV1. Use WITH ROLLUP here.');
  return printChecked(tree, values, limited, undefined);
}

function printChecked(
  tree: StatementTree,
  values: Values,
  limited: boolean,
  names: readonly string[] | undefined,
): Sql {
  const text = printQuery(tree.query, values, limited, names);
  if (text.length > statementLimits.printedLengthMax) {
    throw badRequest(
      `The statement becomes ${text.length} characters of SQL; at most ${statementLimits.printedLengthMax} are allowed. Simplify it.`,
    );
  }
  checkPrinted(text, tree.dataPools.map(tableName));
  return text;
}

const ownName = /^(?:[tv_]\d|_weir_)/;

/** The user's column names, unless they are ambiguous or could clash with names that Weir generates. */
function outputNames({ columns }: StatementTree): readonly string[] | undefined {
  const names = columns.map(({ name }) => name);
  const isPlain =
    new Set(names).size === names.length && names.every((name) => name !== '' && !ownName.test(name));
  return isPlain ? names : undefined;
}
