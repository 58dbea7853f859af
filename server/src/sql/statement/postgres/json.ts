import { bool, call, cast, int, nothing, stringValue, text } from '../build-term.js';
import type { Term } from '../term.js';
import type { Context } from './context.js';
import type { Typed } from './typed.js';
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
  let document = left.term;
  for (const step of steps.slice(0, -1)) document = inner(document, step);
  const last = steps.at(-1);
  if (last === undefined) throw context.refuse(at, 'The path is empty.');
  return op.endsWith('>>')
    ? { term: innerText(document, last), type: textType, nullable: true, at }
    : { term: inner(document, last), type: jsonType, nullable: true, at };
}

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
const fromOne = (index: Term): Term =>
  call(
    'if',
    call('less', index, int(0)),
    call('toInt64', index),
    call('plus', call('toInt64', index), int(1)),
  );

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

/** By key only into objects and by index only into arrays: the engine would take the third value of an object. */
function reached(document: Term, step: Step, read: (place: Term) => Term, whole: Term): Term {
  const safe = call('ifNull', document, text(''));
  const byKey = (key: Term) => call('if', isObject(safe), read(key), nothing);
  // To PostgreSQL a value that is neither array nor object is an array of itself.
  const isWhole = (index: Term) =>
    call(
      'and',
      call('isNotNull', document),
      call('not', isObject(safe)),
      call('in', index, call('tuple', int(1), int(-1))),
    );
  const byIndex = (index: Term) =>
    call('multiIf', isArray(safe), read(index), isWhole(index), whole, nothing);
  if (step.kind === 'key') return byKey(step.key);
  if (step.kind === 'index') return byIndex(step.index);
  return call('if', isArray(safe), read(step.index), byKey(step.key));
}

function inner(document: Term, step: Step): Term {
  const safe = call('ifNull', document, text(''));
  const read = (place: Term) => call('nullIf', call('JSONExtractRaw', safe, place), text(''));
  return reached(document, step, read, document);
}

function innerText(document: Term, step: Step): Term {
  const safe = call('ifNull', document, text(''));
  const read = (...place: Term[]) => call('JSONExtract', safe, ...place, text('Nullable(String)'));
  return reached(document, step, read, read());
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
