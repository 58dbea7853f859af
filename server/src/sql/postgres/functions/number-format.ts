import type { Context } from '../context.js';

/** What a part of a number format writes. `text` is literal text. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'digit'; readonly isZero: boolean }
  | { readonly kind: 'point' | 'group' | 'minus' | 'plus' | 'sign' | 'currency' | 'TH' | 'th' }
  /** Where the number ends. */
  | { readonly kind: 'end' };

/** Where the sign of a number is: at its first digit, also as a plus, around it, at its end, or in parts of its own. */
export type SignStyle = 'before' | 'always' | 'brackets' | 'after' | 'apart';

export interface NumberFormat {
  readonly parts: readonly Part[];
  /** The number of digits before and after the point. */
  readonly whole: number;
  readonly decimals: number;
  /** The power of ten by which V multiplies. */
  readonly shift: number;
  /** The index of the first digit that is at least a zero; null if there is none before the point. */
  readonly firstZero: number | null;
  /** FM: no spaces and no trailing zeros. */
  readonly isShort: boolean;
  readonly hasPoint: boolean;
  readonly sign: SignStyle;
}

const formatLengthMax = 100;

const words =
  /"((?:\\.|[^"])*)"?|(EEEE|FM|MI|PL|PR|RN|SG|SP|TH|[09.,BCDGLSV]|eeee|fm|mi|pl|pr|rn|sg|sp|th|[bcdglsv])|(?:\\(?="))?(.)/gsu;

const parts: Readonly<Record<string, Part>> = {
  '.': { kind: 'point' },
  D: { kind: 'point' },
  ',': { kind: 'group' },
  G: { kind: 'group' },
  MI: { kind: 'minus' },
  PL: { kind: 'plus' },
  SG: { kind: 'sign' },
  L: { kind: 'currency' },
  '9': { kind: 'digit', isZero: false },
  '0': { kind: 'digit', isZero: true },
};

/** Reads a number format of `to_char`. It is a picture of the number: its words count digits and place signs. */
export function readNumberFormat(context: Context, format: string, at: number): NumberFormat {
  const refuse = (problem: string) => context.refuse(at, `The number format ${problem}.`);
  if (format.length > formatLengthMax) throw refuse(`can have at most ${formatLengthMax} characters`);
  const read: Part[] = [];
  const used = new Set<string>();
  let [whole, decimals, shift] = [0, 0, 0];
  let firstZero: number | null = null;
  let wholeBeforeSign = 0;
  for (const [, quoted, word, other] of format.matchAll(words)) {
    if (word === undefined) {
      read.push({ kind: 'text', text: other ?? (quoted ?? '').replace(/\\(.)/gsu, '$1') });
      continue;
    }
    const name = word.toUpperCase();
    const part: Part | undefined = word === 'TH' || word === 'th' ? { kind: word } : parts[name];
    if (name === 'EEEE' || name === 'RN') throw refuse(`${name} is not supported`);
    if (part?.kind === 'digit') {
      if (used.has('PR')) throw refuse('has a digit after PR');
      if (part.isZero && !used.has('point')) firstZero ??= whole;
      if (used.has('point')) decimals += 1;
      else if (used.has('V') && !part.isZero) shift += 1;
      else whole += 1;
    }
    if (part?.kind === 'point' && used.has('point')) throw refuse('has two decimal points');
    if (name === 'S' && used.has('S')) throw refuse('has S twice');
    if (name === 'S') wholeBeforeSign = used.has('point') ? Number.NaN : whole;
    used.add(part?.kind === 'point' ? 'point' : name);
    if (part !== undefined) read.push(part);
  }
  if (used.has('TH') && whole + decimals === 0) throw refuse('has TH and no digits');
  const signs = ['S', 'PR'].filter((name) => used.has(name));
  const apart = ['MI', 'PL', 'SG'].filter((name) => used.has(name));
  if (signs.length + Math.min(apart.length, 1) > 1)
    throw refuse(`cannot have ${[...signs, ...apart].join(' and ')} together`);
  if (used.has('V') && used.has('point')) throw refuse('cannot have V and a decimal point together');
  const last = read.findLastIndex(({ kind }) => kind === 'digit' || kind === 'point');
  return {
    parts: last < 0 ? read : read.toSpliced(last + 1, 0, { kind: 'end' }),
    whole: whole + shift,
    decimals,
    shift,
    firstZero,
    isShort: used.has('FM'),
    hasPoint: used.has('point'),
    sign: signStyle(used, wholeBeforeSign < whole + shift),
  };
}

function signStyle(used: ReadonlySet<string>, isAhead: boolean): SignStyle {
  if (used.has('S')) return isAhead ? 'always' : 'after';
  if (used.has('PR')) return 'brackets';
  return used.has('MI') || used.has('SG') ? 'apart' : 'before';
}
