import { bool, call, cast, int, nothing, stringValue, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Context } from './context.js';
import { contains } from './json-contains.js';
import type { JsonPlace, Typed } from './typed.js';
import { isInteger, jsonType, textType } from './types.js';
import { writtenItems } from './written-items.js';

/** Resolves `-> ->> #> #>> ? @> <@` of jsonb. Returns null for another operator. */
export function jsonOperator(
  context: Context,
  op: string,
  left: Typed,
  right: Typed,
  at: number,
): Typed | null {
  if (op === '<@') return jsonOperator(context, '@>', right, left, at);
  if (!['->', '->>', '#>', '#>>', '?', '@>'].includes(op)) return null;
  if (left.type.name !== 'json') throw context.refuse(at, `The operator ${op} needs jsonb on its left side.`);
  if (op === '@>') return contains(context, left, right, at);
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

/** A key, an index, or digits in a path, which are a key of an object or an index of an array. */
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
  throw context.refuse(value.at, 'This must be a key (text) or an index (an integer).');
}

/** Indexes count from 0 in PostgreSQL and from 1 in the engine. Negative ones count from the end in both. */
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
  if (value.type.name === 'array') {
    const written = writtenItems(value.term);
    if (written?.every((part) => part !== undefined)) return written.map((part) => pathStep(part as string));
  }
  const plain = /^\{([^{}"\\]*)\}$/.exec(value.literal ?? '');
  if (plain === null)
    throw context.refuse(value.at, "The path must be a literal without quotes inside, such as '{a,0,b}'.");
  return (plain[1] ?? '').split(',').map((part): Step => {
    if (part.trim() === '') throw context.refuse(value.at, 'A path with an empty step is not supported.');
    return pathStep(part.trim());
  });
}

function pathStep(part: string): Step {
  const key = stringValue(part);
  if (!/^-?\d{1,9}$/.test(part)) return { kind: 'key', key };
  const index = Number(part);
  return { kind: 'either', key, index: int(index < 0 ? index : index + 1) };
}

const isArray = (document: Term) => call('equals', cast(call('JSONType', document), 'String'), text('Array'));
const isObject = (document: Term) =>
  call('equals', cast(call('JSONType', document), 'String'), text('Object'));

/** In the engine, a key only finds values of objects, but an index also finds values of objects. */
function inside(place: JsonPlace, step: Step): JsonPlace {
  const { document, keys } = place;
  const byKey = (key: Term): JsonPlace => ({ document, keys: [...keys, key] });
  if (step.kind === 'key') return byKey(step.key);
  const type = cast(call('JSONType', call('ifNull', document, text('')), ...keys), 'String');
  const isOf = (name: string) => call('equals', type, text(name));
  const element = rawOf(byKey(step.index));
  if (step.kind === 'either')
    return { document: call('if', isOf('Array'), element, rawOf(byKey(step.key))), keys: [] };
  // PostgreSQL treats a scalar as an array with one element.
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
  if (right.literal === undefined) throw context.refuse(at, 'The key after ? must be a literal.');
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

/** The elements of a JSON array as JSON texts. */
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
