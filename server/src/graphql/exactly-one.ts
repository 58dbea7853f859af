import { badInput } from '../base/errors.js';

/**
 * Returns the one field that is given, and refuses none or several. An empty text counts as absent, because clients send it for
 * a name that they do not have.
 */
export function exactlyOne<T extends object, K extends keyof T & string>(
  where: string,
  input: T,
  fields: readonly K[],
): { [F in K]: { readonly field: F; readonly value: NonNullable<T[F]> } }[K] {
  const given = fields.filter((field) => input[field] !== undefined && input[field] !== '');
  const [field] = given;
  if (field === undefined || given.length > 1) {
    const found = given.length === 0 ? 'none is' : `${given.join(' and ')} are`;
    throw badInput(where, `exactly one of ${fields.join(', ')} must be given, and ${found}`);
  }
  return { field, value: input[field] as NonNullable<T[K]> } as never;
}
