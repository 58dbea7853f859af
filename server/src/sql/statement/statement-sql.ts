import { badRequest } from '../../base/errors.js';
import type { Statement } from '../../engine/engine.js';
import { BoundValues, InlineValues, type Values } from '../values.js';
import { statementLimits } from './limits.js';
import type { StatementTree } from './parse-statement.js';
import { printQuery } from './print-query.js';

/** What runs: the tree as SQL, its values beside it. */
export function boundStatement(tree: StatementTree): Statement {
  const values = new BoundValues();
  return { text: print(tree, values), parameters: values.params };
}

/** What is shown: the same SQL with its values in it. */
export function inlineStatement(tree: StatementTree): string {
  return print(tree, new InlineValues());
}

function print(tree: StatementTree, values: Values): string {
  const text = printQuery(tree.query, values, outputNames(tree));
  if (text.length > statementLimits.printedLengthMax) {
    throw badRequest(
      `The statement becomes ${text.length} characters of SQL; at most ${statementLimits.printedLengthMax} are allowed. Simplify it.`,
    );
  }
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
