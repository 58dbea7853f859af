/**
 * The arguments that a client has given. Null means not given, at every depth: clients send null for variables that they do not
 * fill. So no resolver sees a null, except as an entry of a list.
 */
export function givenArguments<T>(value: T): T {
  if (Array.isArray(value)) return value.map(givenArguments) as T;
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(given.map(([name, field]) => [name, givenArguments(field)])) as T;
}
