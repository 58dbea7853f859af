import { connection, pageArguments } from '../common/sdl-parts.js';
import { jobFields } from './job-fields.js';
import { jobKindsSchema } from './kinds-schema.js';
import { previewSchema } from './preview-schema.js';

/** Jobs: changes to a Data Pool's records that take a while. */
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
}

extend type Mutation {
  """
  Starts deleting the records that meet a condition. \`previewDeletionJob\` says beforehand how many. Needs the
  scope \`admin\`.
  """
  createDeletionJob(
    """
    The new job.
    """
    input: CreateDeletionJobInput!
  ): DeletionJobResponse
  """
  Starts adding a column and filling it from the stored events. \`previewAddColumnToDataPoolJob\` shows
  beforehand how they fit. Needs the scope \`admin\`.
  """
  createAddColumnToDataPoolJob(
    """
    The new job.
    """
    input: CreateAddColumnToDataPoolJobInput!
  ): AddColumnToDataPoolJobResponse
  """
  Starts changing the records that meet a condition. \`previewUpdateDataPoolRecordsJob\` says beforehand how
  many. Needs the scope \`admin\`.
  """
  createUpdateDataPoolRecordsJob(
    """
    The new job.
    """
    input: CreateUpdateDataPoolRecordsJobInput!
  ): UpdateDataPoolRecordsJobResponse
  """
  Stops a job that has not ended. What it has done already stays done. Needs the scope \`admin\`.
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
}

"""
A change to a Data Pool that takes a while. It goes on in the background, over restarts too. It works on all records,
whatever access policies say: whoever creates or previews one on a Data Pool with access control needs a policy that
shows all rows and columns.
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
  Under way: see \`progress\`.
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
