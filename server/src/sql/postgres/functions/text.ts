import { bool, call, cast, int, nothing, stringValue, text, unless } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { statementLimits } from '../../text/statement-limits.js';
import { implicitly } from '../coerce.js';
import type { Context } from '../context.js';
import { matchesNothing, toRe2, wordCharacters } from '../regex.js';
import type { Typed } from '../typed.js';
import { arrayOf, boolType, engineType, int4Type, textType } from '../types.js';
import { format } from './format.js';
import { checkCount, type Handler, type Handlers, simple, writtenNumber, writtenText } from './handler.js';
import { shown } from './shown.js';

const toInt4 = (term: Term, nullable: boolean) => cast(term, nullable ? 'Nullable(Int32)' : 'Int32');

const counted = (name: 'lengthUTF8' | 'length'): Handler =>
  simple([textType], int4Type, ([value], [typed]) =>
    toInt4(call(name, value as Term), typed?.nullable === true),
  );

const reversed = simple([textType], textType, ([value]) => call('reverseUTF8', value as Term));

/** PostgreSQL maps single characters; the engine also maps one letter to two, and Σ depending on its position. */
export const lowered = (value: Term): Term =>
  call(
    'lowerUTF8',
    call('replaceAll', call('replaceAll', value, text('İ'), text('i')), text('Σ'), text('σ')),
  );

const lower = simple([textType], textType, ([value]) => lowered(value as Term));

const unlessLonger = (result: Term, source: Term): Term => {
  const isLonger = call('notEquals', call('lengthUTF8', result), call('lengthUTF8', source));
  return unless(isLonger, 'a letter that becomes several letters in the other case is not supported', result);
};

/** A private-use character that replaces ß while the rest is converted to upper case. */
const placeholder = '\u{f8ff}';

function capitals(value: Term): Term {
  const kept = call('replaceAll', value, text('ß'), text(placeholder));
  return call('replaceAll', call('upperUTF8', kept), text(placeholder), text('ß'));
}

const upper = simple([textType], textType, ([value]) => unlessLonger(capitals(value as Term), value as Term));

/** Converts word by word, because the engine's initcap does not handle every letter. */
const initcap = simple([textType], textType, ([value], [typed], context) => {
  const source = call('ifNull', value as Term, text(''));
  const variable = context.fresh('v');
  const word: Term = { kind: 'variable', name: variable };
  const body = call(
    'concat',
    capitals(call('leftUTF8', word, int(1))),
    lowered(call('substringUTF8', word, int(2))),
  );
  const pieces = call('extractAll', source, text(`[${wordCharacters}]+|[^${wordCharacters}]+`));
  const words = call('arrayMap', { kind: 'lambda', parameters: [variable], body }, pieces);
  const result = unlessLonger(call('arrayStringConcat', words), source);
  return typed?.nullable === true ? call('if', call('isNull', value as Term), nothing, result) : result;
});

/** `substring(s, from, for)`. Positions before the first character count against the length. */
const substring: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 3, at, name);
  const [source, start, count] = args;
  if (start !== undefined && (start.type.name === 'unknown' || start.type.name === 'text')) {
    return substringByPattern(context, source, start, count, at);
  }
  const value = implicitly(context, source as Typed, textType, name);
  const from = implicitly(context, start as Typed, int4Type, name);
  const nullable = args.some((arg) => arg.nullable);
  // Not `greatest`, because the engine's ignores NULL.
  const first = call('if', call('less', from.term, int(1)), int(1), from.term);
  if (count === undefined)
    return { term: call('substringUTF8', value.term, first), type: textType, nullable, at };
  const length = implicitly(context, count, int4Type, name);
  const end = call('plus', call('toInt64', from.term), call('toInt64', length.term));
  const many = call('minus', end, call('toInt64', first));
  const rest = call('if', call('less', many, int(0)), int(0), many);
  const term = call('substringUTF8', value.term, first, rest);
  const checked =
    length.literal !== undefined && !length.literal.startsWith('-')
      ? term
      : unless(call('less', length.term, int(0)), 'negative substring length not allowed', term);
  return { term: checked, type: textType, nullable, at };
};

/** `substring(s from 'pattern')`: the first group, or the whole match. */
function substringByPattern(
  context: Context,
  source: Typed | undefined,
  pattern: Typed,
  count: Typed | undefined,
  at: number,
): Typed {
  if (count !== undefined || source === undefined)
    throw context.refuse(at, 'substring … SIMILAR is not supported.');
  const value = implicitly(context, source, textType, 'substring');
  const regex = stringValue(
    toRe2(context, writtenText(context, pattern, 'A regular expression', at), 'extract', at),
  );
  const found = call('extract', value.term, regex);
  const term = call(
    'if',
    call('ifNull', call('match', value.term, regex), bool(false)),
    cast(found, 'Nullable(String)'),
    nothing,
  );
  return { term, type: textType, nullable: true, at };
}

/** `left` and `right`. A negative count means all but that many characters. */
const edge = (side: 'leftUTF8' | 'rightUTF8'): Handler =>
  simple([textType, int4Type], textType, ([value, count], typed) => {
    const [source, amount] = [value as Term, count as Term];
    const [, written] = typed;
    if (written?.literal !== undefined && !written.literal.startsWith('-')) return call(side, source, amount);
    const all = call('greatest', call('plus', call('toInt64', call('lengthUTF8', source)), amount), int(0));
    return call(side, source, call('if', call('less', amount, int(0)), all, call('toInt64', amount)));
  });

const trimmed =
  (side: 'trimBoth' | 'trimLeft' | 'trimRight'): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 1, 2, at, name);
    const value = implicitly(context, args[0] as Typed, textType, name);
    const characters = args[1] === undefined ? ' ' : writtenText(context, args[1], 'What is trimmed', at);
    const term = characters === '' ? value.term : call(side, value.term, stringValue(characters));
    return { term, type: textType, nullable: value.nullable, at };
  };

const padded =
  (side: 'leftPadUTF8' | 'rightPadUTF8'): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 2, 3, at, name);
    const value = implicitly(context, args[0] as Typed, textType, name);
    const length = writtenNumber(context, args[1], 'The length', at);
    const fill = args[2] === undefined ? ' ' : writtenText(context, args[2], 'The filling', at);
    if (length > statementLimits.paddedLengthMax) {
      throw context.refuse(at, `${name} can produce at most ${statementLimits.paddedLengthMax} characters.`);
    }
    const most = int(Math.max(length, 0));
    const term =
      fill === '' ? call('leftUTF8', value.term, most) : call(side, value.term, most, stringValue(fill));
    return { term, type: textType, nullable: value.nullable, at };
  };

const repeated: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const count = writtenNumber(context, args[1], 'The count', at);
  if (count > statementLimits.paddedLengthMax) {
    throw context.refuse(at, `The count of ${name} can be at most ${statementLimits.paddedLengthMax}.`);
  }
  return {
    term: call('repeat', value.term, int(Math.max(count, 0))),
    type: textType,
    nullable: value.nullable,
    at,
  };
};

const splitPart: Handler = (context, args, at, name) => {
  checkCount(context, args, 3, 3, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const delimiter = writtenText(context, args[1], 'The delimiter', at);
  const place = writtenNumber(context, args[2], 'The field', at);
  if (delimiter === '') throw context.refuse(at, 'The delimiter of split_part must not be empty.');
  if (place === 0) throw context.refuse(at, 'The field position of split_part must not be zero.');
  const parts = call('splitByString', stringValue(delimiter), call('ifNull', value.term, text('')));
  const part = call('arrayElement', parts, int(place));
  const term = value.nullable ? call('if', call('isNull', value.term), nothing, part) : part;
  return { term, type: textType, nullable: value.nullable, at };
};

/** concat ignores NULLs. */
const concat: Handler = (context, args, at) => {
  const parts = args.map((arg) => {
    const value = shown(context, arg);
    return value.nullable ? call('ifNull', value.term, text('')) : value.term;
  });
  return { term: call('concat', text(''), ...parts), type: textType, nullable: false, at };
};

const concatWs: Handler = (context, args, at, name) => {
  const [separator, ...rest] = args;
  const between = writtenText(context, separator, 'The separator', at);
  if (rest.length === 0) throw context.refuse(at, `${name} needs at least one value.`);
  const values = rest.map((arg) => cast(shown(context, arg).term, 'Nullable(String)'));
  const variable = context.fresh('v');
  const isThere: Term = {
    kind: 'lambda',
    parameters: [variable],
    body: call('isNotNull', { kind: 'variable', name: variable }),
  };
  const present = call('arrayFilter', isThere, call('array', ...values));
  const term = call('arrayStringConcat', cast(present, 'Array(String)'), stringValue(between));
  return { term, type: textType, nullable: false, at };
};

const replacement = /\\([&1-9\\])/g;

const regexpReplace: Handler = (context, args, at, name) => {
  checkCount(context, args, 3, 4, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const flags = args[3] === undefined ? '' : writtenText(context, args[3], 'The flags', at);
  if (!/^[gi]*$/.test(flags)) throw context.refuse(at, 'regexp_replace supports only the flags g and i.');
  const pattern = toRe2(context, writtenText(context, args[1], 'The regular expression', at), 'extract', at);
  // After an empty match the engine advances by one byte, which would split characters.
  if (flags.includes('g') && matchesNothing(pattern))
    throw context.refuse(at, 'The flag g is not supported with a pattern that can match the empty string.');
  const by = writtenText(context, args[2], 'The replacement', at);
  if (by.replace(replacement, '').includes('\\'))
    throw context.refuse(at, 'This backslash in the replacement is not supported.');
  const written = by.replace(replacement, (whole, what: string) => (what === '&' ? '\\0' : whole));
  const regex = stringValue(`${flags.includes('i') ? '(?i)' : ''}${pattern}`);
  const fn = flags.includes('g') ? 'replaceRegexpAll' : 'replaceRegexpOne';
  return {
    term: call(fn, value.term, regex, stringValue(written)),
    type: textType,
    nullable: value.nullable,
    at,
  };
};

const translate: Handler = (context, args, at, name) => {
  checkCount(context, args, 3, 3, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const from = [...writtenText(context, args[1], 'The first set', at)];
  const to = [...writtenText(context, args[2], 'The second set', at)].slice(0, from.length);
  if (new Set(from).size !== from.length)
    throw context.refuse(
      at,
      'translate does not support a character that occurs twice in its second argument.',
    );
  if (from.length === 0) return { ...value, at };
  return {
    term: call('translateUTF8', value.term, stringValue(from.join('')), stringValue(to.join(''))),
    type: textType,
    nullable: value.nullable,
    at,
  };
};

const position: Handler = simple([textType, textType], int4Type, ([source, part], typed) => {
  const nullable = typed.some((arg) => arg.nullable);
  return toInt4(call('positionUTF8', source as Term, part as Term), nullable);
});

/** The code point of the first character, which the engine reads byte by byte. */
const ascii = simple([textType], int4Type, ([value], [typed]) => {
  const byte = (place: number) =>
    call('positiveModulo', call('ascii', call('substring', value as Term, int(place), int(1))), int(256));
  const rest = (place: number) => call('minus', byte(place), int(128));
  const joined = (lead: number, count: number) => {
    let code = call('minus', call('toInt64', byte(1)), int(lead));
    for (let place = 2; place <= count; place += 1)
      code = call('plus', call('multiply', code, int(64)), rest(place));
    return code;
  };
  const code = call(
    'multiIf',
    call('ifNull', call('less', byte(1), int(128)), bool(true)),
    call('toInt64', byte(1)),
    call('less', byte(1), int(224)),
    joined(192, 2),
    call('less', byte(1), int(240)),
    joined(224, 3),
    joined(240, 4),
  );
  return toInt4(code, typed?.nullable === true);
});

const codePointMax = 0x10ffff;

const chr = simple([int4Type], textType, ([value], [typed]) => {
  const code = call('ifNull', call('toInt64', value as Term), int(1));
  const byte = (lead: number, size: number) =>
    call('plus', int(lead), call('modulo', call('intDiv', code, int(size)), int(lead === 128 ? 64 : 256)));
  const letter = call(
    'multiIf',
    call('less', code, int(0x80)),
    call('char', code),
    call('less', code, int(0x800)),
    call('char', byte(192, 64), byte(128, 1)),
    call('less', code, int(0x10000)),
    call('char', byte(224, 4096), byte(128, 64), byte(128, 1)),
    call('char', byte(240, 262_144), byte(128, 4096), byte(128, 64), byte(128, 1)),
  );
  const isNull = call('equals', code, int(0));
  const isOutside = call('or', call('less', code, int(0)), call('greater', code, int(codePointMax)));
  const checked = unless(
    isNull,
    'null character not permitted',
    unless(isOutside, 'requested character too large for encoding', letter),
  );
  return typed?.nullable === true ? call('if', call('isNull', value as Term), nothing, checked) : checked;
});

/** The groups of the first match, or the whole match of a pattern without groups. NULL without a match. */
const regexpMatch: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 3, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const { regex, groups } = extracting(context, args, at, name);
  const text = value.nullable ? call('ifNull', value.term, stringValue('')) : value.term;
  const found =
    groups === 0 ? call('array', call('extract', text, regex)) : call('extractGroups', text, regex);
  const type = arrayOf(textType);
  const isMatch = call('ifNull', call('match', value.term, regex), bool(false));
  const none = cast(call('arraySlice', call('array', stringValue('')), int(2)), 'Array(String)');
  const term = cast(call('if', isMatch, found, none), engineType(type, false));
  return { term, type, nullable: false, at, emptyIsNull: true };
};

const regexpLike: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 3, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const flags = args[2] === undefined ? '' : writtenText(context, args[2], 'The flags', at);
  if (!/^i*$/.test(flags)) throw context.refuse(at, `${name} supports only the flag i.`);
  const pattern = toRe2(context, writtenText(context, args[1], 'The regular expression', at), 'test', at);
  const regex = stringValue(`${flags === '' ? '' : '(?i)'}${pattern}`);
  return { term: call('match', value.term, regex), type: boolType, nullable: value.nullable, at };
};

function extracting(context: Context, args: readonly Typed[], at: number, name: string) {
  const flags = args[2] === undefined ? '' : writtenText(context, args[2], 'The flags', at);
  if (!/^i*$/.test(flags)) throw context.refuse(at, `${name} supports only the flag i.`);
  const pattern = toRe2(context, writtenText(context, args[1], 'The regular expression', at), 'extract', at);
  return { regex: stringValue(`${flags === '' ? '' : '(?i)'}${pattern}`), groups: groupsIn(pattern) };
}

/** How many groups of a regular expression keep what they match. */
function groupsIn(pattern: string): number {
  let groups = 0;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (isInClass) isInClass = char !== ']';
    else if (char === '[') isInClass = true;
    else if (char === '(' && pattern[at + 1] !== '?') groups += 1;
  }
  return groups;
}

export const textFunctions: Handlers = {
  ascii,
  chr,
  regexp_match: regexpMatch,
  regexp_like: regexpLike,
  length: counted('lengthUTF8'),
  char_length: counted('lengthUTF8'),
  character_length: counted('lengthUTF8'),
  octet_length: counted('length'),
  lower,
  upper,
  reverse: reversed,
  initcap,
  substring,
  substr: substring,
  left: edge('leftUTF8'),
  right: edge('rightUTF8'),
  btrim: trimmed('trimBoth'),
  trim: trimmed('trimBoth'),
  ltrim: trimmed('trimLeft'),
  rtrim: trimmed('trimRight'),
  lpad: padded('leftPadUTF8'),
  rpad: padded('rightPadUTF8'),
  repeat: repeated,
  split_part: splitPart,
  concat,
  concat_ws: concatWs,
  format,
  gen_random_uuid: simple([], textType, () => call('toString', call('generateUUIDv4'))),
  replace: simple([textType, textType, textType], textType, ([value, from, to]) =>
    call('replaceAll', value as Term, from as Term, to as Term),
  ),
  regexp_replace: regexpReplace,
  translate,
  position,
  strpos: position,
  starts_with: simple([textType, textType], boolType, ([value, start]) =>
    call('startsWith', value as Term, start as Term),
  ),
};
