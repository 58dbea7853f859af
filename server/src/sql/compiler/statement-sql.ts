import { badRequest } from '../../base/errors.js';
import type { Statement } from '../../engine/engine.js';
import { tableName } from '../data-pool-ddl.js';
import type { Sql } from '../sql-text.js';
import { int, plainSelect } from '../term/build-term.js';
import { checkPrinted } from '../term/check-printed.js';
import { printQuery } from '../term/print-query.js';
import { columnName } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import { BoundValues, InlineValues, type Values } from '../values.js';
import type { StatementTree } from './parse-statement.js';

/** What runs: the tree as SQL, its values beside it. */
export function boundStatement(tree: StatementTree): Statement {
  const values = new BoundValues();
  return {
    text: printStatement(tree, values),
    parameters: values.params,
    tables: tree.dataPools.map(({ id }) => id),
  };
}

/** What is shown: the same SQL with its values in it. */
export function inlineStatement(tree: StatementTree): string {
  return printStatement(tree, new InlineValues());
}

/** The same columns and none of the rows: what tells the columns of a statement without running it. */
export function describing(tree: StatementTree): StatementTree {
  const query = plainSelect({
    items: tree.columns.map(({ name }, index) => ({
      kind: 'column',
      table: 't0',
      name: columnName(index),
      label: name,
      at: 0,
    })),
    from: { kind: 'query', query: tree.query, alias: 't0' },
    limit: int(0),
  });
  return { ...tree, query };
}

/** What tells the columns of a statement, ready to run. */
export function describingStatement(tree: StatementTree): Statement {
  return boundStatement(describing(tree));
}

/** The statement as SQL, checked once more as text before it can run. */
export function printStatement(tree: StatementTree, values: Values): Sql {
  const text = printQuery(tree.query, values, outputNames(tree));
  if (text.length > statementLimits.printedLengthMax) {
    throw badRequest(
      `The statement becomes ${text.length} characters of SQL; at most ${statementLimits.printedLengthMax} are allowed. Simplify it.`,
    );
  }
  checkPrinted(text, tree.dataPools.map(tableName));
  return text;
}

const ownName = /^[tv_]\d/;

/** The user's names for the columns, unless the engine could take one for something else. */
function outputNames({ columns }: StatementTree): readonly string[] | undefined {
  const names = columns.map(({ name }) => name);
  const isPlain =
    new Set(names).size === names.length && names.every((name) => name !== '' && !ownName.test(name));
  return isPlain ? names : undefined;
}
