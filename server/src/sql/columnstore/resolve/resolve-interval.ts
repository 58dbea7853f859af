import type { SyntaxOf } from '../syntax.js';
import {
  builtIn,
  type EngineValue,
  engineValue,
  type IntervalPart,
  type IntervalUnit,
  intervalUnits,
} from './engine-value.js';
import type { Resolving } from './resolving.js';

const amountDigitsMax = 9;
const part = /\s*([+-]?\d+)\s*([a-z]+)\s*,?/iy;

/** `INTERVAL 1 DAY`, `INTERVAL '1' DAY` and `INTERVAL '1 day 2 hours'`. */
export function resolveInterval(resolving: Resolving, { at, text, unit }: SyntaxOf<'interval'>): EngineValue {
  const written = unit === null ? text : `${text.trim()} ${unit}`;
  const parts: IntervalPart[] = [];
  let end = 0;
  while (end < written.trimEnd().length) {
    part.lastIndex = end;
    const [, amount = '', name = ''] = part.exec(written) ?? [];
    const known = unitOf(name);
    if (known === null || amount.length > amountDigitsMax) {
      throw resolving.refuse(at, `Write an interval as integers with the units ${intervalUnits.join(', ')}.`);
    }
    parts.push({ amount: String(Number(amount)), unit: known });
    end = part.lastIndex;
  }
  const [first] = parts;
  if (first === undefined) throw resolving.refuse(at, 'The interval is empty.');
  return { ...intervalOf(first), interval: parts };
}

/** An interval of one unit, the only kind that the engine has. */
export function intervalOf({ amount, unit }: IntervalPart): EngineValue {
  const count = engineValue({ kind: 'value', type: 'Int64', text: amount }, 'integer');
  return builtIn(`toInterval${unit}`, count);
}

const shortUnits: Readonly<Record<string, IntervalUnit>> = {
  sec: 'second',
  min: 'minute',
  mon: 'month',
  hr: 'hour',
};

/** Finds a unit of time by its singular or plural name. */
export function unitOf(name: string): IntervalUnit | null {
  const singular = name.toLowerCase().replace(/s$/, '');
  if (Object.hasOwn(shortUnits, singular)) return shortUnits[singular] ?? null;
  return intervalUnits.find((unit) => unit === singular) ?? null;
}
