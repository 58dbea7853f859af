import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { JobControl } from '../../server/src/jobs/job-control.js';
import { defaultJobLimits } from '../../server/src/jobs/job-services.js';
import { markOf, runMutation } from '../../server/src/jobs/run-mutation.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { MutationValues, recordMutation } from '../../server/src/sql/mutation.js';
import { asSql } from '../../server/src/sql/trusted-text.js';
import { read, sql } from '../support/engines.js';
import { recordsOf, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

/** Jobs of many steps, and steps that fail or are told twice. */
let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'x', type: 'INT64', nullable: true },
] as const;
const caller = () => node.caller.principal;
const only = (filterSql: string) => ({ filterSql, filters: [] });
const count = 50;
const id = (index: number) => `i${String(index).padStart(2, '0')}`;

async function filled(settings: object = {}): Promise<DataPool> {
  const pool = await node.createPool({ columns, ...settings });
  const rows = (version: number) =>
    Array.from({ length: count }, (_, x) => ({
      id: id(x),
      x: x * version,
      _service_payload: `{"n":${x}}`,
    }));
  if ('uniqueId' in settings) await node.insert(pool, rows(0));
  await node.insert(pool, rows(1));
  return pool;
}

describe('a job of many steps', () => {
  it('does each part of the work once', async () => {
    const { jobs, runner, ended } = startJobs(node, {
      limits: { ...defaultJobLimits, keysPerStepMax: 7, valuesPerStepMax: 1 },
    });
    await runner.start();
    const pool = await filled({ uniqueId: 'id' });
    const set = [{ column: 'x', expression: 'x + 1' }];
    expect(await ended(await jobs.createUpdate(caller(), pool.id, only('x % 2 = 0'), set))).toMatchObject({
      status: 'SUCCEEDED',
      tally: { affected: count / 2 },
    });
    expect(await ended(await jobs.createDeletion(caller(), pool.id, only('x % 3 = 0')))).toMatchObject({
      status: 'SUCCEEDED',
    });
    const column = { name: 'n', type: 'INT32' } as const;
    expect(await ended(await jobs.createAddColumn(caller(), pool.id, column))).toMatchObject({
      status: 'SUCCEEDED',
    });
    const left = Array.from({ length: count }, (_, n) => ({ n, x: n % 2 === 0 ? n + 1 : n })).filter(
      ({ x }) => x % 3 !== 0,
    );
    expect(await recordsOf(node, pool, 'id, x, n')).toEqual(left.map(({ n, x }) => [id(n), String(x), n]));
    await runner.stop();
  });

  it('is left where it is when its node stops, and another node goes on with it', async () => {
    const pool = await filled();
    const first = startJobs(node, {
      limits: { ...defaultJobLimits, keysPerStepMax: 1, valuesPerStepMax: 1 },
      // Long enough to be met at work.
      intakeSettled: () => new Promise((resolve) => setTimeout(resolve, 50)),
    });
    await first.runner.start();
    const job = await first.jobs.createDeletion(caller(), pool.id, only('x < 10'));
    await expect
      .poll(async () => (await node.catalog.jobs.findById(job.environmentId, job.id))?.status)
      .toBe('IN_PROGRESS');
    await first.runner.stop();
    const second = startJobs(node);
    node.clock.advance(1);
    await second.runner.start();
    expect(await second.ended(job)).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 10 } });
    expect(await recordsOf(node, pool, 'id')).toHaveLength(count - 10);
    await second.runner.stop();
  });
});

describe('a step', () => {
  const changeOf = (mark: string, change: string) => ({
    mark,
    change: asSql(change),
    where: asSql('x >= 0'),
    values: new MutationValues(),
  });
  const claim = async (pool: DataPool) => {
    const work = { kind: 'DELETION', ...only('true') } as const;
    const { environmentId } = caller();
    await node.catalog.jobs.create(environmentId, { dataPoolId: pool.id, work }, 'test');
    const claimed = await node.catalog.jobClaims.next('a node', 30_000);
    if (!claimed) throw new Error('nothing to claim');
    return { claimed, control: new JobControl(node.catalog.jobClaims, claimed) };
  };
  const services = () => ({ engine: node.engine, changed: () => undefined });
  const nothing = async () => undefined;

  it('that is told twice is done once', async () => {
    const pool = await filled();
    const { claimed, control } = await claim(pool);
    const step = changeOf(markOf(claimed.job.id, 0), 'UPDATE x = x + 1');
    await runMutation(services(), control, pool, recordMutation(pool, step), nothing);
    await runMutation(services(), control, pool, recordMutation(pool, step), nothing);
    expect((await recordsOf(node, pool, 'x')).map(([x]) => Number(x)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: count }, (_, x) => x + 1),
    );
    // Another step's mark may begin with the same digits.
    await runMutation(
      services(),
      control,
      pool,
      recordMutation(pool, changeOf(markOf(claimed.job.id, 1), 'UPDATE x = x')),
      nothing,
    );
    await runMutation(
      services(),
      control,
      pool,
      recordMutation(pool, changeOf(markOf(claimed.job.id, 10), 'DELETE')),
      nothing,
    );
    expect(await recordsOf(node, pool, 'x')).toEqual([]);
    control.close();
    await node.catalog.jobClaims.end(claimed, { error: null, tally: null });
  });

  it('is stopped when the job was cancelled on another node, which it hears when it says how far it is', async () => {
    const pool = await node.createPool({ columns });
    await node.engine.command(
      sql(`INSERT INTO ${tableName(pool)} (id, x, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), number, '2026-03-15 12:00:00', generateUUIDv4(), '{}' FROM numbers(400000)`),
    );
    const { claimed, control } = await claim(pool);
    const { environmentId, id: jobId } = claimed.job;
    // Slow enough to be met under way, whatever the machine.
    const slow = asSql(`${'hex(SHA256('.repeat(24)}id${'))'.repeat(24)} != ''`);
    const step = { ...changeOf(markOf(jobId, 0), 'DELETE'), where: slow };
    const saysHowFar = async (share: number) => {
      await node.catalog.jobs.requestCancel(environmentId, jobId, 'another node');
      await control.progress(share);
    };
    await expect(
      runMutation(services(), control, pool, recordMutation(pool, step), saysHowFar),
    ).rejects.toMatchObject({
      reason: 'cancelled',
    });
    const { rows } = await read(
      node.engine,
      `SELECT count() FROM system.mutations WHERE position(command, '${step.mark}') > 0`,
    );
    expect(rows).toEqual([['0']]);
    control.close();
    await node.catalog.jobClaims.end(claimed, { error: null, tally: null });
  });

  it('of a job that was cancelled is not told: it may be one that was told and killed', async () => {
    const pool = await filled();
    const { claimed, control } = await claim(pool);
    await node.catalog.jobs.requestCancel(claimed.job.environmentId, claimed.job.id, 'test');
    const step = changeOf(markOf(claimed.job.id, 0), 'UPDATE x = x + 1');
    await expect(
      runMutation(services(), control, pool, recordMutation(pool, step), nothing),
    ).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect((await read(node.engine, `SELECT sum(x) FROM ${tableName(pool)}`)).rows).toEqual([
      [String((count * (count - 1)) / 2)],
    ]);
    control.close();
    await node.catalog.jobClaims.end(claimed, { error: null, tally: null });
  });

  it("that fails is ended with the engine's reason, or without it where access is controlled", async () => {
    const reasons = [
      [false, expect.stringContaining('Division by zero')],
      [true, 'The engine could not change some of the records'],
    ] as const;
    for (const [accessControlEnabled, message] of reasons) {
      const pool = { ...(await filled()), accessControlEnabled };
      const { claimed, control } = await claim(pool);
      const failing = changeOf(markOf(claimed.job.id, 0), 'UPDATE x = intDiv(x, x - x)');
      const failed = { code: 'QUERY_FAILED', message };
      await expect(
        runMutation(services(), control, pool, recordMutation(pool, failing), nothing),
      ).rejects.toMatchObject(failed);
      const { rows } = await read(node.engine, 'SELECT count() FROM system.mutations WHERE NOT is_done');
      expect(rows).toEqual([['0']]);
      // The process may end before the job has: then the next one must not tell the engine again.
      const next = new JobControl(node.catalog.jobClaims, { ...claimed, state: { ...control.state } });
      const again = { ...failing, change: asSql('UPDATE x = x + 1') };
      await expect(
        runMutation(services(), next, pool, recordMutation(pool, again), nothing),
      ).rejects.toMatchObject(failed);
      expect((await read(node.engine, `SELECT sum(x) FROM ${tableName(pool)}`)).rows).toEqual([
        [String((count * (count - 1)) / 2)],
      ]);
      for (const each of [control, next]) each.close();
      await node.catalog.jobClaims.end(claimed, { error: null, tally: null });
    }
  });
});
