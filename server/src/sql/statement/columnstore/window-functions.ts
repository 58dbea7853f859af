import type { Expr } from '../../expression/expr.js';
import { engineFunctions } from '../../expression/functions/engine-function.js';
import { resolveArguments } from '../../expression/resolve/resolve-arguments.js';
import { resolveCall } from '../../expression/resolve/resolve-call.js';
import type { Resolving } from '../../expression/resolve/resolving.js';
import type { SyntaxOf } from '../../expression/syntax.js';

/** Functions that only exist over a window; aggregates do as well. */
const windowFunctions = new Map(
  engineFunctions({
    row_number: '-> integer',
    rank: '-> integer',
    dense_rank: '-> integer',
    percent_rank: '-> number',
    cume_dist: '-> number',
    ntile: 'buckets -> integer',
    lag: 'any integer? any? -> $0',
    lead: 'any integer? any? -> $0',
    lagInFrame: 'any integer? any? -> $0',
    leadInFrame: 'any integer? any? -> $0',
    nth_value: 'any integer -> $0',
    first_value: 'any -> $0',
    last_value: 'any -> $0',
  }).map((fn) => [fn.name.toLowerCase(), fn]),
);

export const windowFunctionNames = [...windowFunctions.values()].map(({ name }) => name);

export function resolveEngineWindow(resolving: Resolving, syntax: SyntaxOf<'call'>): Expr {
  const { over, ...plain } = syntax;
  if (over === undefined) throw resolving.refuse(syntax.at, 'OVER is missing.');
  const call = windowCall(resolving, plain);
  const keys = over.order.map(({ value, descending, nullsFirst }) => ({
    value: resolving.resolve(value),
    descending,
    nullsFirst,
  }));
  const partition = over.partition.map((key) => resolving.resolve(key));
  return { kind: 'window', type: call.type, call, partition, order: keys, frame: over.frame };
}

function windowCall(resolving: Resolving, syntax: SyntaxOf<'call'>): Expr {
  const fn = windowFunctions.get(syntax.name.toLowerCase());
  if (fn === undefined) {
    const call = resolveCall(resolving, syntax);
    if (call.kind === 'aggregate') return call;
    throw resolving.refuse(syntax.at, `${syntax.name} is no window function.`);
  }
  if (syntax.star || syntax.distinct || syntax.filter !== null || syntax.parameters !== null) {
    throw resolving.refuse(syntax.at, `*, DISTINCT, FILTER and parameters do not apply to ${syntax.name}.`);
  }
  const args = resolveArguments(resolving, fn, fn.args, syntax.args, syntax.at);
  const type = typeof fn.returns === 'number' ? (args[fn.returns]?.type ?? 'unknown') : fn.returns;
  return { kind: 'call', type, fn, args };
}
