import type { Statement } from '../engine/engine.js';

/** A statement without values, over the tables of these Data Pools. */
export function plainStatement(text: string, ...dataPools: readonly { readonly id: string }[]): Statement {
  return { text, parameters: {}, tables: dataPools.map(({ id }) => id) };
}
