import { describe, expect, it } from 'vitest';
import { FakeEngine, lost, refusal } from '../../../tests/support/fake-engine.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { ByteBudget } from '../base/byte-budget.js';
import type { TableSettings } from '../catalog/table-settings.js';
import type { CommitRequest } from './commit-request.js';
import { GroupCommit, type GroupCommitLimits } from './group-commit.js';
import { newRequestId, rowIdField, writeRowIndex } from './row-id.js';

const plenty: GroupCommitLimits = {
  queueRequestsMax: 1_000,
  groupRowsMax: 1_000,
  groupBytesMax: 1_000_000,
  groupPartitionsMax: 10,
  commitMsMax: 10_000,
};

function open(limits: Partial<GroupCommitLimits> = {}, bytesMax = 1_000_000) {
  const engine = new FakeEngine();
  const clock = new ManualClock();
  const budget = new ByteBudget(bytesMax, clock);
  const delays: number[] = [];
  const groups = new GroupCommit({
    engine,
    clock,
    nodeId: 'node',
    budget,
    limits: { ...plenty, ...limits },
    delay: async (ms) => {
      delays.push(ms);
      clock.advance(ms);
    },
  });
  return { engine, clock, budget, groups, delays };
}

const tableSettings: TableSettings = {
  engine: { type: 'MERGE_TREE' },
  orderBy: [],
  partitionBy: [],
  primaryKey: [],
  ttl: null,
};

const byN: TableSettings = { ...tableSettings, partitionBy: ['n'] };

function request(rowCount = 1, pool = 'DPO1', settings = tableSettings, firstN = 0): CommitRequest {
  const requestId = newRequestId();
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const row = Buffer.from(`{${rowIdField(requestId)},"n":${firstN + index}}\n`);
    writeRowIndex(row, index);
    return row;
  });
  const poolOf = { id: pool, environmentId: 'ENV1', tableSettings: settings };
  return { pool: poolOf, requestId, rows: Buffer.concat(rows), rowCount };
}

const linesOf = (...requests: CommitRequest[]) =>
  requests.flatMap(({ rows }) => rows.toString().split('\n').slice(0, -1));

/** A promise to be kept by hand. */
function gate() {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('group commit', () => {
  it('stores what arrives together in one insert, and what arrives meanwhile in the next', async () => {
    const { engine, groups } = open();
    const first = gate();
    engine.behaviours.push(() => first);
    const requests = Array.from({ length: 10 }, () => request(3));
    const [a, b, ...rest] = requests as [CommitRequest, CommitRequest, ...CommitRequest[]];
    const commits = [groups.commit(a), groups.commit(b)];
    await turn();
    await turn();
    commits.push(...rest.map((each) => groups.commit(each)));
    expect(engine.inserts).toHaveLength(1);
    first.open();
    await Promise.all(commits);
    expect(engine.inserts.map(({ rows }) => rows)).toEqual([linesOf(a, b), linesOf(...rest)]);
    expect(engine.looks).toBe(0);
  });

  it('never overtakes an insert whose outcome nobody knows, not even when its sender has been refused', async () => {
    const { engine, clock, groups } = open();
    const cancelledBefore: number[] = [];
    engine.behaviours.push(() => {
      clock.advance(plenty.commitMsMax);
      return { stored: 0, error: lost() };
    });
    engine.usual = () => {
      cancelledBefore.push(engine.cancelled.length);
      return {};
    };
    await expect(groups.commit(request())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(engine.cancelled).toEqual([]);
    await groups.commit(request());
    await groups.commit(request());
    expect(engine.cancelled).toEqual(['INS node ENV1.DPO1']);
    expect(cancelledBefore).toEqual([1, 1]);
  });

  it('acknowledges only once the insert is done', async () => {
    const { engine, groups } = open();
    const stored = gate();
    engine.behaviours.push(() => stored);
    let acknowledged = false;
    const commit = groups.commit(request()).then(() => {
      acknowledged = true;
    });
    for (let turns = 0; turns < 5; turns++) await turn();
    expect([engine.inserts.length, acknowledged]).toEqual([1, false]);
    stored.open();
    await commit;
    expect(acknowledged).toBe(true);
  });

  it('never has two inserts into one table under way, and lets no Data Pool wait for another', async () => {
    const { engine, groups } = open();
    const slow = gate();
    engine.behaviours.push(() => slow);
    const held = groups.commit(request(1, 'DPOslow'));
    await turn();
    await turn();
    const behind = groups.commit(request(1, 'DPOslow'));
    for (let round = 0; round < 5; round++) await groups.commit(request(1, 'DPOfast'));
    const tables = engine.inserts.map(({ table }) => table);
    expect(tables.filter((table) => table === 'ENV1.DPOslow')).toHaveLength(1);
    expect(tables.filter((table) => table === 'ENV1.DPOfast')).toHaveLength(5);
    slow.open();
    await Promise.all([held, behind]);
  });

  it.each([
    ['rows', { groupRowsMax: 10 }, [3, 3, 3]],
    ['bytes', { groupBytesMax: linesOf(request(3)).join('\n').length * 3 + 10 }, [3, 3, 3]],
    ['rows of one request past the bound', { groupRowsMax: 1 }, [1, 1, 1, 1, 1, 1, 1, 1, 1]],
  ])('bounds a group by %s', async (_what, limits, sizes) => {
    const { engine, groups } = open(limits);
    const first = gate();
    engine.behaviours.push(() => first);
    const commits = [groups.commit(request(3))];
    await turn();
    await turn();
    commits.push(...Array.from({ length: 9 }, () => groups.commit(request(3))));
    first.open();
    await Promise.all(commits);
    expect(engine.inserts.slice(1).map(({ rows }) => rows.length / 3)).toEqual(sizes);
  });

  it('bounds a group by partitions, but for those of one request', async () => {
    const { engine, groups } = open({ groupPartitionsMax: 4 });
    const first = gate();
    engine.behaviours.push(() => first);
    const commits = [groups.commit(request())];
    await turn();
    await turn();
    const firstNs = [0, 1, 2, 3, 0, 10, 11, 20];
    commits.push(...firstNs.map((n) => groups.commit(request(2, 'DPO1', byN, n))));
    commits.push(groups.commit(request(9, 'DPO1', byN)), groups.commit(request(1, 'DPO1', byN)));
    first.open();
    await Promise.all(commits);
    expect(engine.inserts.slice(1).map(({ rows }) => rows.length)).toEqual([6, 4, 4, 2, 9, 1]);
  });

  it('refuses past the queue’s requests and bytes, at the edge, and takes more once there is room', async () => {
    const one = request();
    for (const { groups, engine } of [
      open({ queueRequestsMax: 3 }),
      open({}, one.rows.length * 3),
      open({}, one.rows.length * 4 - 1),
    ]) {
      const first = gate();
      engine.behaviours.push(() => first);
      const commits = [groups.commit(request()), groups.commit(request()), groups.commit(request())];
      await expect(groups.commit(request())).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        retryAfterSeconds: 1,
        details: { reason: 'overload' },
      });
      first.open();
      await Promise.all(commits);
      await groups.commit(request());
    }
  });

  it('drains: resolves once everything that was accepted has its answer', async () => {
    const { engine, groups, budget } = open();
    await groups.drain();
    const first = gate();
    engine.behaviours.push(() => first);
    let isDrained = false;
    const commit = groups.commit(request());
    const drain = groups.drain().then(() => {
      isDrained = true;
    });
    await turn();
    expect([isDrained, groups.queuedRequests]).toEqual([false, 1]);
    first.open();
    await Promise.all([commit, drain]);
    expect([groups.queuedRequests, budget.bytes]).toEqual([0, 0]);
  });
});

describe('what has had its answer', () => {
  it('gathers until it is worth an insert, or until somebody waits for it', async () => {
    const engine = new FakeEngine();
    const groups = new GroupCommit({
      engine,
      clock: new ManualClock(),
      nodeId: 'node',
      budget: new ByteBudget(100_000_000, new ManualClock()),
      limits: { ...plenty, groupRowsMax: 100_000, groupBytesMax: 100_000_000 },
      delay: () => new Promise(() => {}),
    });
    const inserted = async (...requests: CommitRequest[]) => {
      for (const each of requests) groups.store(each, () => {});
      for (let turns = 0; turns < 5; turns++) await turn();
      return engine.inserts.splice(0).map(({ rows }) => rows.length);
    };
    const large = { ...request(), rows: Buffer.from(`{"padding":"${'x'.repeat(4 * 1024 * 1024)}"}\n`) };
    expect(await inserted(request(), request())).toEqual([2]);
    expect(await inserted(request(), request())).toEqual([]);
    expect(await inserted(request(9_997))).toEqual([]);
    expect(await inserted(request())).toEqual([10_000]);
    expect(await inserted(request())).toEqual([]);
    expect(await inserted(large)).toEqual([2]);
    expect(await inserted(request())).toEqual([]);
    groups.hurry('DPO1');
    expect(await inserted()).toEqual([1]);
  });
});

describe('an insert of unknown outcome', () => {
  it.each([0, 1, 4, 7, 9])('after which %i of 9 rows are there is completed', async (stored) => {
    const { engine, groups } = open();
    engine.behaviours.push(() => ({ stored, error: lost() }));
    const requests = [request(2), request(5), request(2)];
    await Promise.all(requests.map((each) => groups.commit(each)));
    expect(engine.tables.get('ENV1.DPO1')?.toSorted()).toEqual(linesOf(...requests).toSorted());
    expect(engine.looks).toBe(1);
    expect(engine.cancelled).toEqual(['INS node ENV1.DPO1']);
  });

  it('is completed through several failures in a row', async () => {
    const { engine, groups } = open();
    for (let failure = 0; failure < 6; failure++)
      engine.behaviours.push(() => ({ stored: 1, error: lost() }));
    const requests = [request(4), request(4)];
    await Promise.all(requests.map((each) => groups.commit(each)));
    expect(engine.tables.get('ENV1.DPO1')?.toSorted()).toEqual(linesOf(...requests).toSorted());
  });

  it('waits for the engine to come back, and is refused when it does not in time', async () => {
    const { engine, groups, clock } = open();
    engine.isUnavailable = true;
    const startedAt = clock.monotonic();
    await expect(groups.commit(request())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(10_000);
    expect(clock.monotonic() - startedAt).toBeLessThan(11_000);
    engine.isUnavailable = false;
    await groups.commit(request());
    expect(engine.tables.get('ENV1.DPO1')).toHaveLength(1);
  });

  it('on a table whose rows replace each other is repeated whole and in order, without a look', async () => {
    const { engine, groups } = open();
    const settings: TableSettings = { ...tableSettings, engine: { type: 'REPLACING_MERGE_TREE', ver: null } };
    engine.behaviours.push(() => ({ stored: 2, error: lost() }));
    const requests = [request(2, 'DPO1', settings), request(2, 'DPO1', settings)];
    await Promise.all(requests.map((each) => groups.commit(each)));
    expect(engine.inserts.map(({ rows }) => rows)).toEqual([linesOf(...requests), linesOf(...requests)]);
    expect(engine.looks).toBe(0);
  });

  it('of an earlier attempt is looked at before anything is inserted', async () => {
    const { engine, groups } = open();
    const retried = request(4);
    engine.tables.set('ENV1.DPO1', linesOf(retried).slice(1, 3));
    await groups.commit({ ...retried, earlier: { nodeId: 'other', sinceMs: 0 } });
    expect(engine.tables.get('ENV1.DPO1')?.toSorted()).toEqual(linesOf(retried).toSorted());
    expect(engine.cancelled).toEqual(['INS other ENV1.DPO1']);
    await groups.commit({ ...retried, earlier: { nodeId: 'other', sinceMs: 0 } });
    expect(engine.tables.get('ENV1.DPO1')).toHaveLength(4);
    expect(engine.inserts).toHaveLength(1);
  });
});

describe('a group that the engine refuses', () => {
  it('is tried one by one, so that only the bad request fails', async () => {
    const { engine, groups } = open();
    const requests = [request(2), request(2), request(2)];
    const bad = linesOf(requests[1] as CommitRequest)[0] ?? '';
    engine.usual = (rows) => (rows.includes(bad) ? { stored: 0, error: refusal() } : {});
    const outcomes = await Promise.allSettled(requests.map((each) => groups.commit(each)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    expect(engine.tables.get('ENV1.DPO1')).toEqual(
      linesOf(requests[0] as CommitRequest, requests[2] as CommitRequest),
    );
  });

  it('does not hold up the requests after it', async () => {
    const { engine, groups } = open();
    engine.behaviours.push(
      () => ({ stored: 0, error: refusal() }),
      () => ({ stored: 0, error: refusal() }),
    );
    await expect(groups.commit(request())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await groups.commit(request());
    expect(engine.tables.get('ENV1.DPO1')).toHaveLength(1);
  });
});
