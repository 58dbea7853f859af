import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../server/src/base/errors.js';
import type { Job } from '../../server/src/catalog/job.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { recordsOf, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { withMember } from '../support/with-member.js';

/** Jobs whose engine is away for a while, and jobs that wait for others. */
let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const columns = [{ name: 'id', type: 'STRING', nullable: false }] as const;
const caller = () => node.caller.principal;
const hourMs = 3_600_000;

describe('a job whose engine is away', () => {
  /** The hours that have passed besides the test's own seconds. */
  let hours = 0;
  const passing = () => {
    hours = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + hours * hourMs);
  };
  const away = () => unavailable('The engine is away');
  /** The real engine, but for its inserts. */
  const withInsert = (insert: Engine['insert']): Engine => withMember(node.engine, 'insert', insert);
  const fill = async (engine: Engine, intakeSettled: () => Promise<void>) => {
    const pool = await node.createPool({ columns });
    await node.insert(pool, [{ id: 'a', _service_payload: '{"n":7}' }]);
    const { jobs, runner, ended } = startJobs(node, { engine, intakeSettled });
    await runner.start();
    const job = await ended(await jobs.createAddColumn(caller(), pool.id, { name: 'n', type: 'INT32' }));
    await runner.stop();
    return { job, pool };
  };

  it('waits for it again when it has got on in between, however long ago it was away first', async () => {
    passing();
    let settled = 0;
    let inserted = 0;
    const engine = withInsert(async (insert) => {
      inserted += 1;
      if (inserted > 1) return await node.engine.insert(insert);
      hours += 2;
      throw away();
    });
    const { job, pool } = await fill(engine, async () => {
      settled += 1;
      if (settled === 1) throw away();
    });
    expect(job).toMatchObject({ status: 'SUCCEEDED', error: null });
    expect(await recordsOf(node, pool, 'n')).toEqual([[7]]);
  });

  it('gives up after an hour without it', async () => {
    passing();
    const engine = withInsert(async () => {
      hours += 0.4;
      throw away();
    });
    expect((await fill(engine, async () => undefined)).job).toMatchObject({
      status: 'FAILED',
      error: { code: 'UNAVAILABLE', message: 'The engine is away' },
    });
  });
});

describe('jobs of several Data Pools', () => {
  it('are worked on two at a time by one node, the oldest first, and one at a time in each Data Pool', async () => {
    const letGo: (() => void)[] = [];
    let underWay = 0;
    let mostUnderWay = 0;
    const { jobs, runner, ended } = startJobs(node, {
      intakeSettled: async () => {
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await new Promise<void>((resolve) => letGo.push(resolve));
        underWay -= 1;
      },
    });
    await runner.start();
    const pools = await Promise.all([1, 2, 3].map(() => node.createPool({ columns })));
    for (const pool of pools) await node.insert(pool, [{ id: 'a' }, { id: 'b' }]);
    const [first, second, third] = pools.map(({ id }) => id);
    const created: Job[] = [];
    for (const id of [first, first, second, third])
      created.push(
        await jobs.createDeletion(caller(), String(id), {
          filterSql: `id = '${created.length === 1 ? 'b' : 'a'}'`,
          filters: [],
        }),
      );
    const statuses = () =>
      Promise.all(
        created.map(
          async ({ environmentId, id }) => (await node.catalog.jobs.findById(environmentId, id))?.status,
        ),
      );
    await expect.poll(() => letGo.length).toBe(2);
    // Woken again and again, the runner takes up no more.
    for (let wakes = 0; wakes < 5; wakes += 1) {
      runner.wake();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await statuses()).toEqual(['IN_PROGRESS', 'CREATED', 'IN_PROGRESS', 'CREATED']);
    letGo.shift()?.();
    await expect.poll(statuses).toEqual(['SUCCEEDED', 'IN_PROGRESS', 'IN_PROGRESS', 'CREATED']);
    await expect.poll(() => letGo.length).toBe(2);
    for (const resolve of letGo.splice(0)) resolve();
    await expect.poll(() => letGo.length).toBe(1);
    for (const resolve of letGo.splice(0)) resolve();
    for (const job of created)
      expect(await ended(job)).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 1 } });
    expect(mostUnderWay).toBe(2);
    await runner.stop();
  });
});

it('a job that is created while the service starts waits until the cleanup after earlier jobs has ended', async () => {
  const { jobClaims } = node.catalog;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  const slow = withMember(jobClaims, 'release', async (nodeId: string) => {
    await released;
    asked.push('released');
    await jobClaims.release(nodeId);
  });
  const watched = withMember(slow, 'next', async (...claim: Parameters<typeof jobClaims.next>) => {
    asked.push('next');
    return await jobClaims.next(...claim);
  });
  const { jobs, runner, ended } = startJobs(node, { catalog: { ...node.catalog, jobClaims: watched } });
  const starting = runner.start();
  const pool = await node.createPool({ columns });
  const job = await jobs.createDeletion(caller(), pool.id, { filterSql: 'true', filters: [] });
  runner.wake();
  release();
  await starting;
  expect(await ended(job)).toMatchObject({ status: 'SUCCEEDED' });
  expect(asked.slice(0, 2)).toEqual(['released', 'next']);
  await runner.stop();
});
