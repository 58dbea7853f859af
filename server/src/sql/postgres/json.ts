import { bool, call, cast, int, nothing, stringValue, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Context } from './context.js';
import type { JsonPlace, Typed } from './typed.js';
import { isInteger, jsonType, textType } from './types.js';

/** `-> ->> #> #>> ?` of jsonb; null when it is none of them. */
export function jsonOperator(
  context: Context,
  op: string,
  left: Typed,
  right: Typed,
  at: number,
): Typed | null {
  if (!['->', '->>', '#>', '#>>', '?'].includes(op)) return null;
  if (left.type.name !== 'json') throw context.refuse(at, `The operator ${op} needs jsonb before it.`);
  if (op === '?') return hasKey(context, left, right, at);
  const steps = op.startsWith('#') ? pathOf(context, right) : [stepOf(context, right)];
  if (steps.length === 0) throw context.refuse(at, 'The path is empty.');
  const place = steps.reduce(inside, left.place ?? { document: left.term, keys: [] });
  return op.endsWith('>>')
    ? { term: textOf(place), type: textType, nullable: true, at }
    : { term: rawOf(place), type: jsonType, nullable: true, at, place };
}

const rawOf = ({ document, keys }: JsonPlace) =>
  keys.length === 0 ? document : call('nullIf', call('JSONExtractRaw', document, ...keys), text(''));

const textOf = ({ document, keys }: JsonPlace) =>
  call('JSONExtract', document, ...keys, text('Nullable(String)'));

/** A key, an index, or digits of a path that are either, by what they meet. */
type Step =
  | { readonly kind: 'key'; readonly key: Term }
  | { readonly kind: 'index'; readonly index: Term }
  | { readonly kind: 'either'; readonly key: Term; readonly index: Term };

function stepOf(context: Context, value: Typed): Step {
  if (value.type.name === 'unknown' && value.literal !== undefined) {
    return { kind: 'key', key: stringValue(value.literal) };
  }
  if (value.type.name === 'text') return { kind: 'key', key: value.term };
  if (isInteger(value.type)) return { kind: 'index', index: fromOne(value.term) };
  throw context.refuse(value.at, 'A key as text or an index is expected here.');
}

/** The engine counts from 1; both count from the end below zero. */
function fromOne(index: Term): Term {
  if (index.kind === 'value') return int(Number(index.text) + (index.text.startsWith('-') ? 0 : 1));
  return call(
    'if',
    call('less', index, int(0)),
    call('toInt64', index),
    call('plus', call('toInt64', index), int(1)),
  );
}

function pathOf(context: Context, value: Typed): Step[] {
  const plain = /^\{([^{}"\\]*)\}$/.exec(value.literal ?? '');
  if (plain === null) throw context.refuse(value.at, "Write the path out, without quotes in it: '{a,0,b}'.");
  return (plain[1] ?? '').split(',').map((part): Step => {
    if (part.trim() === '') throw context.refuse(value.at, 'A path with nothing in it is not supported.');
    const key = stringValue(part.trim());
    if (!/^-?\d{1,9}$/.test(part.trim())) return { kind: 'key', key };
    const index = Number(part);
    return { kind: 'either', key, index: int(index < 0 ? index : index + 1) };
  });
}

const isArray = (document: Term) => call('equals', cast(call('JSONType', document), 'String'), text('Array'));
const isObject = (document: Term) =>
  call('equals', cast(call('JSONType', document), 'String'), text('Object'));

/** The engine finds keys only in objects, but by an index also the values of an object. */
function inside(place: JsonPlace, step: Step): JsonPlace {
  const { document, keys } = place;
  const byKey = (key: Term): JsonPlace => ({ document, keys: [...keys, key] });
  if (step.kind === 'key') return byKey(step.key);
  const type = cast(call('JSONType', call('ifNull', document, text('')), ...keys), 'String');
  const isOf = (name: string) => call('equals', type, text(name));
  const element = rawOf(byKey(step.index));
  if (step.kind === 'either')
    return { document: call('if', isOf('Array'), element, rawOf(byKey(step.key))), keys: [] };
  // To PostgreSQL a value that is neither array nor object is an array of itself.
  const whole = rawOf(place);
  const isWhole = call(
    'and',
    call('isNotNull', whole),
    call('not', isOf('Object')),
    call('in', step.index, call('tuple', int(1), int(-1))),
  );
  return { document: call('multiIf', isOf('Array'), element, isWhole, whole, nothing), keys: [] };
}

function hasKey(context: Context, left: Typed, right: Typed, at: number): Typed {
  if (right.literal === undefined) throw context.refuse(at, 'Write the key after ? out.');
  const key = stringValue(right.literal);
  const safe = call('ifNull', left.term, text(''));
  const element = call('has', call('JSONExtract', safe, text('Array(String)')), key);
  const has = call(
    'multiIf',
    isObject(safe),
    call('JSONHas', safe, key),
    isArray(safe),
    element,
    bool(false),
  );
  const term = left.nullable ? call('if', call('isNull', left.term), nothing, has) : has;
  return { term, type: { name: 'bool' }, nullable: left.nullable, at };
}

/** Elements of an array as an array of JSON texts; an error when it is no array. */
export function elementsOf(document: Term): Term {
  return call('JSONExtractArrayRaw', call('ifNull', document, text('[]')));
}

export function typeOf(document: Term): Term {
  const type = cast(call('JSONType', call('ifNull', document, text(''))), 'String');
  const named = call(
    'multiIf',
    call('in', type, call('tuple', text('Int64'), text('UInt64'), text('Double'))),
    text('number'),
    call('equals', type, text('Bool')),
    text('boolean'),
    call('lower', type),
  );
  return call('if', call('isNull', document), nothing, named);
}
