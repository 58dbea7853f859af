/**
 * Where a part of the parse tree begins in the text. Clauses have no location, so this returns the first location inside
 * them, or undefined if there is none.
 */
export function firstLocation(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  let first = ownLocation(node);
  for (const part of Object.values(node)) {
    const inner = firstLocation(part);
    if (inner !== undefined && (first === undefined || inner < first)) first = inner;
  }
  return first;
}

function ownLocation(node: object): number | undefined {
  const location: unknown = 'location' in node ? node.location : undefined;
  return typeof location === 'number' && location >= 0 ? location : undefined;
}
