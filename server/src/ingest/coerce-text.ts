import type { Coercion } from './coercion.js';

/**
 * STRING: strings unchanged, including empty ones and NUL characters; any other value as its JSON text. The string literal
 * goes to the engine as the sender wrote it, because the engine reads JSON too.
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
