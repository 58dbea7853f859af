import { fixedText, parseDecimal, wholeDigitCount } from '../base/decimal.js';
import { IsoTime } from '../base/iso-time.js';
import type { DeclaredType } from '../catalog/column.js';
import { type DecimalSize, decimalSize } from '../catalog/decimal-size.js';

/**
 * Normalizes a unique ID by its column's type, so that requested and found IDs can be compared as text. Undefined for a
 * text that is not a value of the type: no record can have that ID.
 */
export function uniqueIdText(declared: DeclaredType, text: string): string | undefined {
  const { type } = declared;
  switch (type) {
    case 'INT8':
    case 'INT16':
    case 'INT32':
    case 'INT64':
      return integerText(text, BigInt(type.slice(3)));
    case 'FLOAT':
      return numberText(Math.fround(Number(text)), text);
    case 'DOUBLE':
      return numberText(Number(text), text);
    case 'DECIMAL':
      return decimalText(text, decimalSize(declared));
    case 'BOOLEAN':
      return text === 'true' || text === 'false' ? text : undefined;
    case 'DATE':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? timeText(`${text}T00:00:00Z`)?.slice(0, 10) : undefined;
    case 'TIMESTAMP':
      return timestampPattern.test(text)
        ? timeText(`${text.slice(0, 10)}T${text.slice(11).replace(/Z$/, '')}Z`)
        : undefined;
    default:
      return text.isWellFormed() ? text : undefined;
  }
}

/** A timestamp as shown in cells, or as ISO 8601 in UTC. */
const timestampPattern = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,3})?|T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)$/;
const integerDigitsMax = 20;

function integerText(text: string, bits: bigint): string | undefined {
  if (!/^[+-]?\d+$/.test(text) || text.length > integerDigitsMax) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(Number(bits), value) === value ? String(value) : undefined;
}

function numberText(value: number, text: string): string | undefined {
  return text.trim() !== '' && Number.isFinite(value) ? String(value) : undefined;
}

function decimalText(text: string, { precision, scale }: DecimalSize): string | undefined {
  const decimal = parseDecimal(text);
  const fits = decimal && decimal.exponent >= -scale && wholeDigitCount(decimal) <= precision - scale;
  return fits ? fixedText(decimal, scale) : undefined;
}

/** The engine's notation; undefined for impossible dates. */
function timeText(iso: string): string | undefined {
  const time = new IsoTime();
  const bytes = Buffer.from(iso);
  if (time.read(bytes, 0, bytes.length) !== 'read' || Number.isNaN(time.toMillis())) return undefined;
  return new Date(time.toMillis()).toISOString().replace('T', ' ').replace('Z', '');
}
