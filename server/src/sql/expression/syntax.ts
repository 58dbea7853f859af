/**
 * What a parser understood, before any name has a meaning: neutral between the PostgreSQL and the
 * engine dialects, so that both meet one resolver and one allow-list. Every node knows its place in
 * the user's text. A parser that meets something with no node here refuses it.
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
  | Node<'jsonStep', { readonly operand: Syntax; readonly step: Syntax; readonly asText: boolean }>
  | Node<'lambda', { readonly parameters: readonly string[]; readonly body: Syntax }>;

type Node<K extends string, F> = { readonly kind: K; readonly at: number } & F;

export type SyntaxOf<K extends Syntax['kind']> = Extract<Syntax, { kind: K }>;

export type BinaryOperator = ArithmeticOperator | ComparisonOperator | '||';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^' | 'DIV';
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** One part of a dotted name, as the user spelled it. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}

interface CaseSyntax {
  readonly subject: Syntax | null;
  readonly branches: readonly { readonly when: Syntax; readonly result: Syntax }[];
  readonly otherwise: Syntax | null;
}

interface CallSyntax {
  readonly name: string;
  /** The engine's first pair of brackets in `quantile(0.9)(x)`; null when there is only one pair. */
  readonly parameters: readonly Syntax[] | null;
  readonly args: readonly Syntax[];
  readonly star: boolean;
  readonly distinct: boolean;
  readonly filter: Syntax | null;
}

/** A type as the user spelled it: `numeric(10, 2)`, `Nullable(Int8)`. */
export interface TypeName {
  readonly at: number;
  readonly name: string;
  readonly args: readonly (TypeName | string)[];
}
