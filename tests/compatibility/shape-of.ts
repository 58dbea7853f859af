/** Replaces each text, number and flag by the name of its type, and keeps only the first element of each list. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shapeOf(field)]));
}
