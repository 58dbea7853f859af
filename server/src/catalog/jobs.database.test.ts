import { beforeEach, describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleDataSource } from '../../../tests/support/catalog-samples.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { Catalog } from './catalog.js';
import type { DatabaseConfig } from './database-config.js';
import type { DataPool } from './definitions.js';
import type { JobWork } from './job.js';
import { openJobsPerDataPoolMax } from './jobs.js';

const leaseMs = 30_000;
const work: JobWork = { kind: 'DELETION', filterSql: 'price > 3', filters: [] };

describe.each(catalogDatabases)('jobs on $name', ({ fresh }) => {
  let config: DatabaseConfig;
  let clock: ManualClock;
  let here: Catalog;
  let there: Catalog;
  let environmentId: string;
  let pool: DataPool;

  const newPool = async (name: string) => {
    const { dataPool } = await here.dataSources.create(environmentId, sampleDataSource(name), 'test');
    await here.dataPools.setStatus(environmentId, dataPool.id, 'PENDING');
    return await here.dataPools.setStatus(environmentId, dataPool.id, 'LIVE');
  };
  const newJob = (dataPool = pool) =>
    here.jobs.create(environmentId, { dataPoolId: dataPool.id, work }, 'APP1');
  const claim = async (node: Catalog, nodeId: string) => {
    const claimed = await node.jobClaims.next(nodeId, leaseMs);
    if (claimed === undefined) throw new Error('nothing to claim');
    return claimed;
  };

  beforeEach(async () => {
    config = await fresh();
    clock = new ManualClock();
    [here, there] = [await openNode(config, { clock }), await openNode(config, { clock })];
    environmentId = (await here.environments.create({ uniqueName: 'test' }, 'test')).id;
    pool = await newPool('orders');
  });

  it('that load a file are found by it, and tell which files are still needed', async () => {
    const load = (storedAs: string): JobWork => ({
      kind: 'LOAD',
      file: { storedAs, format: 'csv', compression: 'none', bytes: 1 },
      fileName: null,
    });
    const create = (storedAs: string) =>
      here.jobs.create(environmentId, { dataPoolId: pool.id, work: load(storedAs) }, 'APP1');
    const [first, second] = [await create('UPL1'), await create('UPL12')];
    await newJob();
    expect(await there.jobs.findByFile(environmentId, pool.id, 'UPL1')).toEqual(first);
    expect(await there.jobs.findByFile(environmentId, pool.id, 'UPL12')).toEqual(second);
    expect(await there.jobs.findByFile(environmentId, pool.id, 'UPL')).toBeUndefined();
    expect(await there.jobs.findByFile(environmentId, 'DPOother', 'UPL1')).toBeUndefined();
    expect(await there.jobs.openFiles()).toEqual(new Set(['UPL1', 'UPL12']));
    await here.jobs.requestCancel(environmentId, first.id, 'APP1');
    expect(await there.jobs.openFiles()).toEqual(new Set(['UPL12']));
  });

  it('are read back as they were made, newest first, by Environment and by Data Pool', async () => {
    const other = await newPool('others');
    const [first, second, third] = [await newJob(), await newJob(other), await newJob()];
    expect(first).toMatchObject({
      environmentId,
      dataPoolId: pool.id,
      work,
      status: 'CREATED',
      progress: 0,
      tally: null,
      error: null,
      startedAt: null,
      endedAt: null,
      createdBy: 'APP1',
    });
    expect(await there.jobs.findById(environmentId, first.id)).toEqual(first);
    expect((await there.jobs.list(environmentId, {})).items).toEqual([third, second, first]);
    expect((await there.jobs.listByDataPool(environmentId, pool.id, { first: 1 })).items).toEqual([third]);
    const elsewhere = (await here.environments.create({ uniqueName: 'elsewhere' }, 'test')).id;
    expect(await there.jobs.findById(elsewhere, first.id)).toBeUndefined();
    await expect(there.jobs.requestCancel(elsewhere, first.id, 'APP1')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('do not make any node forget what it remembers of the catalog', async () => {
    await here.cached.dataPoolById(environmentId, pool.id);
    const before = here.cached.generation;
    await newJob();
    const claimed = await claim(here, 'n1');
    await here.jobClaims.note(claimed, { progress: 0.5 }, leaseMs);
    await here.jobClaims.end(claimed, { error: null, tally: null });
    clock.advance(5_000);
    await here.cached.dataPoolById(environmentId, pool.id);
    expect(here.cached.generation).toBe(before);
  });

  it('are claimed in the order of their creation, by one node each, one at a time in a Data Pool', async () => {
    const other = await newPool('others');
    const [first, second, third] = [await newJob(), await newJob(), await newJob(other)];
    const claims = await Promise.all([
      here.jobClaims.next('n1', leaseMs),
      there.jobClaims.next('n2', leaseMs),
    ]);
    claims.push(await here.jobClaims.next('n1', leaseMs), await there.jobClaims.next('n2', leaseMs));
    const got = claims.flatMap((found) => (found ? [found] : []));
    expect(got.map(({ job }) => job.id).toSorted()).toEqual([first.id, third.id].toSorted());
    expect(await there.jobClaims.next('n2', leaseMs)).toBeUndefined();
    for (const held of got) expect(await here.jobClaims.end(held, { error: null, tally: null })).toBe(true);
    expect((await claim(there, 'n2')).job).toMatchObject({ id: second.id, status: 'IN_PROGRESS' });
  });

  it('go to another node when their lease runs out, with what was noted, and the first one loses them', async () => {
    await newJob();
    const first = await claim(here, 'n1');
    expect(await here.jobClaims.note(first, { progress: 0.25, state: { at: 3 } }, leaseMs)).toBe('held');
    clock.advance(leaseMs);
    expect(await there.jobClaims.next('n2', leaseMs)).toBeUndefined();
    clock.advance(1);
    const second = await claim(there, 'n2');
    expect(second).toMatchObject({ job: { id: first.job.id, progress: 0.25 }, state: { at: 3 } });
    expect(second.job.startedAt).toBe(first.job.startedAt);
    expect(await here.jobClaims.note(first, { progress: 0.9 }, leaseMs)).toBe('lost');
    expect(await here.jobClaims.end(first, { error: null, tally: null })).toBe(false);
    expect(await there.jobs.findById(environmentId, first.job.id)).toMatchObject({ progress: 0.25 });
  });

  it('are free at once when their node says that it works on nothing', async () => {
    await newJob();
    const first = await claim(here, 'n1');
    await there.jobClaims.release('n2');
    expect(await here.jobClaims.next('n1', leaseMs)).toBeUndefined();
    await here.jobClaims.release('n1');
    clock.advance(1);
    expect((await claim(here, 'n1')).job.id).toBe(first.job.id);
  });

  it('end in a success with their tally, or in a failure with its reason', async () => {
    await newJob();
    const first = await claim(here, 'n1');
    clock.advance(10);
    await here.jobClaims.end(first, { error: null, tally: { affected: 7 } });
    expect(await here.jobs.findById(environmentId, first.job.id)).toMatchObject({
      status: 'SUCCEEDED',
      progress: 1,
      tally: { affected: 7 },
      endedAt: clock.now(),
      error: null,
    });
    await newJob();
    const second = await claim(here, 'n1');
    const error = { code: 'QUERY_FAILED', message: 'Division by zero' } as const;
    await here.jobClaims.end(second, { error, tally: null });
    expect(await here.jobs.findById(environmentId, second.job.id)).toMatchObject({ status: 'FAILED', error });
  });

  it('are cancelled at once before they start; under way, their node is told; ended, they cannot be', async () => {
    const [first, second] = [await newJob(), await newJob()];
    const held = await claim(here, 'n1');
    expect(await there.jobs.requestCancel(environmentId, second.id, 'APP2')).toMatchObject({
      status: 'FAILED',
      modifiedBy: 'APP2',
      error: { code: 'QUERY_CANCELLED' },
    });
    expect(await here.jobClaims.note(held, {}, leaseMs)).toBe('held');
    expect(await there.jobs.requestCancel(environmentId, first.id, 'APP2')).toMatchObject({
      status: 'IN_PROGRESS',
      cancelRequestedAt: clock.now(),
    });
    expect(await here.jobClaims.note(held, {}, leaseMs)).toBe('cancelled');
    await here.jobClaims.end(held, { error: null, tally: null });
    const third = await newJob();
    await here.jobClaims.end(await claim(here, 'n1'), { error: null, tally: null });
    await expect(there.jobs.requestCancel(environmentId, third.id, 'APP2')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Job ${third.id} has already ended with status SUCCEEDED`,
    });
  });

  it('are told when their Data Pool is being deleted, and go with it', async () => {
    const job = await newJob();
    const held = await claim(here, 'n1');
    await here.dataPools.setStatus(environmentId, pool.id, 'DELETING');
    expect(await here.jobClaims.note(held, {}, leaseMs)).toBe('deleting');
    await expect(newJob()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await here.jobClaims.underWay([job.id, 'JOB2'])).toEqual(new Set([job.id]));
    await here.dataPools.delete(environmentId, pool.id);
    expect(await here.jobClaims.note(held, {}, leaseMs)).toBe('lost');
    expect(await here.jobs.findById(environmentId, job.id)).toBeUndefined();
    expect(await here.jobClaims.underWay([job.id])).toEqual(new Set());
  });

  it('wait in a bounded number for each Data Pool', async () => {
    for (let count = 0; count < openJobsPerDataPoolMax; count += 1) await newJob();
    await expect(newJob()).rejects.toMatchObject({ code: 'CONFLICT' });
    await newJob(await newPool('others'));
  });
});
