import { createLog } from '../../server/src/base/log.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { EngineBans } from '../../server/src/query/engine-bans.js';
import { MaterializedViews } from '../../server/src/views/materialized-views.js';
import type { ViewServices } from '../../server/src/views/view-services.js';
import type { QueryNode } from './query-node.js';

export function viewServices(node: QueryNode, engine: Engine): ViewServices {
  const { catalog, services, clock } = node;
  return {
    catalog,
    engine,
    asInsert: (dataPoolId, work) => node.engine.asInsert(dataPoolId, work),
    parsers: services.parsers,
    clock,
    log: createLog('silent'),
  };
}

/** Materialized views on the real engine, called as functions. Nothing follows their sources. */
export function openViews(node: QueryNode): MaterializedViews {
  return new MaterializedViews({
    ...viewServices(node, node.engine),
    provision: node.provision,
    queryTimeoutMs: 10_000,
    bans: new EngineBans(node.clock),
    unavailableBecause: undefined,
    follow: () => undefined,
  });
}
