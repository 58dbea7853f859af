import { auditFields } from '../common/sdl-parts.js';

/** The fields that all jobs have. */
export const jobFields = `
  """
  The job's identifier.
  """
  id: ID!
  """
  The Environment that the job belongs to.
  """
  environment: Environment!${auditFields('job')}
  """
  The Data Pool that it works on.
  """
  dataPool: DataPool!
  """
  How far it is.
  """
  status: JobStatus!
  """
  The share that is done: 0 to 1.
  """
  progress: Float!
  """
  How many records it has deleted, changed or filled; null while that is not known. Of an update that failed or was
  cancelled it cannot be told.
  """
  affectedRecords: String
  """
  Why it failed, or that it was cancelled; null otherwise.
  """
  error: Error
  """
  When it started; null before.
  """
  startedAt: DateTime
  """
  When it succeeded; null otherwise.
  """
  succeededAt: DateTime
  """
  When it failed or was cancelled; null otherwise.
  """
  failedAt: DateTime
  """
  When it ended because it was cancelled; null otherwise. What it had done by then stays done.
  """
  cancelledAt: DateTime`;
