import type { ValueType } from '../../functions/value-type.js';
import { call, text } from '../../term/build-term.js';
import { typeNameOfText } from '../parse/type-name.js';
import type { Syntax, SyntaxOf, TypeName } from '../syntax.js';
import { castType, nullableType } from './cast-types.js';
import { type EngineValue, engineValue } from './engine-value.js';
import { requireType } from './fit.js';
import type { Resolving } from './resolving.js';

/**
 * Functions whose last argument names the type of the result. `QueryInfo.sql` shows JSON paths with them, so they must
 * parse again. The types are those of casts.
 */
export const typedCalls: Readonly<
  Record<string, (resolving: Resolving, syntax: SyntaxOf<'call'>) => EngineValue>
> = {
  jsonextract: jsonExtract,
  accuratecastornull: accurateCastOrNull,
};

function jsonExtract(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue {
  const { typeName, args } = typedArguments(
    resolving,
    syntax,
    "JSONExtract(document, 'key', 'Nullable(String)')",
  );
  const [document, ...steps] = args;
  if (document === undefined) throw resolving.refuse(syntax.at, 'JSONExtract needs a document.');
  const { engineType, type } = extractedType(resolving, typeName);
  const path = steps.map((step) => {
    const { literal, term } = resolving.resolve(step);
    if (literal?.type === 'string' || literal?.type === 'integer') return term;
    throw resolving.refuse(step.at, 'A step must be a key in quotes or an index from 1.');
  });
  const read = requireType(resolving, resolving.resolve(document), 'string', document.at, 'JSONExtract');
  return engineValue(call('JSONExtract', read.term, ...path, text(engineType)), type);
}

function accurateCastOrNull(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue {
  const { typeName, args } = typedArguments(resolving, syntax, "accurateCastOrNull(x, 'Int64')");
  const [operand, ...more] = args;
  if (operand === undefined || more.length > 0)
    throw resolving.refuse(syntax.at, 'accurateCastOrNull needs a value and a type.');
  const { engineType, type } = castType(resolving, typeName);
  return engineValue(call('accurateCastOrNull', resolving.resolve(operand).term, text(engineType)), type);
}

function typedArguments(
  resolving: Resolving,
  { at, name, args, star, distinct, filter, parameters }: SyntaxOf<'call'>,
  example: string,
): { readonly typeName: TypeName; readonly args: readonly Syntax[] } {
  const last = args.at(-1);
  if (last?.kind !== 'string' || star || distinct || filter !== null || parameters !== null)
    throw resolving.refuse(at, `${name} needs a type in quotes as its last argument: ${example}.`);
  return { typeName: typeNameOfText(resolving.source, last.value, last.at), args: args.slice(0, -1) };
}

function extractedType(
  resolving: Resolving,
  typeName: TypeName,
): { readonly engineType: string; readonly type: ValueType } {
  const [element] = typeName.args;
  if (typeName.name === 'Array' && typeof element === 'object') {
    return { engineType: `Array(${nullableType(castType(resolving, element))})`, type: 'array' };
  }
  const found = castType(resolving, typeName);
  return { engineType: nullableType(found), type: found.type };
}
