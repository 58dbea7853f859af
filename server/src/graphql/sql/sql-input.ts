import type { SqlInput } from '../../query/run-sql.js';
import type { SqlV1Input } from '../generated/resolver-types.js';

export function sqlInput({ query, dialect }: SqlV1Input): SqlInput {
  return { query, dialect: dialect === 'CLICKHOUSE' ? 'COLUMNSTORE' : dialect };
}
