import { connection, pageArguments } from '../common/sdl-parts.js';
import { jobFields } from './job-fields.js';
import { jobKindsSchema } from './kinds-schema.js';
import { previewSchema } from './preview-schema.js';

/** Jobs: background changes to a Data Pool's records. */
export const jobSchema = /* GraphQL */ `
extend type Query {
  """
  One job of any kind. Needs the scope \`admin\`.
  """
  job(
    """
    The job's identifier.
    """
    id: ID!
  ): Job
  """
  The Environment's jobs, newest first. Needs the scope \`admin\`.
  """
  jobs(${pageArguments()}
  ): JobConnection
  """
  One deletion job. Needs the scope \`admin\`.
  """
  deletionJob(
    """
    The job's identifier.
    """
    id: ID!
  ): DeletionJob
  """
  One add-column job. Needs the scope \`admin\`.
  """
  addColumnToDataPoolJob(
    """
    The job's identifier.
    """
    id: ID!
  ): AddColumnToDataPoolJob
  """
  One update job. Needs the scope \`admin\`.
  """
  updateDataPoolRecordsJob(
    """
    The job's identifier.
    """
    id: ID!
  ): UpdateDataPoolRecordsJob
  """
  One rebuild job. Needs the scope \`admin\`.
  """
  rebuildDataPoolJob(
    """
    The job's identifier.
    """
    id: ID!
  ): RebuildDataPoolJob
  """
  One replay job. Needs the scope \`admin\`.
  """
  replayJob(
    """
    The job's identifier.
    """
    id: ID!
  ): ReplayJob
  """
  One load job. Needs the scope \`admin\`.
  """
  loadJob(
    """
    The job's identifier.
    """
    id: ID!
  ): LoadJob
}

extend type Mutation {
  """
  Starts storing events again that were received earlier: those of a Data Source that are in quarantine, after the reason
  has been fixed, or its stored events, into another Data Pool. A dry run only counts. Needs the scope \`admin\`.
  """
  createReplayJob(
    """
    The new job.
    """
    input: CreateReplayJobInput!
  ): ReplayJobResponse
  """
  Starts deleting the records that meet a condition. \`previewDeletionJob\` returns how many, without starting. Needs
  the scope \`admin\`.
  """
  createDeletionJob(
    """
    The new job.
    """
    input: CreateDeletionJobInput!
  ): DeletionJobResponse
  """
  Starts adding a column and filling it from the stored events. \`previewAddColumnToDataPoolJob\` shows how they would
  fill it, without starting. Needs the scope \`admin\`.
  """
  createAddColumnToDataPoolJob(
    """
    The new job.
    """
    input: CreateAddColumnToDataPoolJobInput!
  ): AddColumnToDataPoolJobResponse
  """
  Starts changing the records that meet a condition. \`previewUpdateDataPoolRecordsJob\` returns how many, without
  starting. Needs the scope \`admin\`.
  """
  createUpdateDataPoolRecordsJob(
    """
    The new job.
    """
    input: CreateUpdateDataPoolRecordsJobInput!
  ): UpdateDataPoolRecordsJobResponse
  """
  Starts rewriting a Data Pool's table into the best layout, while events arrive and queries run. It can change the keys
  that the table is sorted and partitioned by. Needs the scope \`admin\`.
  """
  createRebuildDataPoolJob(
    """
    The new job.
    """
    input: CreateRebuildDataPoolJobInput!
  ): RebuildDataPoolJobResponse
  """
  Stops a job that has not ended. Changes that it has already made are kept. Needs the scope \`admin\`.
  """
  cancelJob(
    """
    The job's identifier.
    """
    id: ID!
  ): Job
}

extend type DataPool {
  """
  The jobs on it, newest first.
  """
  jobs(${pageArguments()}
  ): JobConnection
  """
  Why \`createRebuildDataPoolJob\` would make it smaller or faster; null when it would not, or is not possible.
  """
  suggestedRebuild: SuggestedRebuild
}

"""
A long-running change to a Data Pool. It runs in the background and continues after restarts. It works on all records,
regardless of access policies. Therefore, on a Data Pool with access control, an Application can create or preview a job
only with a policy that shows all rows and columns.
"""
interface Job {${jobFields}
}

"""
The states of a job.
"""
enum JobStatus {
  """
  Created, not started yet.
  """
  CREATED
  """
  Running: see \`progress\`.
  """
  IN_PROGRESS
  """
  Done.
  """
  SUCCEEDED
  """
  It failed, see \`error\`; or it was cancelled, see \`cancelledAt\`.
  """
  FAILED
}
${jobKindsSchema}${previewSchema}${connection('Job', 'jobs')}`;
