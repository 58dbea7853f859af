import type { FastifyReply } from 'fastify';
import { errorStatus } from '../base/error-status.js';
import type { Job } from '../catalog/job.js';

/** The outcome of a load. A job that has not ended is 202, and one that failed has its error. */
export function sendLoad(
  reply: FastifyReply,
  { id: job, status, progress, tally, error }: Job,
): FastifyReply {
  if (error) return reply.code(errorStatus[error.code]).send({ error, job });
  if (status !== 'SUCCEEDED') return reply.code(202).send({ job, progress });
  return reply
    .code(200)
    .send({ rows: tally?.affected ?? 0, job, ignoredColumns: tally?.ignoredColumns ?? [] });
}
