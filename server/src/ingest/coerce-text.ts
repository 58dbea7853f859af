import type { Coercion } from './coercion.js';

/**
 * STRING: strings as they are, empty ones and NUL characters included; anything else as its JSON text.
 * A string's own literal goes to the engine as the sender wrote it: both speak JSON.
 */
export const coerceString: Coercion = (value, out) => {
  if (value.isString) {
    out.bytes(value.source, value.start, value.end);
  } else {
    out.quotedCompact(value.source, value.start, value.end);
  }
  return null;
};

/** JSON: the JSON text of any value, without white space between its tokens; a string keeps its quotes. */
export const coerceJson: Coercion = (value, out) => {
  out.quotedCompact(value.source, value.start, value.end);
  return null;
};
