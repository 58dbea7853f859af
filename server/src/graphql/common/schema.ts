import { defaultTier, type Tier, tiers } from '../../base/tier.js';
import { columnTypeSchema } from './column-type-schema.js';
import { errorSchema } from './error-schema.js';
import { filterSchema } from './filter-schema.js';
import { resourceFields } from './sdl-parts.js';

const tierValue = ([tier, { recordsPerSecondMax }]: [string, (typeof tiers)[Tier]]) => `
  """
  At most ${recordsPerSecondMax.toLocaleString('en-US')} records per second.${tier === defaultTier ? ' The default.' : ''}
  """
  ${tier}`;

/** Types that all topics share. */
export const commonSchema = /* GraphQL */ `
"""
A date and time in UTC, in ISO 8601 with \`Z\`: \`2026-03-01T05:00:00Z\`. Input may have any offset.
"""
scalar DateTime

"""
Anything that has an identifier.
"""
interface Node {
  """
  The identifier: three capital letters for the kind, followed by a ULID.
  """
  id: ID!
}

"""
What all resources have in common.
"""
interface Common {${resourceFields('resource')}
}

"""
Where a page is in the whole list.
"""
type PageInfo {
  """
  The first item's cursor, for paging backward; null on an empty page.
  """
  startCursor: String
  """
  The last item's cursor, for paging forward; null on an empty page.
  """
  endCursor: String
  """
  Whether there are items after this page.
  """
  hasNextPage: Boolean!
  """
  Whether there are items before this page.
  """
  hasPreviousPage: Boolean!
}

"""
Names a resource by either its identifier or its unique name. Give exactly one.
"""
input idOrUniqueName {
  """
  The resource's identifier.
  """
  id: ID
  """
  The resource's unique name.
  """
  uniqueName: String
}

"""
How many records one query may process per second. Every Application has a tier, which applies to its queries. Use a
lower tier for an Application whose queries must leave the machine to others.
"""
enum Tier {${Object.entries(tiers).map(tierValue).join('')}
}

"""
The order of rows.
"""
enum Sort {
  """
  Ascending: smallest or earliest first.
  """
  ASC
  """
  Descending: largest or latest first.
  """
  DESC
}

"""
Names a column: a Metric's measure or dimension, or a dimension of a leaderboard.
"""
input DimensionInput {
  """
  The column's name.
  """
  columnName: String!
}
${columnTypeSchema}${filterSchema}${errorSchema}`;
