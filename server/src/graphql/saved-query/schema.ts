import { statementLimits } from '../../sql/text/statement-limits.js';
import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';

const charactersMax = statementLimits.textLengthMax.toLocaleString('en-US');

/** Saved queries: statements with names, for everyone who can run them. */
export const savedQuerySchema = /* GraphQL */ `
extend type Query {
  """
  One saved query. Needs the scope \`data_pool:query\` or \`admin\`.
  """
  savedQuery(
    """
    The saved query's identifier.
    """
    id: ID!
  ): SavedQuery
  """
  One saved query by its unique name. Needs the scope \`data_pool:query\` or \`admin\`.
  """
  savedQueryByName(
    """
    The saved query's unique name.
    """
    uniqueName: String!
  ): SavedQuery
  """
  The Environment's saved queries, newest first. Needs the scope \`data_pool:query\` or \`admin\`.
  """
  savedQueries(${pageArguments()}
  ): SavedQueryConnection
}

extend type Mutation {
  """
  Saves a statement under a name. Needs the scope \`admin\`.
  """
  createSavedQuery(
    """
    The new saved query.
    """
    input: CreateSavedQueryInput!
  ): SavedQueryResponse
  """
  Changes a saved query. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifySavedQuery(
    """
    Which saved query, and its new values.
    """
    input: ModifySavedQueryInput!
  ): SavedQueryResponse
  """
  Deletes a saved query and returns its identifier. Needs the scope \`admin\`.
  """
  deleteSavedQuery(
    """
    The saved query's identifier.
    """
    id: ID!
  ): ID
}

"""
A statement with a name. It is compiled when it runs, with the scopes and access policies of the caller who runs it.
"""
type SavedQuery implements Node & Common {${commonFields('saved query')}
  """
  The SELECT.
  """
  sql: String!
  """
  The dialect of the statement; null if it is found out.
  """
  dialect: SqlDialectV1
}

"""
A new saved query.
"""
input CreateSavedQueryInput {
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  One SELECT, at most ${charactersMax} characters.
  """
  sql: String!
  """
  The dialect of the statement. By default as in \`sqlV1\`.
  """
  dialect: SqlDialectV1
}

"""
New values for a saved query. Omitted fields keep their values.
"""
input ModifySavedQueryInput {
  """
  The identifier of the saved query to change.
  """
  id: ID!
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  The new statement, at most ${charactersMax} characters.
  """
  sql: String
  """
  The dialect of the new statement, by default as in \`sqlV1\`. Only together with \`sql\`.
  """
  dialect: SqlDialectV1
}

"""
The saved query that was created or changed.
"""
type SavedQueryResponse {
  """
  The saved query.
  """
  savedQuery: SavedQuery!
}
${connection('SavedQuery', 'saved queries')}`;
