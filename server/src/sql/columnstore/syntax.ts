import type { ComparisonOperator } from '../term/comparisons.js';
import type { JoinItem, Strictness, WindowFrame } from '../term/term.js';
import type { NamePart } from '../text/name-part.js';

/**
 * The parse tree of the engine's dialect, before names are resolved. Every node has its offset in the user's text. Syntax
 * without a node here is refused.
 */
export type Syntax =
  | Node<'string', { readonly value: string }>
  | Node<'number', { readonly text: string }>
  | Node<'boolean', { readonly value: boolean }>
  | Node<'null', object>
  | Node<'name', { readonly parts: readonly NamePart[] }>
  | Node<'negate', { readonly operand: Syntax }>
  | Node<'not', { readonly operand: Syntax }>
  | Node<'logical', { readonly op: 'AND' | 'OR'; readonly operands: readonly Syntax[] }>
  | Node<'binary', { readonly op: BinaryOperator; readonly left: Syntax; readonly right: Syntax }>
  | Node<'distinct', { readonly left: Syntax; readonly right: Syntax; readonly negated: boolean }>
  | Node<'in', { readonly operand: Syntax; readonly items: readonly Syntax[]; readonly negated: boolean }>
  | Node<
      'between',
      { readonly operand: Syntax; readonly low: Syntax; readonly high: Syntax; readonly negated: boolean }
    >
  | Node<
      'like',
      {
        readonly operand: Syntax;
        readonly pattern: Syntax;
        readonly caseless: boolean;
        readonly negated: boolean;
      }
    >
  | Node<
      'regex',
      {
        readonly operand: Syntax;
        readonly pattern: Syntax;
        readonly caseless: boolean;
        readonly negated: boolean;
      }
    >
  | Node<'isNull', { readonly operand: Syntax; readonly negated: boolean }>
  | Node<'isBoolean', { readonly operand: Syntax; readonly value: boolean; readonly negated: boolean }>
  | Node<'case', CaseSyntax>
  | Node<'cast', { readonly operand: Syntax; readonly typeName: TypeName }>
  | Node<'call', CallSyntax>
  | Node<'interval', { readonly text: string; readonly unit: string | null }>
  | Node<'array', { readonly items: readonly Syntax[] }>
  | Node<'subscript', { readonly operand: Syntax; readonly index: Syntax }>
  | Node<'field', { readonly operand: Syntax; readonly step: string | number }>
  | Node<'lambda', { readonly parameters: readonly string[]; readonly body: Syntax }>
  | Node<'subquery', { readonly query: QuerySyntax }>
  | Node<'exists', { readonly query: QuerySyntax }>
  | Node<'inQuery', { readonly operand: Syntax; readonly query: QuerySyntax; readonly negated: boolean }>;

type Node<K extends string, F> = { readonly kind: K; readonly at: number } & F;

export type SyntaxOf<K extends Syntax['kind']> = Extract<Syntax, { kind: K }>;

export type BinaryOperator = ArithmeticOperator | ComparisonOperator | '||';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^' | 'DIV';

interface CaseSyntax {
  readonly subject: Syntax | null;
  readonly branches: readonly { readonly when: Syntax; readonly result: Syntax }[];
  readonly otherwise: Syntax | null;
}

interface CallSyntax {
  readonly name: string;
  /** The first argument list in `quantile(0.9)(x)`; null if there is only one list. */
  readonly parameters: readonly Syntax[] | null;
  readonly args: readonly Syntax[];
  readonly star: boolean;
  readonly distinct: boolean;
  readonly filter: Syntax | null;
  /** Set only in a statement. */
  readonly over?: WindowSyntax;
}

/** A type as the user spelled it: `numeric(10, 2)`, `Nullable(Int8)`. */
export interface TypeName {
  readonly at: number;
  readonly name: string;
  readonly args: readonly (TypeName | string)[];
}

/** A query in the engine's dialect. Expressions never contain one. */
export type QuerySyntax =
  | SelectSyntax
  | {
      readonly kind: 'set';
      readonly at: number;
      readonly op: 'UNION ALL' | 'UNION DISTINCT' | 'INTERSECT DISTINCT' | 'EXCEPT DISTINCT';
      readonly arms: readonly QuerySyntax[];
      readonly with: readonly CommonTableSyntax[];
      readonly named: readonly NamedSyntax[];
    };

export interface SelectSyntax {
  readonly kind: 'select';
  readonly at: number;
  readonly with: readonly CommonTableSyntax[];
  /** `WITH expression AS name`, which can be used like the alias of an item, also in subqueries. */
  readonly named: readonly NamedSyntax[];
  readonly distinct: boolean;
  readonly items: readonly SelectItemSyntax[];
  readonly from: SourceSyntax | null;
  readonly where: Syntax | null;
  /** `all`: every item without an aggregate. */
  readonly groupBy: readonly Syntax[] | 'all';
  /** The keys of each grouping set, instead of `groupBy`. */
  readonly groupingSets: readonly (readonly Syntax[])[] | null;
  /** Where WITH TOTALS begins. */
  readonly totalsAt: number | null;
  readonly having: Syntax | null;
  readonly windows: readonly { readonly name: string; readonly window: WindowSyntax }[];
  readonly qualify: Syntax | null;
  /** `all`: every item. */
  readonly orderBy: readonly OrderSyntax[] | 'all';
  /** Columns that have the value of the row before in rows that WITH FILL adds. */
  readonly interpolate: readonly InterpolateSyntax[];
  readonly limitBy: LimitBySyntax | null;
  readonly limit: number | null;
  readonly ties: boolean;
  readonly offset: number | null;
}

export interface LimitBySyntax {
  readonly count: number;
  readonly offset: number;
  readonly by: readonly Syntax[];
}

export interface NamedSyntax {
  readonly name: string;
  readonly value: Syntax;
}

export interface InterpolateSyntax {
  readonly at: number;
  readonly name: string;
}

export interface CommonTableSyntax {
  readonly name: string;
  readonly query: QuerySyntax;
}

export type SelectItemSyntax =
  | {
      readonly kind: 'star';
      readonly at: number;
      readonly table: NamePart | null;
      readonly except: readonly string[];
      readonly replace: readonly NamedSyntax[];
    }
  | {
      readonly kind: 'item';
      readonly at: number;
      readonly value: Syntax;
      readonly alias: string | null;
      readonly text: string;
    };

export interface OrderSyntax {
  readonly value: Syntax;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly fill: FillSyntax | null;
}

/** WITH FILL, which adds rows for missing values of a key. */
export interface FillSyntax {
  readonly from: Syntax | null;
  readonly to: Syntax | null;
  readonly step: Syntax | null;
}

export type SourceSyntax =
  | {
      readonly kind: 'table';
      readonly at: number;
      readonly schema: string | null;
      readonly name: NamePart;
      readonly alias: string | null;
    }
  | {
      readonly kind: 'numbers';
      readonly at: number;
      readonly first: number;
      readonly count: number;
      readonly alias: string | null;
    }
  | {
      readonly kind: 'query';
      readonly at: number;
      readonly query: QuerySyntax;
      readonly alias: string | null;
    }
  | {
      readonly kind: 'arrayJoin';
      readonly at: number;
      /** LEFT ARRAY JOIN keeps rows whose arrays are empty. */
      readonly isLeft: boolean;
      readonly left: SourceSyntax;
      readonly arrays: readonly { readonly value: Syntax; readonly alias: string | null }[];
    }
  | {
      readonly kind: 'join';
      readonly at: number;
      readonly type: JoinItem['type'];
      readonly strictness: Strictness | null;
      readonly left: SourceSyntax;
      readonly right: SourceSyntax;
      readonly on: Syntax | null;
      readonly using: readonly NamePart[] | null;
    };

export interface WindowSyntax {
  readonly at: number;
  /** A window that WINDOW defines. Then nothing else is set. */
  readonly name: string | null;
  readonly partition: readonly Syntax[];
  readonly order: readonly OrderSyntax[];
  readonly frame: WindowFrame | null;
}
