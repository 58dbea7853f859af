import { call, cast, or, text, unless } from '../../term/build-term.js';
import type { FunctionName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import { implicitly } from '../coerce.js';
import type { Typed } from '../typed.js';
import { byteaType, engineType, textType } from '../types.js';
import { checkCount, type Handler, type Handlers, refuseType, simple, writtenText } from './handler.js';

/** `bytea` exists between these functions only: `encode(sha256(convert_to(x, 'UTF8')), 'hex')`. The engine's String holds any bytes. */

const hash = (name: FunctionName): Handler =>
  simple([byteaType], byteaType, ([value], [typed]) =>
    cast(call(name, value as Term), engineType(byteaType, typed?.nullable === true)),
  );

const inHex = (value: Term) => call('lower', call('hex', value));

const md5: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  const [given] = args as [Typed];
  const value = given.type.name === 'bytea' ? given : implicitly(context, given, textType, name);
  return { ...value, term: inHex(call('MD5', value.term)), type: textType, at };
};

/** As in PostgreSQL, each 76 digits that need no padding end a line. */
const inBase64 = (value: Term) =>
  call('replaceRegexpAll', call('base64Encode', value), text('[^=]{76}'), text('\\0\n'));

const encoders: Readonly<Record<string, (value: Term) => Term>> = { hex: inHex, base64: inBase64 };

function ofHex(value: Term): Term {
  const isWrong = call('not', call('match', value, text('^(?:[ \\t\\r\\n]*[0-9A-Fa-f]{2})*[ \\t\\r\\n]*$')));
  return unless(isWrong, 'invalid hexadecimal data', call('unhex', withoutSpaces(value)));
}

function ofBase64(value: Term): Term {
  const digits = withoutSpaces(value);
  const isWrong = call(
    'not',
    call('match', digits, text('^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$')),
  );
  // The engine's function has an error of its own, which it raises before that of the condition.
  const valid = call('if', isWrong, text(''), digits);
  return unless(isWrong, 'invalid base64 sequence', call('base64Decode', valid));
}

const withoutSpaces = (value: Term) => call('replaceRegexpAll', value, text('[ \\t\\r\\n]+'), text(''));

const decoders: Readonly<Record<string, (value: Term) => Term>> = { hex: ofHex, base64: ofBase64 };

const coder =
  (coders: typeof encoders, from: typeof textType, to: typeof textType): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    const format = writtenText(context, args[1], 'The format', at).toLowerCase();
    const code = Object.hasOwn(coders, format) ? coders[format] : undefined;
    if (code === undefined) throw context.refuse(at, `${name} supports only the formats 'hex' and 'base64'.`);
    const value = implicitly(context, args[0] as Typed, from, name);
    return { term: code(value.term), type: to, nullable: value.nullable, at };
  };

const utf8 = /^utf-?8$/i;

const converter =
  (from: typeof textType, to: typeof textType, convert: (value: Term) => Term): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    if (!utf8.test(writtenText(context, args[1], 'The encoding', at)))
      throw context.refuse(at, `${name} supports only the encoding 'UTF8'.`);
    const [given] = args as [Typed];
    if (given.type.name !== from.name && given.type.name !== 'unknown')
      throw refuseType(context, name, given);
    const value = implicitly(context, given, from, name);
    return { term: convert(value.term), type: to, nullable: value.nullable, at };
  };

function asUtf8(value: Term): Term {
  const hasNul = call('match', value, text('\\x00'));
  const isWrong = or(call('not', call('isValidUTF8', value)), hasNul);
  return unless(isWrong, 'invalid byte sequence for encoding "UTF8"', value);
}

export const byteFunctions: Handlers = {
  encode: coder(encoders, byteaType, textType),
  decode: coder(decoders, textType, byteaType),
  convert_to: converter(textType, byteaType, (value) => value),
  convert_from: converter(byteaType, textType, asUtf8),
  md5,
  sha224: hash('SHA224'),
  sha256: hash('SHA256'),
  sha384: hash('SHA384'),
  sha512: hash('SHA512'),
};
