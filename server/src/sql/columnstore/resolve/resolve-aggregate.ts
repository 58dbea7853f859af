import { type FoundFunction, findFunction } from '../../functions/allow-list.js';
import type { EngineFunction } from '../../functions/engine-function.js';
import type { Term } from '../../term/term.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import type { EngineValue } from './engine-value.js';
import { fitTo, requireType } from './fit.js';
import { metricAggregate, statementAggregate } from './metric-aggregate.js';
import { resolveArguments } from './resolve-arguments.js';
import type { Resolving } from './resolving.js';

export function resolveAggregate(
  resolving: Resolving,
  syntax: SyntaxOf<'call'>,
  found: FoundFunction,
): EngineValue {
  const { at, name } = syntax;
  if (resolving.aggregates === 'forbidden') {
    throw resolving.refuse(
      at,
      `The aggregate function ${name} is not allowed in a filter, which applies to one record.`,
    );
  }
  if (resolving.insideAggregate) throw resolving.refuse(at, 'Aggregate functions cannot be nested.');
  const { fn, distinct } = distinctForm(resolving, found, syntax.distinct, at);
  if (syntax.star && fn.name !== 'count') throw resolving.refuse(at, '`*` is only allowed in COUNT(*).');
  const parameters = resolveParameters(resolving, fn, syntax);
  const { args, condition } = splitCondition(resolving, found, syntax);
  // The arguments of a window function are values of groups, which may be aggregates.
  const inside = <T>(read: () => T) =>
    syntax.over === undefined ? resolving.insideOfAggregate(read) : read();
  return inside(() => {
    const resolved = resolveArguments(resolving, fn, fn.args, args, at).map((arg) =>
      fitTo(resolving, arg, 'string', at),
    );
    const filter =
      condition === null
        ? null
        : requireType(resolving, resolving.resolve(condition), 'boolean', condition.at, name);
    const call = { fn, distinct, parameters, args: resolved, filter: filter?.term ?? null };
    return resolving.aggregates === 'required'
      ? metricAggregate(call, resolving.columns)
      : statementAggregate(call, resolving.statement?.tables ?? []);
  });
}

/** The arguments, and the condition from FILTER or from the last argument of a function such as `sumIf`. */
function splitCondition(resolving: Resolving, { conditional }: FoundFunction, syntax: SyntaxOf<'call'>) {
  const { at, args, filter, name } = syntax;
  if (!conditional) return { args, condition: filter };
  const condition: Syntax | undefined = args.at(-1);
  if (condition === undefined || filter !== null) {
    throw resolving.refuse(at, `${name} needs a condition as its last argument and cannot have FILTER.`);
  }
  return { args: args.slice(0, -1), condition };
}

const ignoresDistinct = new Set(['min', 'max', 'any', 'anyLast', 'uniq', 'uniqExact']);

function distinctForm(resolving: Resolving, found: FoundFunction, asked: boolean, at: number) {
  const { fn } = found;
  if (!asked && !found.distinct) return { fn, distinct: false };
  if (fn.name === 'count') return { fn: exactDistinct(), distinct: false };
  if (ignoresDistinct.has(fn.engineName)) return { fn, distinct: false };
  if (fn.engineName === 'sum' || fn.engineName === 'avg') return { fn, distinct: true };
  throw resolving.refuse(at, `DISTINCT is not supported in ${fn.name}.`);
}

function exactDistinct(): EngineFunction {
  const found = findFunction('uniqExact');
  if (found === null) throw new Error('no function uniqExact in the allow-list');
  return found.fn;
}

function resolveParameters(
  resolving: Resolving,
  fn: EngineFunction,
  { at, parameters }: SyntaxOf<'call'>,
): Term[] {
  if (fn.parameters === null) {
    if (parameters !== null)
      throw resolving.refuse(at, `${fn.name} has no parameters. Use one pair of brackets.`);
    return [];
  }
  // A Metric can have thousands of groups, and each would keep all its values.
  const isUnbounded = fn.parameters[0]?.kind === 'keep' && resolving.statement === undefined;
  if (parameters === null && (isUnbounded || fn.parameters.some((parameter) => !parameter.optional))) {
    throw resolving.refuse(at, `${fn.name} needs two pairs of brackets: ${fn.name}(10)(x).`);
  }
  return resolveArguments(resolving, fn, fn.parameters, parameters ?? [], at).map(({ term }) => term);
}
