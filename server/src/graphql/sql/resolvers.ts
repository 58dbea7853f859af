import type { QueryServices } from '../../query/operation.js';
import { describeSql, runSql } from '../../query/run-sql.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { sqlInput } from './sql-input.js';

export function createSqlResolvers({ query }: { readonly query: QueryServices }) {
  return {
    Query: {
      sqlV1: (_parent, { input }, caller) => runSql(query, caller, sqlInput(input)),
      describeSqlV1: (_parent, { input }, caller) => describeSql(query, caller, sqlInput(input)),
    },
  } satisfies Resolvers;
}
