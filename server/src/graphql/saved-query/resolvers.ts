import { badInput, notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { SavedStatement } from '../../catalog/saved-queries.js';
import { checkedSource } from '../../sql/text/source.js';
import { statementLimits } from '../../sql/text/statement-limits.js';
import { connectionOf } from '../connection.js';
import type { Resolvers, SqlDialectV1 } from '../generated/resolver-types.js';
import { sqlInput } from '../sql/sql-input.js';

/** A statement and its dialect are replaced together: the dialect of one statement says nothing about another. */
function statementOf(sql: string, dialect: SqlDialectV1 | undefined): SavedStatement {
  checkedSource('sql', sql, statementLimits.textLengthMax);
  return { sql, dialect: sqlInput({ query: sql, dialect }).dialect ?? null };
}

export function createSavedQueryResolvers({ catalog: { savedQueries } }: { readonly catalog: Catalog }) {
  return {
    Query: {
      savedQuery: async (_parent, { id }, { principal }) => {
        const found = await savedQueries.findById(principal.environmentId, id);
        if (!found) throw notFound('Saved query', id);
        return found;
      },
      savedQueryByName: async (_parent, { uniqueName }, { principal }) => {
        const found = await savedQueries.findByUniqueName(principal.environmentId, uniqueName);
        if (!found) throw notFound('Saved query', uniqueName);
        return found;
      },
      savedQueries: async (_parent, page, { principal }) =>
        connectionOf(await savedQueries.list(principal.environmentId, page)),
    },
    Mutation: {
      createSavedQuery: async (_parent, { input }, { principal }) => {
        const savedQuery = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          statement: statementOf(input.sql, input.dialect),
        };
        const { environmentId, applicationId } = principal;
        return { savedQuery: await savedQueries.create(environmentId, savedQuery, applicationId) };
      },
      modifySavedQuery: async (_parent, { input }, { principal }) => {
        const { id, uniqueName, description, sql, dialect } = input;
        if (sql === undefined && dialect !== undefined)
          throw badInput('dialect', 'it belongs to a statement; give sql, too');
        const changes = {
          uniqueName: uniqueName || undefined,
          description,
          statement: sql === undefined ? undefined : statementOf(sql, dialect),
        };
        const { environmentId, applicationId } = principal;
        return { savedQuery: await savedQueries.update(environmentId, id, changes, applicationId) };
      },
      deleteSavedQuery: async (_parent, { id }, { principal }) => {
        await savedQueries.delete(principal.environmentId, id);
        return id;
      },
    },
  } satisfies Resolvers;
}
