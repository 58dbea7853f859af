import { syncIntervals } from '../../catalog/sync-interval.js';
import { connection, pageArguments } from '../common/sdl-parts.js';
import { jobFields } from '../job/job-fields.js';

const intervals = Object.entries(syncIntervals)
  .map(([name, ms]) => `  """\n  Every ${ms / 60_000} minutes.\n  """\n  ${name}`)
  .join('\n')
  .replace('1 minutes', '1 minute');

/** Data Pools that are filled from files in object storage, and their syncs. */
export const syncSchema = /* GraphQL */ `
extend type Mutation {
  """
  Creates a Data Pool that is filled from the files of a table of an S3 Data Source, and starts its first sync. Needs the
  scope \`admin\`.
  """
  createDataPoolV2(
    """
    The new Data Pool.
    """
    input: CreateDataPoolInputV2!
  ): DataPoolResponse
  """
  Syncs a Data Pool at its interval again, and now. Needs the scope \`admin\`.
  """
  enableSyncing(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): DataPool
  """
  Stops syncing a Data Pool at its interval. A running sync continues, and \`syncDataPool\` still works. Needs the scope
  \`admin\`.
  """
  disableSyncing(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): DataPool
  """
  Loads the new and changed files of a Data Pool now. If a sync is running, it is returned. Needs the scope \`admin\`.
  """
  syncDataPool(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): Sync
  """
  Loads all files of a Data Pool again, also those that failed. The records of each file are replaced one file after the
  other. Fails with CONFLICT while a sync is running. Needs the scope \`admin\`.
  """
  resyncDataPool(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): Sync
}

extend type DataPool {
  """
  How it is filled from files; null if it is not.
  """
  syncing: DataPoolSyncing
  """
  The syncs that loaded files into it, newest first. Only the last ones are kept.
  """
  syncs(${pageArguments()}
  ): SyncConnection
}

"""
A new Data Pool that is filled from files.
"""
input CreateDataPoolInputV2 {
  """
  Its unique name.
  """
  uniqueName: String!
  """
  What it is for.
  """
  description: String
  """
  The identifier of an S3 Data Source.
  """
  dataSource: ID!
  """
  The name of one of the Data Source's tables. Its columns are the Data Pool's; if it has none, those of its first file.
  """
  table: String!
  """
  The default timestamp: a column of the type TIMESTAMP or DATE. By default the time when a record was loaded.
  """
  timestamp: TimestampInput
  """
  The column that identifies a record. A record with the same value replaces the earlier one.
  """
  uniqueId: UniqueIdInput
  """
  How often to look for new files. By default every hour.
  """
  syncing: DataPoolSyncingInput
  """
  Whether Applications without the scope \`admin\` need an access policy to read it, by default false.
  """
  accessControlEnabled: Boolean
}

"""
The column that identifies a Data Pool's records.
"""
input UniqueIdInput {
  """
  The column's name.
  """
  columnName: String!
}

"""
How often a Data Pool looks for new files.
"""
input DataPoolSyncingInput {
  """
  The time between two syncs.
  """
  interval: SyncInterval!
}

"""
The times between two syncs.
"""
enum SyncInterval {
${intervals}
}

"""
How a Data Pool is filled from files.
"""
type DataPoolSyncing {
  """
  The table of its Data Source.
  """
  table: String!
  """
  The time between two syncs.
  """
  interval: SyncInterval!
  """
  Whether it looks for new files by itself.
  """
  status: DataPoolSyncingStatus!
  """
  When the last sync ended that loaded all new files; null before the first.
  """
  lastSyncedAt: DateTime
}

"""
Whether a Data Pool looks for new files by itself.
"""
enum DataPoolSyncingStatus {
  """
  It does, at its interval.
  """
  ENABLED
  """
  It does not.
  """
  DISABLED
}

"""
One look for new and changed files, which loads those that it finds.
"""
type Sync implements Node {
  """
  Its identifier, which is also that of its job: \`cancelJob\` stops it.
  """
  id: ID!
  """
  The Data Pool.
  """
  dataPool: DataPool!
  """
  How far it is.
  """
  status: SyncStatus!
  """
  Whether it loads all files again.
  """
  isResync: Boolean!
  """
  The share of the work that is done: 0 to 1.
  """
  progress: Float!
  """
  How many files it has loaded.
  """
  files: String!
  """
  How many files it could not load.
  """
  failedFiles: String!
  """
  How many records were in the files that it has loaded.
  """
  records: String!
  """
  The size of the files that it has loaded, as they are stored.
  """
  bytes: String!
  """
  Why it failed; null otherwise. If files could not be loaded, it names the first.
  """
  error: Error
  """
  When it was created.
  """
  createdAt: DateTime!
  """
  When it started; null before.
  """
  startedAt: DateTime
  """
  When it ended; null before.
  """
  endedAt: DateTime
  """
  The files that it has loaded, or could not load, newest first.
  """
  syncedFiles(${pageArguments()}
  ): SyncedFileConnection
}

"""
How far a sync is.
"""
enum SyncStatus {
  """
  Waiting to start, or running.
  """
  SYNCING
  """
  All new and changed files are loaded.
  """
  SUCCEEDED
  """
  It failed, or some files could not be loaded: see \`error\`.
  """
  FAILED
}

"""
A file that a sync has loaded, or could not load.
"""
type SyncedFile implements Node {
  """
  Its identifier.
  """
  id: ID!
  """
  Its key in the bucket.
  """
  path: String!
  """
  The ETag of its content.
  """
  etag: String!
  """
  Its size, as it is stored.
  """
  bytes: String!
  """
  What became of it.
  """
  status: SyncedFileStatus!
  """
  How many records it has; null if it could not be loaded.
  """
  records: String
  """
  Why it could not be loaded, with the line if that is known; null otherwise.
  """
  error: Error
  """
  When it was loaded, or failed.
  """
  endedAt: DateTime!
}

"""
What became of a file.
"""
enum SyncedFileStatus {
  """
  It is being loaded.
  """
  LOADING
  """
  Its records are in the Data Pool.
  """
  LOADED
  """
  A newer version of it was loaded or has failed since, or it was loaded again.
  """
  REPLACED
  """
  It could not be loaded, and has no records. It is not loaded again before it changes, except by \`resyncDataPool\`.
  """
  FAILED
}

"""
Loads the new and changed files of a Data Pool.
"""
type SyncJob implements Node & Job {${jobFields}
  """
  The sync.
  """
  sync: Sync!
}
${connection('Sync', 'syncs')}${connection('SyncedFile', 'files')}`;
