import type { Sql } from '../sql-text.js';
import type { Values } from '../values.js';
import type { EngineFunction } from './functions/engine-function.js';
import type { ArithmeticOperator, ComparisonOperator, FrameSyntax } from './syntax.js';
import type { ValueType } from './value-type.js';

/**
 * Weir's own typed tree: what an expression means once every name is resolved, every function found in the
 * allow-list and every literal read. Only resolved things can be written here: a column is one that the
 * caller offered, a function is an entry of the allow-list, a type is one of a closed map. The printer
 * therefore needs no judgement, and the text of the user is nowhere in it but in literals.
 */
export type Expr =
  | Literal
  | ColumnRef
  | JsonPath
  | Node<'negate', { readonly operand: Expr }>
  | Node<'not', { readonly operand: Expr }>
  | Node<'logical', { readonly op: 'AND' | 'OR'; readonly operands: readonly Expr[] }>
  | Arithmetic
  | Node<'concat', { readonly left: Expr; readonly right: Expr }>
  | Node<'comparison', { readonly op: ComparisonOperator; readonly left: Expr; readonly right: Expr }>
  | Node<'distinct', { readonly left: Expr; readonly right: Expr; readonly negated: boolean }>
  | Node<'in', { readonly operand: Expr; readonly items: readonly Literal[]; readonly negated: boolean }>
  | Node<
      'between',
      { readonly operand: Expr; readonly low: Expr; readonly high: Expr; readonly negated: boolean }
    >
  | Node<'like', LikeMatch>
  | Node<'regex', PatternMatch>
  | Node<'isNull', { readonly operand: Expr; readonly negated: boolean }>
  | Node<'case', CaseExpr>
  | Node<'cast', { readonly operand: Expr; readonly engineType: string }>
  | Call
  | Aggregate
  | Interval
  | Node<'array', { readonly items: readonly Expr[] }>
  | Node<'element', { readonly array: Expr; readonly index: Expr }>
  | Node<'lambda', { readonly parameters: readonly string[]; readonly body: Expr }>
  | Node<'lambdaParameter', { readonly name: string }>
  | Node<'query', QueryExpr>
  | Node<'window', WindowExpr>;

type Node<K extends string, F> = { readonly kind: K; readonly type: ValueType } & F;

export type ExprOf<K extends Expr['kind']> = Extract<Expr, { kind: K }>;

/** Numbers are exact decimal text; dates and timestamps are UTC, in the engine's own notation. */
export interface Literal {
  readonly kind: 'literal';
  readonly type: 'boolean' | 'integer' | 'number' | 'string' | 'date' | 'timestamp' | 'null';
  readonly text: string;
  /** The text to be where text is wanted; only of a value that came from outside with a type of its own. */
  readonly spelled?: string;
  /** From a closed set, and part of the statement's shape: a scale, a type. The engine wants it written out. */
  readonly isShape?: true;
}

export interface ColumnRef {
  readonly kind: 'column';
  readonly type: ValueType;
  readonly name: string;
  /** The alias of the source, in a statement. */
  readonly table?: string;
}

/** A query inside an expression: only statements have them, and they know how to print themselves. */
interface QueryExpr {
  readonly form: 'value' | 'exists' | 'in' | 'notIn';
  readonly operand: Expr | null;
  print(values: Values): Sql;
}

interface WindowExpr {
  readonly call: Expr;
  readonly partition: readonly Expr[];
  readonly order: readonly {
    readonly value: Expr;
    readonly descending: boolean;
    readonly nullsFirst: boolean;
  }[];
  readonly frame: FrameSyntax | null;
}

/** A place in a JSON document. `type` says how it is read; `json` until something asks for more. */
export interface JsonPath {
  readonly kind: 'jsonPath';
  readonly type: ValueType;
  readonly column: string;
  readonly table?: string;
  /** Keys, and indexes of arrays from 0. */
  readonly steps: readonly (string | number)[];
}

interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly type: ValueType;
  readonly op: Exclude<ArithmeticOperator, 'DIV'>;
  /** `integer` cuts off the fraction, as PostgreSQL does between integers; only said of a division. */
  readonly division: 'exact' | 'integer';
  readonly left: Expr;
  readonly right: Expr;
}

interface PatternMatch {
  readonly operand: Expr;
  readonly pattern: Expr;
  readonly negated: boolean;
}

interface LikeMatch extends PatternMatch {
  readonly caseless: boolean;
}

interface CaseExpr {
  readonly subject: Expr | null;
  readonly branches: readonly { readonly when: Expr; readonly result: Expr }[];
  readonly otherwise: Expr | null;
}

interface Call {
  readonly kind: 'call';
  readonly type: ValueType;
  readonly fn: EngineFunction;
  readonly args: readonly Expr[];
}

interface Aggregate {
  readonly kind: 'aggregate';
  readonly type: ValueType;
  readonly fn: EngineFunction;
  readonly distinct: boolean;
  readonly parameters: readonly Literal[];
  readonly args: readonly Expr[];
  /** Only the records for which this holds. */
  readonly filter: Expr | null;
}

export const intervalUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export interface Interval {
  readonly kind: 'interval';
  readonly type: 'interval';
  readonly parts: readonly { readonly amount: string; readonly unit: IntervalUnit }[];
}
