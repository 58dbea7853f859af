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
  The state of the job.
  """
  status: JobStatus!
  """
  The share of the work that is done: 0 to 1.
  """
  progress: Float!
  """
  How many records it has deleted, changed, filled or copied; null while that is unknown. For an update that failed or was
  cancelled it stays unknown.
  """
  affectedRecords: String
  """
  Why it failed or that it was cancelled; null otherwise.
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
  When it ended because it was cancelled; null otherwise. Changes made before that are kept.
  """
  cancelledAt: DateTime`;
