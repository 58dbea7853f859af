/**
 * The changed fields of a form. Only they are sent, so that the form does not overwrite fields that someone else has changed
 * in the meantime.
 */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
    ),
  ) as Partial<Fields>;
}
