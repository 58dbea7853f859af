import type { A_Expr, Node } from 'libpg-query';
import { expressionLimits } from '../limits.js';
import { refuse, type Source } from '../source.js';
import type { Syntax } from '../syntax.js';
import { callSyntax, sqlValueSyntax } from './call.js';
import { constantSyntax } from './constant.js';
import { operatorSyntax } from './operator.js';
import type { PostgresTree } from './parser.js';
import type { PostgresReader } from './reader.js';
import { spelledParts } from './spelling.js';
import { castSyntax } from './type-name.js';

/** Turns PostgreSQL's tree into ours. A node without a case here is refused: the list is the allow-list. */
class TreeReader implements PostgresReader {
  #depth = 0;

  constructor(
    readonly source: Source,
    readonly offsetOf: (location: number | undefined) => number,
  ) {}

  refuse(location: number | undefined, problem: string) {
    return refuse(this.source, this.offsetOf(location), problem);
  }

  /** A field we do not read could change the meaning: its presence is an error, never ignored. */
  onlyFields<T extends object>(node: T, what: string, known: readonly (keyof T)[], location?: number): void {
    const extra = Object.keys(node).find(
      (field) => !known.includes(field as keyof T) && field !== 'location',
    );
    if (extra !== undefined)
      throw this.refuse(location, `${what} with ${fieldNames[extra] ?? extra} is not supported.`);
  }

  list(nodes: readonly Node[] | undefined): Syntax[] {
    return (nodes ?? []).map((node) => this.read(node));
  }

  read(node: Node | undefined): Syntax {
    if (node === undefined) throw this.refuse(0, 'An operand is missing.');
    this.#depth += 1;
    if (this.#depth > expressionLimits.treeDepthMax) {
      throw refuse(
        this.source,
        0,
        `More than ${expressionLimits.treeDepthMax} levels of operators. Simplify it.`,
      );
    }
    const syntax = this.#convert(node);
    this.#depth -= 1;
    return syntax;
  }

  #convert(node: Node): Syntax {
    if ('A_Const' in node) return constantSyntax(this, node.A_Const);
    if ('ColumnRef' in node) return this.#column(node.ColumnRef);
    if ('A_Expr' in node) return operatorSyntax(this, node.A_Expr as A_Expr);
    if ('FuncCall' in node) return callSyntax(this, node.FuncCall);
    if ('TypeCast' in node) return castSyntax(this, node.TypeCast);
    if ('SQLValueFunction' in node) return sqlValueSyntax(this, node.SQLValueFunction);
    return (
      this.#logical(node) ??
      this.#test(node) ??
      this.#conditional(node) ??
      this.#array(node) ??
      this.#unknown(node)
    );
  }

  #column({ fields = [], location }: { fields?: Node[]; location?: number }): Syntax {
    const names = fields.map((field) => {
      if ('String' in field) return field.String.sval ?? '';
      throw this.refuse(location, '`*` is only allowed in COUNT(*).');
    });
    const at = this.offsetOf(location);
    // Before the columns are searched for each beginning of the name.
    if (names.length > expressionLimits.jsonPathStepsMax + 1) {
      throw refuse(this.source, at, `A path has at most ${expressionLimits.jsonPathStepsMax} steps.`);
    }
    return { kind: 'name', at, parts: spelledParts(this.source.text, at, names) };
  }

  #logical(node: Node): Syntax | null {
    if (!('BoolExpr' in node)) return null;
    const { boolop, args, location } = node.BoolExpr;
    const at = this.offsetOf(location);
    if (boolop === 'NOT_EXPR') return { kind: 'not', at, operand: this.read(args?.[0]) };
    return { kind: 'logical', at, op: boolop === 'AND_EXPR' ? 'AND' : 'OR', operands: this.list(args) };
  }

  #test(node: Node): Syntax | null {
    if ('NullTest' in node) {
      const { arg, nulltesttype, location } = node.NullTest;
      const negated = nulltesttype === 'IS_NOT_NULL';
      return { kind: 'isNull', at: this.offsetOf(location), operand: this.read(arg), negated };
    }
    if (!('BooleanTest' in node)) return null;
    const { arg, booltesttype = 'IS_TRUE', location } = node.BooleanTest;
    const at = this.offsetOf(location);
    const operand = this.read(arg);
    const negated = booltesttype.startsWith('IS_NOT_');
    if (booltesttype.endsWith('UNKNOWN')) return { kind: 'isNull', at, operand, negated };
    return { kind: 'isBoolean', at, operand, value: booltesttype.endsWith('TRUE'), negated };
  }

  #conditional(node: Node): Syntax | null {
    if ('CoalesceExpr' in node) return this.#call('coalesce', node.CoalesceExpr);
    if ('MinMaxExpr' in node) {
      return this.#call(node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest', node.MinMaxExpr);
    }
    if (!('CaseExpr' in node)) return null;
    const { arg, args, defresult, location } = node.CaseExpr;
    const branches = (args ?? []).map((branch) => {
      if (!('CaseWhen' in branch)) return this.#unknown(branch);
      return { when: this.read(branch.CaseWhen.expr), result: this.read(branch.CaseWhen.result) };
    });
    return {
      kind: 'case',
      at: this.offsetOf(location),
      subject: arg === undefined ? null : this.read(arg),
      branches,
      otherwise: defresult === undefined ? null : this.read(defresult),
    };
  }

  #call(name: string, { args, location }: { args?: Node[]; location?: number }): Syntax {
    const at = this.offsetOf(location);
    return {
      kind: 'call',
      at,
      name,
      parameters: null,
      args: this.list(args),
      star: false,
      distinct: false,
      filter: null,
    };
  }

  #array(node: Node): Syntax | null {
    if ('A_ArrayExpr' in node) {
      const { elements, location } = node.A_ArrayExpr;
      return { kind: 'array', at: this.offsetOf(location), items: this.list(elements) };
    }
    if (!('A_Indirection' in node)) return null;
    let operand = this.read(node.A_Indirection.arg);
    for (const step of node.A_Indirection.indirection ?? []) {
      const { at } = operand;
      if ('String' in step) operand = { kind: 'field', at, operand, step: step.String.sval ?? '' };
      else if ('A_Indices' in step && step.A_Indices.is_slice !== true) {
        operand = { kind: 'subscript', at, operand, index: this.read(step.A_Indices.uidx) };
      } else throw refuse(this.source, at, 'Array slices are not supported. Use arraySlice().');
    }
    return operand;
  }

  #unknown(node: Node): never {
    const [kind = 'nothing', fields] = Object.entries(node)[0] ?? [];
    const location = (fields as { location?: number } | undefined)?.location;
    throw this.refuse(location, constructNames[kind] ?? `${kind} is not supported in an expression.`);
  }
}

const fieldNames: Readonly<Record<string, string>> = {
  over: 'OVER (a window function)',
  agg_order: 'ORDER BY',
  agg_within_group: 'WITHIN GROUP',
  func_variadic: 'VARIADIC',
  arrayBounds: '[] (an array type)',
};

const constructNames: Readonly<Record<string, string>> = {
  SubLink: 'Subqueries are not allowed in an expression.',
  ParamRef: 'Parameters such as $1 are not allowed. Write the value itself.',
  RowExpr: 'Only one expression is allowed, not a list.',
  CollateClause: 'COLLATE is not supported.',
  GroupingFunc: 'GROUPING is not supported.',
  SetToDefault: 'DEFAULT is not allowed in an expression.',
};

export function convertPostgres(source: Source, { expression, offsetOf }: PostgresTree): Syntax {
  return new TreeReader(source, offsetOf).read(expression);
}
