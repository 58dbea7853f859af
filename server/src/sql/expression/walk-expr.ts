import type { Expr } from './expr.js';

/** The expressions directly inside one. Every walk goes through here, so that no walk forgets a place. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'column':
    case 'jsonPath':
    case 'interval':
    case 'lambdaParameter':
      return [];
    case 'negate':
    case 'not':
    case 'isNull':
    case 'cast':
      return [expr.operand];
    case 'logical':
      return expr.operands;
    case 'arithmetic':
    case 'concat':
    case 'comparison':
    case 'distinct':
      return [expr.left, expr.right];
    case 'in':
      return [expr.operand, ...expr.items];
    case 'between':
      return [expr.operand, expr.low, expr.high];
    case 'like':
    case 'regex':
      return [expr.operand, expr.pattern];
    case 'case':
      return [
        expr.subject,
        ...expr.branches.flatMap(({ when, result }) => [when, result]),
        expr.otherwise,
      ].filter((child) => child !== null);
    case 'call':
      return expr.args;
    case 'aggregate':
      return expr.filter === null ? expr.args : [...expr.args, expr.filter];
    case 'array':
      return expr.items;
    case 'element':
      return [expr.array, expr.index];
    case 'lambda':
      return [expr.body];
    case 'query':
      return expr.operand === null ? [] : [expr.operand];
    case 'window':
      return [expr.call, ...expr.partition, ...expr.order.map(({ value }) => value)];
  }
}

function* everyNode(expr: Expr): Generator<Expr> {
  yield expr;
  for (const child of childrenOf(expr)) yield* everyNode(child);
}

export function someExpr(expr: Expr, test: (part: Expr) => boolean): boolean {
  for (const node of everyNode(expr)) if (test(node)) return true;
  return false;
}

/** The names of the columns that an expression reads, JSON paths included. */
export function columnsOf(expr: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of everyNode(expr)) {
    if (node.kind === 'column') names.add(node.name);
    if (node.kind === 'jsonPath') names.add(node.column);
  }
  return names;
}

/** Whether the same expression over the same records may answer otherwise later: it reads the clock. */
export function readsClock(expr: Expr): boolean {
  return someExpr(expr, (node) => node.kind === 'call' && node.fn.readsClock);
}
