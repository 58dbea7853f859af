import type { Catalog } from '../catalog/catalog.js';
import type { Engine } from '../engine/engine.js';
import { Provision } from '../provision/data-sources.js';
import { type FirstStart, firstStart } from '../provision/first-start.js';
import type { StageContext } from './stage-context.js';

export interface ProvisionedData {
  readonly provision: Provision;
  /** Present when the catalog was empty. */
  readonly first: FirstStart | undefined;
}

/** Finishes interrupted work of an earlier process, then gives an empty catalog its first Application and webhook. */
export async function provisionData(
  { config, log }: StageContext,
  catalog: Catalog,
  engine: Engine,
): Promise<ProvisionedData> {
  const provision = new Provision({ catalog, engine, cluster: config.engine.cluster, log });
  await provision.recover();
  return { provision, first: await firstStart(catalog, provision, config.bootstrap) };
}
