import { and, bool, call, cast, nothing, or, stringValue, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { implicitly } from './coerce.js';
import type { Context } from './context.js';
import type { Typed } from './typed.js';
import { boolType, jsonType } from './types.js';

/** `document @> '{"plan": "pro"}'`, with a literal on the right side. */
export function contains(context: Context, left: Typed, right: Typed, at: number): Typed {
  const written = right.literal ?? literalOf(right.term);
  if (written === undefined)
    throw context.refuse(at, 'The right side of @> must be a literal JSON document.');
  implicitly(context, { ...right, type: { name: 'unknown' }, literal: written }, jsonType, '@>');
  const wanted: unknown = JSON.parse(written);
  const document = call('ifNull', left.term, text(''));
  const found = new Containment(context).of(document, wanted, true);
  const term = left.nullable ? call('if', call('isNull', left.term), nothing, found) : found;
  return { term, type: boolType, nullable: left.nullable, at };
}

const literalOf = (term: Term): string | undefined =>
  term.kind === 'value' && term.type === 'String' ? term.text : undefined;

class Containment {
  constructor(readonly context: Context) {}

  /** Whether a document contains the value. At the top, an array contains a plain value that is one of its items. */
  of(document: Term, wanted: unknown, isTop: boolean): Term {
    if (Array.isArray(wanted))
      return and(isOf(document, 'Array'), ...wanted.map((item) => this.#someItem(document, item)));
    if (typeof wanted === 'object' && wanted !== null) return this.#object(document, wanted);
    const same = equalsPlain(document, wanted as string | number | boolean | null);
    return isTop ? or(same, and(isOf(document, 'Array'), this.#someItem(document, wanted))) : same;
  }

  #object(document: Term, wanted: object): Term {
    const members = Object.entries(wanted).map(([key, value]) =>
      this.of(call('JSONExtractRaw', document, stringValue(key)), value, false),
    );
    return and(isOf(document, 'Object'), ...members);
  }

  #someItem(document: Term, wanted: unknown): Term {
    const name = this.context.fresh('v');
    const body = this.of({ kind: 'variable', name }, wanted, false);
    const items = call('JSONExtractArrayRaw', document);
    return call('arrayExists', { kind: 'lambda', parameters: [name], body }, items);
  }
}

const isOf = (document: Term, type: string) =>
  call('equals', cast(call('JSONType', document), 'String'), text(type));

function equalsPlain(document: Term, wanted: string | number | boolean | null): Term {
  if (wanted === null) return and(call('equals', document, text('null')));
  if (typeof wanted === 'boolean') return call('equals', document, text(String(wanted)));
  const read = (type: string) => call('JSONExtract', document, text(`Nullable(${type})`));
  if (typeof wanted === 'string')
    return and(
      isOf(document, 'String'),
      call('ifNull', call('equals', read('String'), stringValue(wanted)), bool(false)),
    );
  const number: Term = { kind: 'value', type: 'Float64', text: String(wanted) };
  const isNumber = or(isOf(document, 'Int64'), isOf(document, 'UInt64'), isOf(document, 'Double'));
  return and(isNumber, call('ifNull', call('equals', read('Float64'), number), bool(false)));
}
