import { windowFunctions } from '../functions/window-functions.js';
import type { OrderKey } from '../term/term.js';
import { aggregateValue } from './resolve/engine-aggregate.js';
import { type EngineValue, engineValue } from './resolve/engine-value.js';
import { resolveArguments } from './resolve/resolve-arguments.js';
import { resolveCall } from './resolve/resolve-call.js';
import type { Resolving } from './resolve/resolving.js';
import type { SelectSyntax, SyntaxOf, WindowSyntax } from './syntax.js';

export function resolveEngineWindow(
  resolving: Resolving,
  syntax: SyntaxOf<'call'>,
  windows: SelectSyntax['windows'],
): EngineValue {
  if (syntax.over === undefined) throw resolving.refuse(syntax.at, 'OVER is missing.');
  const over = windowOf(resolving, syntax.over, windows);
  const { term, type } = windowCall(resolving, syntax);
  // A sum is cast to 64 bits after it is computed.
  const call = term.kind === 'cast' ? term.operand : term;
  if (call.kind !== 'aggregate')
    throw resolving.refuse(syntax.at, `${syntax.name} is not a window function.`);
  const order = over.order.map(
    ({ value, descending, nullsFirst }): OrderKey => ({
      term: resolving.resolve(value).term,
      descending,
      nullsFirst,
    }),
  );
  const partition = over.partition.map((key) => resolving.resolve(key).term);
  const { frame } = over;
  const window = { kind: 'window', call, respectNulls: false, partition, order, frame } as const;
  return engineValue(term.kind === 'cast' ? { ...term, operand: window } : window, type);
}

function windowOf(resolving: Resolving, over: WindowSyntax, windows: SelectSyntax['windows']): WindowSyntax {
  if (over.name === null) return over;
  const found = windows.find(({ name }) => name === over.name);
  if (found !== undefined) return found.window;
  throw resolving.refuse(over.at, `There is no window ${over.name}. Define it: WINDOW ${over.name} AS (…).`);
}

function windowCall(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue {
  const fn = windowFunctions.get(syntax.name.toLowerCase());
  if (fn === undefined) return resolveCall(resolving, syntax);
  if (syntax.star || syntax.distinct || syntax.filter !== null || syntax.parameters !== null) {
    throw resolving.refuse(syntax.at, `${syntax.name} does not support *, DISTINCT, FILTER or parameters.`);
  }
  const args = resolveArguments(resolving, fn, fn.args, syntax.args, syntax.at);
  return aggregateValue({ fn, distinct: false, parameters: [], args, filter: null });
}
