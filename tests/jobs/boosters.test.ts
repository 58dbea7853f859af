import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Booster } from '../../server/src/catalog/booster.js';
import { boostersPerDataPoolMax } from '../../server/src/catalog/boosters.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Job } from '../../server/src/catalog/job.js';
import { defaultJobLimits } from '../../server/src/jobs/job-services.js';
import { read } from '../support/engines.js';
import { type JobNode, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
let jobs: JobNode;
let pool: DataPool;

beforeAll(async () => {
  node = await openQueryNode();
  jobs = startJobs(node, { limits: { ...defaultJobLimits, smallBoosterBytes: 0 } });
  pool = await node.createPool({
    columns: [
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'customer', type: 'STRING', nullable: false },
    ],
    timestamp: 'at',
  });
  await node.insert(
    pool,
    Array.from({ length: 5_000 }, (_, n) => ({
      at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString().replace('T', ' ').replace('Z', ''),
      customer: createHash('md5').update(String(n)).digest('hex'),
    })),
  );
});
afterAll(async () => {
  await jobs.runner.stop();
  await node.close();
});

const projections = async () =>
  (await read(node.engine, 'SELECT name FROM system.projections')).rows.map(([name]) => name);

async function jobOf({ environmentId, jobId }: Booster): Promise<Job> {
  const job = await node.catalog.jobs.findById(environmentId, jobId);
  if (!job) throw new Error('The booster has no job');
  return job;
}

async function create(): Promise<Booster> {
  // Each count keeps as much of a value as the records do.
  const expression =
    'COUNT(DISTINCT customer) + COUNT(DISTINCT lower(customer)) + COUNT(DISTINCT upper(customer))';
  const aggregation = { type: 'CUSTOM', expression } as const;
  const metricId = await node.createMetric({ dataPoolId: pool.id, aggregation });
  return await jobs.boosters.create(node.caller.principal, metricId, ['customer']);
}

it('one that is deleted while it is being built leaves nothing behind', async () => {
  const booster = await create();
  await jobs.boosters.delete(node.caller.principal, booster.id);
  await jobs.runner.start();
  await expect
    .poll(async () => await node.catalog.boosters.findById(node.environmentId, booster.id))
    .toBeUndefined();
  expect(await projections()).toEqual([]);
});

it('one whose deletion was cancelled is deleted when that is asked again', async () => {
  const { principal } = node.caller;
  const booster = await create();
  await node.catalog.boosters.startDeletion(node.environmentId, booster.id, 'test');
  const { items } = await node.catalog.jobs.listByDataPool(node.environmentId, pool.id, { first: 1 });
  expect(items[0]?.work).toEqual({ kind: 'DROP_BOOSTER', boosterId: booster.id });
  await node.catalog.jobs
    .requestCancel(node.environmentId, items[0]?.id ?? '', 'test')
    .catch(() => undefined);
  await jobs.boosters.delete(principal, booster.id);
  await expect
    .poll(async () => await node.catalog.boosters.findById(node.environmentId, booster.id))
    .toBeUndefined();
});

it('one that would be larger than the records fails, says so, and leaves nothing behind', async () => {
  const booster = await create();
  const job = await jobs.ended(await jobOf(booster));
  expect(job.error).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(/^The booster would take \d+ bytes, more than the records themselves/),
  });
  expect(await projections()).toEqual([]);
});

it('one whose expression the engine would not find in it fails, and says so', async () => {
  // The engine folds the condition away, in the query but not in the booster.
  const aggregation = {
    type: 'CUSTOM',
    expression: "MAX(CASE WHEN 1 = 1 THEN customer ELSE 'x' END)",
  } as const;
  const metricId = await node.createMetric({ dataPoolId: pool.id, aggregation });
  const job = await jobs.ended(await jobOf(await jobs.boosters.create(node.caller.principal, metricId, [])));
  expect(job.error?.message).toMatch(/^The engine cannot find the Metric's expression in a booster/);
});

it('the same one twice is refused, and more than a Data Pool can have', async () => {
  const aggregation = { type: 'COUNT' } as const;
  const metricId = await node.createMetric({ dataPoolId: pool.id, aggregation });
  const { principal } = node.caller;
  const first = await jobs.boosters.create(principal, metricId, []);
  await expect(jobs.boosters.create(principal, metricId, [])).rejects.toThrow(
    `Booster ${first.id} already has this Metric's aggregation and these dimensions`,
  );
  const { boosters } = node.catalog;
  const definition = { dataPoolId: pool.id, metricId, aggregation, timestamp: 'at' };
  const createMany = async () => {
    for (let n = 0; n <= boostersPerDataPoolMax; n += 1)
      await boosters.create(node.environmentId, { ...definition, dimensions: [`no column ${n}`] }, 'test');
  };
  await expect(createMany()).rejects.toThrow('has 10 boosters, which is the limit; delete one first');
});
