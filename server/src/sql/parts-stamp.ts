import type { Statement } from '../engine/engine.js';
import { storingTable } from './data-pool-ddl.js';
import { stringLiteral } from './values.js';

/** Each table of these Data Pools that has parts, with a number that changes when they do. */
export function partsStampStatement(dataPoolIds: readonly string[], cluster: string | undefined): Statement {
  const parts = cluster === undefined ? 'system.parts' : `cluster(${stringLiteral(cluster)}, system.parts)`;
  return {
    text: `SELECT table, toString(groupBitXor(cityHash64(name))) FROM ${parts}
WHERE active AND has(splitByString(',', {tables:String}), table) GROUP BY table`,
    parameters: { tables: dataPoolIds.map((id) => storingTable({ id }, cluster)).join(',') },
    tables: [],
  };
}
