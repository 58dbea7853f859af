import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';

/** Sentences for those who change the access control of a Data Pool, about what else that does. */

const named = (pools: readonly Pick<DataPool, 'uniqueName'>[]) =>
  pools.map(({ uniqueName }) => `"${uniqueName}"`).join(', ');

export async function turnedOnNotice(catalog: Catalog, dataPool: DataPool): Promise<string> {
  const filled = await catalog.materializedViews.filledFrom(dataPool);
  const too =
    filled.length === 0 ? '' : `, and for ${named(filled)} too, which materialized views fill from it`;
  return `Access control is on for Data Pool ${named([dataPool])}${too}. Applications without the scope admin read only what their access policies show.`;
}

export const turnedOffNotice = (dataPool: DataPool) =>
  `Access control is off for Data Pool ${named([dataPool])}. Every Application with a query scope reads all of it, and its access policies are not in force.`;

export const notInForceNotice = (dataPool: DataPool) =>
  `Not in force: the access control of Data Pool ${named([dataPool])} is off, so every Application with a query scope reads all of it.`;

export const protectedViewNotice = (source: DataPool, destination: DataPool) =>
  `Data Pool ${named([source])} has access control, so ${named([destination])} has it too. Applications without the scope admin need an access policy to read it.`;
