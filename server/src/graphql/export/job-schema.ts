import { exportJobsPerApplicationMax } from '../../catalog/export-jobs.js';
import { connection, pageArguments } from '../common/sdl-parts.js';

/** Exports in the background. */
export const exportJobSchema = /* GraphQL */ `
extend type Query {
  """
  One export job. A token without the scope \`admin\` sees the jobs of its own Application that were created with the same
  policy values. Needs a scope for any query.
  """
  exportJob(
    """
    The job's identifier.
    """
    id: ID!
  ): ExportJob
  """
  The export jobs that the token can see, newest first. Needs a scope for any query.
  """
  exportJobs(${pageArguments()}
  ): ExportJobConnection
}

extend type Mutation {
  """
  Starts writing a file in the background, for results that take too long to wait for. The file can be downloaded by a link,
  or is written to S3. Needs the scope of the query that is exported, and \`admin\` to write to S3.
  """
  createExportJob(
    """
    The new job.
    """
    input: CreateExportJobInput!
  ): ExportJobResponse
  """
  Stops an export job that has not ended, and deletes it with its file. What was written to S3 stays there.
  """
  deleteExportJob(
    """
    The job's identifier.
    """
    id: ID!
  ): ID
}

"""
What to export, and where to. An Application can have ${exportJobsPerApplicationMax} export jobs.
"""
input CreateExportJobInput {
  """
  The rows and the format. They are read with the rights that the token has now, when the job runs.
  """
  export: ExportInput!
  """
  The object to write; by default the file is kept for a day in the service's data directory.
  """
  s3: ExportToS3Input
}

"""
An object in the bucket of an S3 Data Source, whose credentials must permit to write it.
"""
input ExportToS3Input {
  """
  The identifier of the S3 Data Source.
  """
  dataSource: ID!
  """
  The key of the object, such as \`exports/orders.parquet\`. An object that has this key is replaced.
  """
  key: String!
}

"""
The export job that was created.
"""
type ExportJobResponse {
  """
  The job.
  """
  job: ExportJob!
}

"""
A file that is written in the background. It continues after restarts, from the beginning. A day after its end it is deleted
with its file.
"""
type ExportJob implements Node {
  """
  The job's identifier.
  """
  id: ID!
  """
  When the job was created, in UTC.
  """
  createdAt: DateTime!
  """
  The Application that created the job.
  """
  createdBy: String!
  """
  The state of the job.
  """
  status: JobStatus!
  """
  The format of the file.
  """
  format: ExportFormat!
  """
  The name of the file when it is downloaded.
  """
  fileName: String!
  """
  How many bytes have been written.
  """
  sizeInBytes: String!
  """
  Why it failed; null otherwise.
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
  When it failed; null otherwise.
  """
  failedAt: DateTime
  """
  When it is deleted; null until it has ended.
  """
  expiresAt: DateTime
  """
  Where the file is in S3; null if it is not written there.
  """
  s3: ExportedObject
  """
  A link to the file. Null until it is written, if it is in S3, and for tokens that could not export the same: of other
  Applications, with other policy values, or without the scope of the query.
  """
  link: ExportLink
}

"""
An object that was exported to S3.
"""
type ExportedObject {
  """
  The identifier of the S3 Data Source that it was written to.
  """
  dataSource: ID!
  """
  The key of the object.
  """
  key: String!
}

"""
A link that anyone who has it can download the file with until it expires. Every query returns a new one.
"""
type ExportLink {
  """
  The URL. It supports range requests, so that an interrupted download can be continued.
  """
  url: String!
  """
  When it expires: an hour after it was queried, or when the file is deleted.
  """
  expiresAt: DateTime!
}
${connection('ExportJob', 'export jobs')}`;
