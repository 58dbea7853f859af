import { type Coercion, wrongType } from './coercion.js';

/** BOOLEAN: `true`, `false` and the strings `"true"`, `"false"`, in lower case. Not 0, 1, "yes" or "TRUE". */
export const coerceBoolean: Coercion = (value, out) => {
  value.unescape();
  const length = value.textEnd - value.textStart;
  const text = length === 4 || length === 5 ? value.latin1() : '';
  if (text !== 'true' && text !== 'false') {
    return wrongType(value, 'true or false (BOOLEAN)');
  }
  out.ascii(text);
  return null;
};
