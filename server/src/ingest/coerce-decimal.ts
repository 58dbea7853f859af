import { fixedText, parseDecimal, wholeDigitCount } from '../base/decimal.js';
import { isDigit, POINT, ZERO } from '../base/json-bytes.js';
import { type DecimalSize, typeText } from '../catalog/decimal-size.js';
import { type Coercion, type JsonValue, showValue, wrongType } from './coercion.js';

/**
 * DECIMAL: JSON numbers, and strings that contain one in JSON syntax, that have no more digits than the column. All are written
 * with all decimals of the column, so that equal numbers have equal texts.
 */
export function decimalCoercion({ precision, scale }: DecimalSize): Coercion {
  const name = typeText({ type: 'DECIMAL', precision, scale });
  const wholeMax = precision - scale;
  const tooLong = (value: JsonValue, digits: string) => ({
    reason: 'out_of_range' as const,
    message: `${showValue(value)} has more than ${digits} the point, which do not fit ${name}`,
  });
  return (value, out) => {
    value.unescape();
    if (isFixed(value, wholeMax, scale)) {
      out.bytes(value.text, value.textStart, value.textEnd);
      return null;
    }
    const decimal = parseDecimal(value.latin1());
    if (decimal === null) return wrongType(value, `a number (${name})`);
    if (decimal.exponent < -scale) return tooLong(value, `${counted(scale)} after`);
    if (wholeDigitCount(decimal) > wholeMax) return tooLong(value, `${counted(wholeMax)} before`);
    out.ascii(fixedText(decimal, scale));
    return null;
  };
}

const counted = (digits: number) => `${digits} ${digits === 1 ? 'digit' : 'digits'}`;

/** Fast path: a positive number as it would be written. Other values are checked in full. */
function isFixed({ text, textStart, textEnd }: JsonValue, wholeMax: number, scale: number): boolean {
  const point = scale === 0 ? textEnd : textEnd - scale - 1;
  const whole = point - textStart;
  if (whole < 1 || whole > wholeMax || (whole > 1 && text[textStart] === ZERO)) return false;
  for (let at = textStart; at < textEnd; at++) {
    const byte = text[at] as number;
    if (at === point ? byte !== POINT : !isDigit(byte)) return false;
  }
  return true;
}
