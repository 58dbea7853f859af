import { parseDecimal } from '../base/decimal.js';
import { isDigit, MINUS, POINT, ZERO } from '../base/json-bytes.js';
import { type Coercion, type JsonValue, outOfRange, wrongType } from './coercion.js';

/** A decimal this short without an exponent neither overflows nor underflows. */
const harmlessCharsMax = 15;

/** The engine reads texts up to this length exactly; longer ones are written in their shortest form. */
const verbatimCharsMax = 32;

/**
 * FLOAT and DOUBLE: JSON numbers, and strings that contain one in JSON syntax (no `NaN`, `Infinity`, `.5`, `+1` or
 * hexadecimal). Rounding to the nearest binary number is expected of such a column. Losing the magnitude is not: numbers
 * that would overflow, or underflow to zero, are refused. The sign of -0 is kept.
 */
export function floatCoercion(type: string, bits: 32 | 64): Coercion {
  const largest = bits === 32 ? '3.4028235e38' : '1.7976931348623157e308';
  const smallest = bits === 32 ? '1.4e-45' : '5e-324';
  const range = `the magnitudes of ${type} (${smallest} to ${largest}, or 0)`;
  const nearest = bits === 32 ? Math.fround : (wide: number) => wide;
  return (value, out) => {
    value.unescape();
    if (isHarmless(value)) {
      out.bytes(value.text, value.textStart, value.textEnd);
      return null;
    }
    const text = value.latin1();
    const decimal = parseDecimal(text);
    if (decimal === null) {
      return wrongType(value, `a number (${type})`);
    }
    const wide = Number(text);
    const stored = nearest(wide);
    if (!Number.isFinite(stored) || (stored === 0 && decimal.digits !== '')) {
      return outOfRange(value, range);
    }
    out.ascii(text.length <= verbatimCharsMax ? text : Object.is(wide, -0) ? '-0' : String(wide));
    return null;
  };
}

/** Fast path: plain digits with at most one point between them. Other values are checked in full. */
function isHarmless({ text, textStart, textEnd }: JsonValue): boolean {
  let at = text[textStart] === MINUS ? textStart + 1 : textStart;
  const count = textEnd - at;
  if (count < 1 || count > harmlessCharsMax || !isDigit(text[textEnd - 1] as number)) {
    return false;
  }
  if (!isDigit(text[at] as number) || (text[at] === ZERO && count > 1 && text[at + 1] !== POINT)) {
    return false;
  }
  let points = 0;
  for (; at < textEnd; at++) {
    const byte = text[at] as number;
    if (byte === POINT) {
      points++;
    } else if (!isDigit(byte)) {
      return false;
    }
  }
  return points <= 1;
}
