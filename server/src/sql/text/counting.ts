import type { Term } from '../term/term.js';
import { writtenParts } from '../term/term-size.js';
import { expressionLimits } from './expression-limits.js';
import { type Refusing, refuse, type Source } from './source.js';
import { statementLimits } from './statement-limits.js';

/** A place in the text; looked for only when something there is refused. */
type Place = () => number;

/** Counts what a text comes to, in either dialect, and refuses what is past a limit. */
export class Counting implements Refusing {
  #nodes = 0;
  #depth = 0;
  #queries = 0;
  #queryDepth = 0;
  #tables = 0;
  #names = 0;

  constructor(
    readonly source: Source,
    readonly of: 'statement' | 'expression',
  ) {}

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  /** One part of an expression, with everything inside it. */
  part<T extends { readonly term: Term }>(at: Place, resolve: () => T): T {
    const { treeDepthMax, writtenPartsMax } = statementLimits;
    const { nodesMax } = this.of === 'statement' ? statementLimits : expressionLimits;
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#depth > treeDepthMax)
      throw this.refuse(at(), `More than ${treeDepthMax} levels of operators. Simplify it.`);
    if (this.#nodes > nodesMax)
      throw this.refuse(at(), `More than ${nodesMax} parts in one ${this.of}. Simplify it.`);
    const result = resolve();
    if (writtenParts(result.term) > writtenPartsMax) {
      const problem = `The expression becomes more than ${writtenPartsMax} parts when it is written out.`;
      throw this.refuse(at(), `${problem} Simplify it.`);
    }
    this.#depth -= 1;
    return result;
  }

  /** One query, with those inside it. The depth of expressions begins anew in each. */
  nested<T>(at: Place, resolve: () => T): T {
    const { queriesMax, queryDepthMax } = statementLimits;
    this.#queries += 1;
    this.#queryDepth += 1;
    if (this.#queries > queriesMax)
      throw this.refuse(at(), `More than ${queriesMax} queries in one statement. Simplify it.`);
    if (this.#queryDepth > queryDepthMax)
      throw this.refuse(at(), `More than ${queryDepthMax} queries inside one another. Simplify it.`);
    const depth = this.#depth;
    this.#depth = 0;
    const result = resolve();
    this.#depth = depth;
    this.#queryDepth -= 1;
    return result;
  }

  /** One more source of rows. */
  table(at: Place): void {
    const { tableReferencesMax } = statementLimits;
    this.#tables += 1;
    if (this.#tables > tableReferencesMax) {
      const problem = `More than ${tableReferencesMax} tables in one statement`;
      throw this.refuse(at(), `${problem}, counting each use of a WITH query.`);
    }
  }

  /** A name for a source or a variable that nothing else in the statement has. */
  fresh(prefix: 't' | 'v'): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}
