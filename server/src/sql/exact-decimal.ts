import { type DecimalSize, typeText } from '../catalog/decimal-size.js';
import { columnStoreType } from './column-store-type.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { stringLiteral } from './values.js';

/**
 * The engine's own conversions to a decimal drop decimals that do not fit, accept more digits than the precision, and turn the
 * double 0.29 into 0.28. These read the text of a number, which is what the number means.
 */
const digitsMax = 76;
/** Of longer texts the engine would drop decimals without notice. */
const textDecimalsMax = 37;

/** A number or its text as a DECIMAL; null if the DECIMAL does not hold all its digits. */
export function exactDecimal(value: Sql, size: DecimalSize): Sql {
  const { wide, limit, narrow } = decimalParts(value, size);
  const stored = narrow(asSql(`if(abs(${wide}) < ${limit}, ${wide}, NULL)`));
  const isLong = `match(toString(${value}), '\\\\.\\\\d{${Math.max(textDecimalsMax, size.scale) + 1}}')`;
  // A float so small that nothing of it is left.
  const isLost = `(${stored} = 0 AND match(toString(${value}), '^[^eE]*[1-9]'))`;
  return asSql(`if(${stored} = ${wide} AND NOT ${isLong} AND NOT ${isLost}, ${stored}, NULL)`);
}

/** A number as a DECIMAL, rounded to its decimals. Fails if it has too many digits before the point. */
export function roundedDecimal(value: Sql, size: DecimalSize): Sql {
  const { wide, limit, narrow } = decimalParts(value, size);
  const rounded = `round(${wide}, ${size.scale})`;
  const isTooLarge = `(${value} IS NOT NULL AND NOT ifNull(abs(${rounded}) < ${limit}, false))`;
  return narrow(checkedSql(asSql(isTooLarge), mismatch(size), asSql(rounded)));
}

/** The text of the engine's error for a value that does not fit. */
export const mismatch = (size: DecimalSize) =>
  `a number does not fit ${typeText({ type: 'DECIMAL', ...size })}`;

/** The value, or an error with this message if the condition is true. */
export const checkedSql = (condition: Sql, message: string, value: Sql): Sql =>
  asSql(`if(throwIf(${condition}, ${stringLiteral(message)}) = 0, ${value}, NULL)`);

function decimalParts(value: Sql, size: DecimalSize) {
  const wholeMax = size.precision - size.scale;
  const wideType = `Decimal(${digitsMax}, ${digitsMax - 1 - wholeMax})`;
  const type = columnStoreType({ type: 'DECIMAL', ...size, nullable: true });
  return {
    wide: asSql(`accurateCastOrNull(toString(${value}), '${wideType}')`),
    limit: asSql(`CAST('1${'0'.repeat(wholeMax)}', '${wideType}')`),
    narrow: (wide: Sql) => asSql(`CAST(${wide}, ${stringLiteral(type)})`),
  };
}
