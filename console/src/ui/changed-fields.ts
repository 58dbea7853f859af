/**
 * The fields of a form that differ from what it began with. Only they are sent: the others may have been changed
 * by someone else since, and are not this form's to put back.
 */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
    ),
  ) as Partial<Fields>;
}
