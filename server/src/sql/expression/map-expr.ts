import type { Expr } from './expr.js';

/** The same tree with every node replaced by what `change` makes of it, the innermost first. */
export function mapExpr(expr: Expr, change: (expr: Expr) => Expr): Expr {
  const map = (inner: Expr) => mapExpr(inner, change);
  return change(withChildren(expr, map));
}

function withChildren(expr: Expr, map: (inner: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'literal':
    case 'column':
    case 'jsonPath':
    case 'interval':
    case 'lambdaParameter':
      return expr;
    case 'negate':
    case 'not':
    case 'isNull':
    case 'cast':
    case 'in':
      return { ...expr, operand: map(expr.operand) };
    case 'logical':
      return { ...expr, operands: expr.operands.map(map) };
    case 'arithmetic':
    case 'concat':
    case 'comparison':
    case 'distinct':
      return { ...expr, left: map(expr.left), right: map(expr.right) };
    case 'between':
      return { ...expr, operand: map(expr.operand), low: map(expr.low), high: map(expr.high) };
    case 'like':
    case 'regex':
      return { ...expr, operand: map(expr.operand), pattern: map(expr.pattern) };
    case 'case':
      return {
        ...expr,
        subject: expr.subject && map(expr.subject),
        branches: expr.branches.map(({ when, result }) => ({ when: map(when), result: map(result) })),
        otherwise: expr.otherwise && map(expr.otherwise),
      };
    case 'call':
      return { ...expr, args: expr.args.map(map) };
    case 'aggregate':
      return { ...expr, args: expr.args.map(map), filter: expr.filter && map(expr.filter) };
    case 'array':
      return { ...expr, items: expr.items.map(map) };
    case 'element':
      return { ...expr, array: map(expr.array), index: map(expr.index) };
    case 'lambda':
      return { ...expr, body: map(expr.body) };
    case 'query':
      return { ...expr, operand: expr.operand && map(expr.operand) };
    case 'window':
      return {
        ...expr,
        call: map(expr.call),
        partition: expr.partition.map(map),
        order: expr.order.map((key) => ({ ...key, value: map(key.value) })),
      };
  }
}
