import type { ValueType } from '../functions/value-type.js';
import { call, stringValue, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';

/** A place in a JSON document: a column, then keys, and indexes of arrays from 0. */
export interface JsonPath {
  readonly column: Term;
  readonly steps: readonly (string | number)[];
}

/**
 * What stands at a path, read as a type. JSON columns hold the document's text as it came. A path is read with
 * JSONExtract into a Nullable type: a missing key, a JSON null, a value of another shape and text that is not JSON
 * all give NULL, never 0 or ''. As text, strings come without their quotes and everything else as JSON. As a number
 * or a boolean, text that spells one counts as one, as it does at the intake.
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
      // An array cannot be NULL to the engine: of a document that is NULL it is empty.
      return read('Array(Nullable(String))', call('ifNull', column, text('')));
    default:
      return asText;
  }
}
