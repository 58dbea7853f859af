import type { Loading } from './orders.js';

const jobPollMs = 100;

/** Gives the table the layout that a Data Pool of this size gets by itself, which the service does not do while it is measured. */
export async function rebuild({ client, dataPoolId }: Loading): Promise<void> {
  const { createRebuildDataPoolJob: created } = await client.ask<{
    createRebuildDataPoolJob: { job: { id: string } };
  }>(
    'mutation ($input: CreateRebuildDataPoolJobInput!) { createRebuildDataPoolJob(input: $input) { job { id } } }',
    { input: { dataPool: dataPoolId } },
  );
  for (;;) {
    const { job } = await client.ask<{ job: { status: string; error: { message: string } | null } }>(
      'query ($id: ID!) { job(id: $id) { status error { message } } }',
      { id: created.job.id },
    );
    if (job.status === 'SUCCEEDED') return;
    if (job.error) throw new Error(job.error.message);
    await new Promise((resolve) => setTimeout(resolve, jobPollMs));
  }
}
