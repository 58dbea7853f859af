import { isComparison } from '../../term/comparisons.js';
import { Counting } from '../../text/counting.js';
import { expressionLimits } from '../../text/expression-limits.js';
import { refuse, type Source } from '../../text/source.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import { type EngineValue, engineValue } from './engine-value.js';
import { resolveArray, resolveField, resolveSubscript } from './resolve-array.js';
import { resolveCall } from './resolve-call.js';
import { resolveCase } from './resolve-case.js';
import { resolveCast } from './resolve-cast.js';
import { resolveBetween, resolveComparison, resolveDistinct, resolveIn } from './resolve-comparison.js';
import { resolveInterval } from './resolve-interval.js';
import { resolveLiteral } from './resolve-literal.js';
import { resolveName } from './resolve-name.js';
import {
  resolveArithmetic,
  resolveLogical,
  resolveNegate,
  resolvePattern,
  resolveTest,
} from './resolve-operator.js';
import type { ResolveOptions, Resolving } from './resolving.js';

/** Resolves the names, functions and literals of an expression in the engine's dialect. */
export class Resolver implements Resolving {
  readonly columns: ResolveOptions['columns'];
  readonly aggregates: ResolveOptions['aggregates'];
  readonly placeholders: ResolveOptions['placeholders'];
  readonly statement?: NonNullable<ResolveOptions['statement']>;
  insideAggregate = false;
  readonly #counting: Counting;
  #growing = 0;
  #lambdas: (readonly string[])[] = [];

  constructor(
    readonly source: Source,
    options: ResolveOptions,
  ) {
    this.#counting = options.statement?.counting ?? new Counting(source, 'expression');
    this.columns = options.columns;
    this.aggregates = options.aggregates;
    this.placeholders = options.placeholders;
    if (options.statement !== undefined) this.statement = options.statement;
  }

  refuse(at: number, problem: string) {
    return refuse(this.source, at, problem);
  }

  resolve(syntax: Syntax): EngineValue {
    return this.#counting.part(
      () => syntax.at,
      () => this.#dispatch(syntax),
    );
  }

  #dispatch(syntax: Syntax): EngineValue {
    switch (syntax.kind) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return resolveLiteral(this, syntax);
      case 'name':
        return resolveName(this, syntax);
      case 'negate':
        return resolveNegate(this, syntax);
      case 'not':
      case 'logical':
        return resolveLogical(this, syntax);
      case 'binary':
        return isComparison(syntax.op) ? resolveComparison(this, syntax) : resolveArithmetic(this, syntax);
      case 'distinct':
        return resolveDistinct(this, syntax);
      case 'in':
        return resolveIn(this, syntax);
      case 'between':
        return resolveBetween(this, syntax);
      case 'like':
      case 'regex':
        return resolvePattern(this, syntax);
      case 'isNull':
      case 'isBoolean':
        return resolveTest(this, syntax);
      case 'case':
        return resolveCase(this, syntax);
      case 'cast':
        return resolveCast(this, syntax);
      case 'call':
        if (syntax.over !== undefined) return this.#window(syntax);
        return this.statement?.call(this, syntax) ?? resolveCall(this, syntax);
      case 'subquery':
      case 'exists':
      case 'inQuery':
        if (this.statement !== undefined) return this.statement.query(this, syntax);
        throw this.refuse(syntax.at, 'Subqueries are not allowed in an expression.');
      case 'interval':
        return resolveInterval(this, syntax);
      case 'array':
        return resolveArray(this, syntax);
      case 'subscript':
        return resolveSubscript(this, syntax);
      case 'field':
        return resolveField(this, syntax);
      case 'lambda':
        throw this.refuse(syntax.at, 'A lambda is only allowed as an argument of an array function.');
    }
  }

  #window(syntax: SyntaxOf<'call'>): EngineValue {
    if (this.statement !== undefined) return this.statement.window(this, syntax);
    throw this.refuse(syntax.at, 'Window functions are not allowed in an expression.');
  }

  insideOfAggregate<T>(read: () => T): T {
    this.insideAggregate = true;
    const result = read();
    this.insideAggregate = false;
    return result;
  }

  insideOfGrowing<T>(at: number, read: () => T): T {
    this.#growing += 1;
    if (this.#growing > expressionLimits.growingCallsDepthMax) {
      throw this.refuse(
        at,
        `Functions that lengthen text can be nested at most ${expressionLimits.growingCallsDepthMax} levels deep.`,
      );
    }
    const result = read();
    this.#growing -= 1;
    return result;
  }

  lambda(syntax: SyntaxOf<'lambda'>): EngineValue {
    this.#lambdas.push(syntax.parameters);
    if (this.#lambdas.length > expressionLimits.lambdaDepthMax) {
      throw this.refuse(syntax.at, 'A lambda inside a lambda is not supported.');
    }
    const body = this.resolve(syntax.body);
    this.#lambdas.pop();
    return engineValue({ kind: 'lambda', parameters: syntax.parameters, body: body.term }, body.type);
  }

  isLambdaParameter(name: string): boolean {
    return this.#lambdas.some((parameters) => parameters.includes(name));
  }
}
