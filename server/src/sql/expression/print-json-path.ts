import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';
import type { Values } from '../values.js';
import type { JsonPath } from './expr.js';
import { printColumn } from './print-column.js';

/**
 * JSON columns hold the document's text as it came. A path is read with JSONExtract into a Nullable type:
 * a missing key, a JSON null, a value of another shape and text that is no JSON all give NULL, never 0 or ''.
 * As text, strings come without their quotes and everything else as JSON. As a number or a boolean, text that
 * spells one counts as one, just as the intake takes it.
 */
export function printJsonPath({ type, column, table, steps }: JsonPath, values: Values): Sql {
  const name = printColumn(table, column);
  // The engine counts array elements from 1.
  const path = steps.map((step) =>
    typeof step === 'number' ? values.add('Int64', String(step + 1)) : values.add('String', step),
  );
  const read = (engineType: string) => `JSONExtract(${[name, ...path, `'${engineType}'`].join(', ')})`;
  const text = steps.length === 0 ? name : read('Nullable(String)');
  switch (type) {
    case 'integer':
      return asSql(`accurateCastOrNull(${text}, 'Int64')`);
    case 'number':
      return asSql(read('Nullable(Float64)'));
    case 'boolean':
      return asSql(`accurateCastOrNull(${text}, 'Bool')`);
    case 'date':
      return asSql(`accurateCastOrNull(${text}, 'Date32')`);
    case 'timestamp':
      return asSql(`parseDateTime64BestEffortOrNull(${text}, 3, 'UTC')`);
    case 'array':
      // An array cannot be NULL to the engine: a document that is NULL has an empty one.
      return asSql(
        `JSONExtract(${[`ifNull(${name}, '')`, ...path, "'Array(Nullable(String))'"].join(', ')})`,
      );
    default:
      return asSql(text);
  }
}
