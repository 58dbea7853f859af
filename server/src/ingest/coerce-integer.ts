import { parseDecimal, wholeDigitCount } from '../base/decimal.js';
import { isDigit, MINUS, ZERO } from '../base/json-bytes.js';
import { type Coercion, type JsonValue, outOfRange, wrongType } from './coercion.js';
import type { RowWriter } from './row-writer.js';

/** Any integer with up to this many digits is exact in a double. */
const exactDigitsMax = 15;

/**
 * INT8 … INT64: JSON numbers with an integral value, and strings that contain one. `1.0`, `1e3` and `-0` are integers (1,
 * 1000, 0); `1.5`, `"+7"`, `" 7"` and `""` are not, and neither is `"007"`, an identifier that would be stored as 7.
 */
export function integerCoercion(type: string, bits: number): Coercion {
  const max = 2n ** BigInt(bits - 1) - 1n;
  const min = -max - 1n;
  const range = `${min} to ${max} (${type})`;
  const isPlain = plainIntegerCheck(Number(min), Number(max));
  return (value, out) => {
    value.unescape();
    if (isPlain(value)) {
      out.bytes(value.text, value.textStart, value.textEnd);
      return null;
    }
    const decimal = parseDecimal(value.latin1());
    if (decimal === null || decimal.exponent < 0) {
      return wrongType(value, `a whole number (${type})`);
    }
    if (wholeDigitCount(decimal) > max.toString().length) {
      return outOfRange(value, range);
    }
    const magnitude = BigInt(`${decimal.digits}${'0'.repeat(decimal.exponent)}`);
    const integer = decimal.negative ? -magnitude : magnitude;
    return integer < min || integer > max ? outOfRange(value, range) : write(integer, out);
  };
}

function write(integer: bigint, out: RowWriter): null {
  out.ascii(integer.toString());
  return null;
}

/** Fast path: plain digits, few enough to compare as a double. Other values are checked in full. */
function plainIntegerCheck(min: number, max: number): (value: JsonValue) => boolean {
  return ({ text, textStart, textEnd }) => {
    const negative = text[textStart] === MINUS;
    let at = negative ? textStart + 1 : textStart;
    const count = textEnd - at;
    if (count < 1 || count > exactDigitsMax || (text[at] === ZERO && (count > 1 || negative))) {
      return false;
    }
    let magnitude = 0;
    for (; at < textEnd; at++) {
      const byte = text[at] as number;
      if (!isDigit(byte)) {
        return false;
      }
      magnitude = magnitude * 10 + (byte - ZERO);
    }
    return negative ? -magnitude >= min : magnitude <= max;
  };
}
