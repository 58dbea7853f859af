import type { ValueType } from '../functions/value-type.js';
import { call, stringValue, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';

/** A path into a JSON document: a column, followed by keys and array indexes from 0. */
export interface JsonPath {
  readonly column: Term;
  readonly steps: readonly (string | number)[];
}

/**
 * Reads the value at a path as a type. JSON columns store the document's original text. JSONExtract reads the path into
 * a Nullable type: a missing key, a JSON null, a value of another type and text that is not JSON are all NULL, never 0
 * or ''. As text, strings have no quotes and other values are JSON. Text that spells a number or a boolean can be read as
 * one, as the intake does.
 */
export function pathTerm({ column, steps }: JsonPath, type: ValueType): Term {
  // The engine counts array elements from 1.
  const path = steps.map(
    (step): Term =>
      typeof step === 'number' ? { kind: 'value', type: 'Int64', text: String(step + 1) } : stringValue(step),
  );
  const read = (engineType: string, document = column) =>
    call('JSONExtract', document, ...path, text(engineType));
  const asText = steps.length === 0 ? column : read('Nullable(String)');
  switch (type) {
    case 'integer':
      return call('accurateCastOrNull', asText, text('Int64'));
    case 'number':
      return read('Nullable(Float64)');
    case 'boolean':
      return call('accurateCastOrNull', asText, text('Bool'));
    case 'date':
      return call('accurateCastOrNull', asText, text('Date32'));
    case 'timestamp':
      return call('parseDateTime64BestEffortOrNull', asText, { kind: 'number', value: 3 }, text('UTC'));
    case 'array':
      // The engine's arrays cannot be NULL, so a NULL document gives an empty array.
      return read('Array(Nullable(String))', call('ifNull', column, text('')));
    default:
      return asText;
  }
}
