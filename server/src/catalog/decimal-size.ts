import { badInput } from '../base/errors.js';
import type { ColumnType, DeclaredType } from './column.js';

/** How many digits a DECIMAL has in all, and how many of them are after the point. */
export interface DecimalSize {
  readonly precision: number;
  readonly scale: number;
}

/** Rules for the sizes of DECIMAL columns. */
export const decimalRules = {
  /** Readers of Parquet and Arrow have no type for more digits. */
  precisionMax: 38,
  /** The most that the engine keeps in 64 bits. */
  precisionDefault: 18,
  /** Currencies have at most four decimals, and unit prices rarely more. */
  scaleDefault: 4,
  /** The decimals of most amounts of money. */
  moneyScale: 2,
  /** Words in the names of amounts of money, which are separated by `_` and in lower case. */
  moneyNamePattern:
    '(^|[_-])(price|amount|total|subtotal|cost|fee|tax|vat|revenue|balance|discount|salary|payment|refund|money)e?s?($|[_-])',
  /** An amount of money, with its decimals as the second group. */
  moneyPattern: '^-?(0|[1-9]\\d{0,13})(?:\\.(\\d{1,4}))?$',
} as const;

const { precisionMax, precisionDefault, scaleDefault } = decimalRules;

/** The size of a DECIMAL column. */
export const decimalSize = ({
  precision = precisionDefault,
  scale = Math.min(scaleDefault, precision),
}: Omit<DeclaredType, 'type'>): DecimalSize => ({ precision, scale });

const moneyName = new RegExp(decimalRules.moneyNamePattern);
const money = new RegExp(decimalRules.moneyPattern);

/**
 * The size of a column of amounts of money. Undefined if its name or one of its values says that it is something else, or if all are
 * whole numbers, which are as likely to be cents or points.
 */
export function moneySize(name: string, texts: readonly string[]): DecimalSize | undefined {
  if (!moneyName.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())) return undefined;
  const amounts = texts.map((text) => money.exec(text));
  const decimals = amounts.map((amount) => amount?.[2]?.length ?? 0);
  const most = Math.max(0, ...decimals);
  if (most === 0 || amounts.includes(null)) return undefined;
  const scale = most > decimalRules.moneyScale ? scaleDefault : decimalRules.moneyScale;
  return { precision: precisionDefault, scale };
}

/** The parameters of a new column's type, with their defaults. Refuses those that the type does not have. */
export function checkedSize(declared: DeclaredType, where: string): Partial<DecimalSize> {
  const { type } = declared;
  if (type !== 'DECIMAL') {
    if (declared.precision === undefined && declared.scale === undefined) return {};
    throw badInput(where, `${type} has no precision and no scale; leave them out, or use DECIMAL`);
  }
  const { precision, scale } = decimalSize(declared);
  if (!(precision >= 1 && precision <= precisionMax))
    throw badInput(where, `precision is ${precision}; a DECIMAL has 1 to ${precisionMax} digits`);
  if (!(scale >= 0 && scale <= precision))
    throw badInput(where, `scale is ${scale}; it must be 0 to ${precision}, the precision of the DECIMAL`);
  return { precision, scale };
}

/** A type as it is written: `DECIMAL(10, 2)`. */
export function typeText(declared: DeclaredType): ColumnType | `DECIMAL(${number}, ${number})` {
  if (declared.type !== 'DECIMAL') return declared.type;
  const { precision, scale } = decimalSize(declared);
  return `DECIMAL(${precision}, ${scale})`;
}
