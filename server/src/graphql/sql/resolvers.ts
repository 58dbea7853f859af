import type { QueryServices } from '../../query/operation.js';
import { describeSql, runSql, type SqlInput } from '../../query/run-sql.js';
import type { Resolvers, SqlV1Input } from '../generated/resolver-types.js';

export function createSqlResolvers({ query }: { readonly query: QueryServices }) {
  return {
    Query: {
      sqlV1: (_parent, { input }, caller) => runSql(query, caller, sqlInput(input)),
      describeSqlV1: (_parent, { input }, caller) => describeSql(query, caller, sqlInput(input)),
    },
  } satisfies Resolvers;
}

function sqlInput({ query, dialect }: SqlV1Input): SqlInput {
  return { query, dialect: dialect === 'CLICKHOUSE' ? 'COLUMNSTORE' : dialect };
}
