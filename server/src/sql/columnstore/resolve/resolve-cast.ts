import { cast } from '../../term/build-term.js';
import type { SyntaxOf } from '../syntax.js';
import { castType, nullableType } from './cast-types.js';
import { type EngineValue, engineValue } from './engine-value.js';
import { fitTo, readAs, refuseState } from './fit.js';
import type { Resolving } from './resolving.js';

/** Reads JSON paths and string literals directly as the wanted type. The engine converts other values. */
export function resolveCast(resolving: Resolving, syntax: SyntaxOf<'cast'>): EngineValue {
  const found = castType(resolving, syntax.typeName);
  const { engineType, type } = found;
  // It cannot be NULL instead.
  if (found.isComposite && resolving.statement === undefined)
    throw resolving.refuse(
      syntax.at,
      `A cast to ${syntax.typeName.name}(…) is only possible in a statement: here, one record that does not fit would fail every query. Use JSONExtract.`,
    );
  const resolved = refuseState(resolving, resolving.resolve(syntax.operand), syntax.operand.at, 'A cast');
  // Not via a float, which would change integers of more than 53 bits.
  if (resolved.path !== undefined && engineType === 'Int64') return readAs(resolved.path, 'integer');
  const operand = fitTo(resolving, resolved, type, syntax.at);
  const isRead = operand.literal?.type === type && (type === 'date' || type === 'timestamp');
  return isRead ? operand : engineValue(cast(operand.term, nullableType(found)), type);
}
