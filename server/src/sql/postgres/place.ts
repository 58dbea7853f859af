/**
 * Where a part of the grammar's tree begins in the text. Clauses have no location of their own: theirs is the
 * first of what they hold. Undefined when nothing in it has one.
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
