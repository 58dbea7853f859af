import { boosterDimensionsMax, boostersPerDataPoolMax } from '../../catalog/boosters.js';
import { suggestionsMax } from '../../query/suggested-boosters.js';
import { auditFields, connection, pageArguments } from '../common/sdl-parts.js';
import { jobFields } from '../job/job-fields.js';

/** Boosters: aggregates that are kept up to date, so that Metric queries need not read records. */
export const boosterSchema = /* GraphQL */ `
extend type Query {
  """
  One booster. Needs the scope \`admin\`.
  """
  booster(
    """
    The booster's identifier.
    """
    id: ID!
  ): Booster
}

extend type Mutation {
  """
  Creates a booster and starts to build it. When it is LIVE, queries use it by themselves. Needs the scope \`admin\`.
  """
  createBooster(
    """
    The new booster.
    """
    input: CreateBoosterInput!
  ): BoosterResponse
  """
  Deletes a booster. No query uses it from then on. Needs the scope \`admin\`.
  """
  deleteBooster(
    """
    The booster's identifier.
    """
    id: ID!
  ): ID
}

extend type Metric {
  """
  The Metric's boosters, newest first.
  """
  boosters(${pageArguments()}
  ): BoosterConnection
}

extend type DataPool {
  """
  The boosters that would have saved the most processed records, by the query history: at most ${suggestionsMax}. Queries of Data
  Pools with access control are not counted.
  """
  suggestedBoosters: [SuggestedBooster!]!
}

"""
A booster that would have answered queries of the history.
"""
type SuggestedBooster {
  """
  The Metric to create it for.
  """
  metric: Metric!
  """
  The dimensions to create it with.
  """
  dimensions: [Dimension!]!
  """
  How many queries it would have answered.
  """
  queries: String!
  """
  How many records these queries processed.
  """
  savedRecords: String!
}

"""
A booster keeps a Metric's aggregates for every quarter of an hour and every combination of its dimensions' values, and
is updated together with the records. A Metric query reads it instead of the records if it filters and groups only by
the dimensions. The answer is the same.
"""
type Booster implements Node {
  """
  The booster's identifier.
  """
  id: ID!
  """
  The Environment that the booster belongs to.
  """
  environment: Environment!${auditFields('booster')}
  """
  The Metric that it was created for; null when the Metric has been deleted.
  """
  metric: Metric
  """
  The columns that queries can filter and group by. They include the columns that the Metric's filter reads.
  """
  dimensions: [Dimension!]!
  """
  The state of the booster.
  """
  status: BoosterStatus!
  """
  The share of the records that it has been built from: 0 to 1.
  """
  progress: Float!
  """
  Why it failed; null otherwise.
  """
  error: Error
  """
  How many rows it has: one for each combination of dimension values in each quarter of an hour, or a few more.
  """
  recordCount: String!
  """
  How many bytes it takes on disk.
  """
  diskSizeInBytes: String!
}

"""
The states of a booster.
"""
enum BoosterStatus {
  """
  Created, not started yet.
  """
  CREATED
  """
  Being built: see \`progress\`.
  """
  OPTIMIZING
  """
  In use.
  """
  LIVE
  """
  It could not be built: see \`error\`. Queries read the records.
  """
  FAILED
  """
  Being deleted.
  """
  DELETING
}

"""
A new booster. A Data Pool can have at most ${boostersPerDataPoolMax}, and every one makes inserts slower. Only append-only Data Pools
(MERGE_TREE) can have boosters.
"""
input CreateBoosterInput {
  """
  The Metric's identifier.
  """
  metric: ID!
  """
  The columns that queries filter and group by, at most ${boosterDimensionsMax}. With fewer and fewer-valued dimensions, a booster is smaller and
  faster.
  """
  dimensions: [DimensionInput!]!
}

"""
The booster that was created.
"""
type BoosterResponse {
  """
  The booster.
  """
  booster: Booster!
}

"""
Builds or drops a booster.
"""
type BoosterJob implements Node & Job {${jobFields}
  """
  What it does with the booster.
  """
  task: BoosterTask!
  """
  The booster; null when it has been deleted.
  """
  booster: Booster
}

"""
What a job does with a booster.
"""
enum BoosterTask {
  """
  Builds it from the stored records.
  """
  BUILD
  """
  Drops it.
  """
  DROP
}
${connection('Booster', 'boosters')}`;
