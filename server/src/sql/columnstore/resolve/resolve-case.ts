import { isOpen } from '../../functions/value-type.js';
import { call, nothing } from '../../term/build-term.js';
import type { SyntaxOf } from '../syntax.js';
import { booleanCall, type EngineValue, engineValue } from './engine-value.js';
import { fitPair, requireType, unify } from './fit.js';
import type { Resolving } from './resolving.js';

export function resolveCase(resolving: Resolving, syntax: SyntaxOf<'case'>): EngineValue {
  const { at } = syntax;
  const conditions = conditionsOf(resolving, syntax);
  const results = syntax.branches.map(({ result }) => resolving.resolve(result));
  const otherwise = syntax.otherwise === null ? [] : [resolving.resolve(syntax.otherwise)];
  const unified = unify(resolving, [...results, ...otherwise], at);
  const branches = conditions.flatMap((when, index) => [when.term, unified[index]?.term ?? nothing]);
  const last = unified[conditions.length]?.term ?? nothing;
  const type = unified.find((result) => !isOpen(result.type))?.type ?? 'unknown';
  return engineValue(call('multiIf', ...branches, last), type);
}

function conditionsOf(resolving: Resolving, { at, subject, branches }: SyntaxOf<'case'>): EngineValue[] {
  const given = branches.map(({ when }) => resolving.resolve(when));
  const placeOf = (index: number) => branches[index]?.when.at ?? at;
  if (subject === null)
    return given.map((when, index) => requireType(resolving, when, 'boolean', placeOf(index), 'WHEN'));
  // A JSON path takes the type of the first value that it is compared with.
  let value = resolving.resolve(subject);
  const fitted = given.map((when, index) => {
    const places = { at: placeOf(index), left: at, right: placeOf(index) };
    const pair = fitPair(resolving, value, when, places, true);
    value = pair[0];
    return pair[1];
  });
  return fitted.map((when) => booleanCall('equals', value, when));
}
