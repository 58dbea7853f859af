import type { EngineFunction } from '../../functions/engine-function.js';
import { aggregate } from '../../term/build-term.js';
import type { AggregateName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import { type EngineValue, engineValue } from './engine-value.js';

/** A call of an aggregate function with resolved arguments. */
export interface EngineAggregate {
  readonly fn: EngineFunction;
  readonly distinct: boolean;
  readonly parameters: readonly Term[];
  readonly args: readonly EngineValue[];
  readonly filter: Term | null;
}

export function aggregateValue({ fn, distinct, parameters, args, filter }: EngineAggregate): EngineValue {
  const name = `${fn.engineName}${distinct ? 'Distinct' : ''}` as AggregateName;
  const plain = aggregate(name, ...args.map(({ term }) => term));
  const type = typeof fn.returns === 'number' ? (args[fn.returns]?.type ?? 'unknown') : fn.returns;
  return engineValue({ ...plain, parameters, ...(filter && { filter }) }, type);
}
