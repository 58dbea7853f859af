import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { plainStatement } from './plain-statement.js';

type Table = Pick<DataPool, 'environmentId' | 'id'>;

/** Of all partitions together. */
export function countPartsStatement({ environmentId, id }: Table): Statement {
  return {
    text: 'SELECT count() FROM system.parts WHERE active AND database = {database:String} AND table = {table:String}',
    parameters: { database: environmentId, table: id },
    tables: [],
  };
}

/** With as many parts the engine begins no insert; one that has begun may write more. */
export function setPartsMax(table: Table, partsMax: number): Statement {
  return plainStatement(`ALTER TABLE ${tableName(table)} MODIFY SETTING max_parts_in_total = ${partsMax}`);
}
