import type { Term } from '../term/term.js';
import { writtenParts } from '../term/term-size.js';
import { expressionLimits } from './expression-limits.js';
import { type Refusing, refuse, type Source } from './source.js';
import { statementLimits } from './statement-limits.js';

/** Computes an offset in the text. Called only for an error message. */
type Place = () => number;

/** Counts the parts of a text in either dialect and enforces the limits on them. */
export class Counting implements Refusing {
  #nodes = 0;
  #depth = 0;
  #queries = 0;
  #queryDepth = 0;
  #tables = 0;
  #names = 0;
  #joinedColumns = 0;
  #written = 0;

  constructor(
    readonly source: Source,
    readonly of: 'statement' | 'expression',
  ) {}

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  /** Resolves one part of an expression, with everything inside it. */
  part<T extends { readonly term: Term }>(at: Place, resolve: () => T): T {
    const { treeDepthMax } = statementLimits;
    const { nodesMax } = this.of === 'statement' ? statementLimits : expressionLimits;
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#depth > treeDepthMax)
      throw this.refuse(
        at(),
        `Operators are nested more than ${treeDepthMax} levels deep. Simplify the expression.`,
      );
    if (this.#nodes > nodesMax)
      throw this.refuse(at(), `The ${this.of} has more than ${nodesMax} parts. Simplify it.`);
    const result = resolve();
    this.#depth -= 1;
    this.#expanded(at, writtenParts(result.term));
    return result;
  }

  /** Checks the size of a part as it will be printed. Whole expressions are also added up. */
  #expanded(at: Place, parts: number): void {
    const { writtenPartsMax, writtenPartsTotalMax } = statementLimits;
    if (parts > writtenPartsMax)
      throw this.refuse(at(), `The expression expands to more than ${writtenPartsMax} parts. Simplify it.`);
    if (this.#depth > 0) return;
    this.#written += parts;
    if (this.#written > writtenPartsTotalMax)
      throw this.refuse(
        at(),
        `The ${this.of} expands to more than ${writtenPartsTotalMax} parts. Simplify it.`,
      );
  }

  /** Resolves one query, with its subqueries. Each query starts a new count of expression depth. */
  nested<T>(at: Place, resolve: () => T): T {
    const { queriesMax, queryDepthMax } = statementLimits;
    this.#queries += 1;
    this.#queryDepth += 1;
    if (this.#queries > queriesMax)
      throw this.refuse(at(), `The statement has more than ${queriesMax} queries. Simplify it.`);
    if (this.#queryDepth > queryDepthMax)
      throw this.refuse(
        at(),
        `Queries are nested more than ${queryDepthMax} levels deep. Simplify the statement.`,
      );
    const depth = this.#depth;
    this.#depth = 0;
    const result = resolve();
    this.#depth = depth;
    this.#queryDepth -= 1;
    return result;
  }

  /** Counts one more source of rows. */
  table(at: Place): void {
    const { tableReferencesMax } = statementLimits;
    this.#tables += 1;
    if (this.#tables > tableReferencesMax) {
      const problem = `The statement reads more than ${tableReferencesMax} tables`;
      throw this.refuse(at(), `${problem}, counting each use of a WITH query. Simplify it.`);
    }
  }

  /** Counts the columns of the sources that one more join has on its two sides. */
  joined(at: Place, columns: number): void {
    const { joinedColumnsMax } = statementLimits;
    this.#joinedColumns += columns;
    if (this.#joinedColumns > joinedColumnsMax)
      throw this.refuse(
        at(),
        'The statement joins too many tables with many columns. Select the columns in subqueries first.',
      );
  }

  /** A unique name for a source or a variable. */
  fresh(prefix: 't' | 'v'): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}
