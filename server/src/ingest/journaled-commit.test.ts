import { afterEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../tests/support/engines.js';
import { FakeEngine, lost, refusal } from '../../../tests/support/fake-engine.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { ByteBudget } from '../base/byte-budget.js';
import type { DataPool } from '../catalog/definitions.js';
import type { TableSettings } from '../catalog/table-settings.js';
import type { CommitRequest } from './commit-request.js';
import { GroupCommit } from './group-commit.js';
import { Journal } from './journal/journal.js';
import { JournaledCommit } from './journaled-commit.js';
import { newRequestId, rowIdField, writeRowIndex } from './row-id.js';

const commitMsMax = 2_000;
const opened: Journal[] = [];
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
});

interface Setting {
  readonly directory?: string;
  readonly engine?: FakeEngine;
  readonly isGone?: boolean;
  readonly hasSpace?: boolean;
}

function open(setting: Setting = {}) {
  const {
    directory = temporaryDirectory(),
    engine = new FakeEngine(),
    isGone = false,
    hasSpace = true,
  } = setting;
  const clock = new ManualClock();
  const journal = new Journal(directory);
  opened.push(journal);
  const acknowledged: string[] = [];
  const groups = new GroupCommit({
    engine,
    clock,
    nodeId: 'node',
    budget: new ByteBudget(100_000_000, new ManualClock()),
    limits: {
      queueRequestsMax: 1_000,
      groupRowsMax: 1_000,
      groupBytesMax: 1_000_000,
      groupPartitionsMax: 1_000,
      commitMsMax,
    },
    isGone: async () => isGone,
    delay: async (ms) => {
      clock.advance(ms);
      await turn();
    },
  });
  const commits = new JournaledCommit({
    journal,
    groups,
    clock,
    nodeId: 'node',
    findDestination: async (environmentId, id) =>
      isGone ? undefined : ({ environmentId, id, tableSettings } as DataPool),
    diskSpace: { hasSpace: () => hasSpace },
    onAcknowledged: (dataPoolId) => acknowledged.push(dataPoolId),
    onCommitted: () => undefined,
  });
  return { directory, engine, clock, groups, commits, acknowledged };
}

/** The journal that is still open here removes files which are no longer needed, also while another one reads them. */
function openAgain(directory: string): ReturnType<typeof open> {
  try {
    return open({ directory });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return openAgain(directory);
    throw error;
  }
}

const tableSettings: TableSettings = {
  engine: { type: 'MERGE_TREE' },
  orderBy: [],
  partitionBy: [],
  primaryKey: [],
  ttl: null,
};

function request(
  rowCount = 1,
  { pool = 'DPO1', settings = tableSettings, padding = '', firstN = 0 } = {},
): CommitRequest {
  const requestId = newRequestId();
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const row = Buffer.from(`{${rowIdField(requestId)},"n":${firstN + index},"padding":"${padding}"}\n`);
    writeRowIndex(row, index);
    return row;
  });
  const poolOf = { id: pool, environmentId: 'ENV1', tableSettings: settings };
  return { pool: poolOf, requestId, rows: Buffer.concat(rows), rowCount };
}

const linesOf = (...requests: CommitRequest[]) =>
  requests.flatMap(({ rows }) => rows.toString().split('\n').slice(0, -1));
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Inserts wait until it is opened. */
function gate(engine: FakeEngine) {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  engine.usual = () => ({ until });
  return () => {
    engine.usual = () => ({});
    open();
  };
}

async function isPending(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  work.finally(() => {
    settled = true;
  });
  for (let turns = 0; turns < 20; turns++) await turn();
  return !settled;
}

describe('a small request', () => {
  it('is acknowledged before it is in its table, and every statement that names the table waits for it', async () => {
    const { engine, commits, acknowledged } = open();
    const letGo = gate(engine);
    const [one, two] = [request(), request()];
    await commits.commit(one);
    await commits.commit(two);
    expect(acknowledged).toEqual(['DPO1', 'DPO1']);
    expect(engine.tables.size).toBe(0);
    const query = commits.settled(['DPO1']);
    const ofSeveral = commits.settled(['DPO2', 'DPO1']);
    const command = commits.settledDurably(['DPO1']);
    expect(await isPending(Promise.any([query, ofSeveral, command]))).toBe(true);
    await commits.settled(['DPO2']);
    letGo();
    await Promise.all([query, ofSeveral, command]);
    expect(engine.tables.get('ENV1.DPO1')).toEqual(linesOf(one, two));
  });

  it('is there once after a crash, whether or not its rows had reached their table', async () => {
    const before = open();
    const letGo = gate(before.engine);
    const requests = Array.from({ length: 5 }, () => request(3));
    for (const each of requests) await before.commits.commit(each);
    // The process is gone: the engine has stored the first request and a part of the second.
    const engine = new FakeEngine();
    engine.tables.set('ENV1.DPO1', linesOf(...requests).slice(0, 4));
    const after = open({ directory: before.directory, engine });
    expect(await after.commits.resume()).toBe(5);
    await after.commits.settled(['DPO1']);
    expect([...(engine.tables.get('ENV1.DPO1') ?? [])].sort()).toEqual(linesOf(...requests).sort());
    await after.commits.settledDurably(['DPO1']);
    expect(await openAgain(before.directory).commits.resume()).toBe(0);
    letGo();
  });

  it('of a Data Pool that is gone is forgotten', async () => {
    const before = open();
    const letGo = gate(before.engine);
    await before.commits.commit(request());
    const after = open({ directory: before.directory, isGone: true });
    await after.commits.resume();
    await after.commits.settledDurably(['DPO1']);
    expect(after.engine.inserts).toEqual([]);
    expect(await openAgain(before.directory).commits.resume()).toBe(0);
    letGo();

    const now = open({ isGone: true });
    now.engine.usual = () => ({ stored: 0, error: refusal() });
    await now.commits.commit(request());
    await now.commits.settled(['DPO1']);
    expect(now.engine.tables.get('ENV1.DPO1') ?? []).toEqual([]);
  });

  it('is tried for as long as it takes, and keeps its place before later ones', async () => {
    const { engine, clock, commits, groups } = open();
    const startedAtMs = clock.monotonic();
    const replacing: TableSettings = {
      ...tableSettings,
      engine: { type: 'REPLACING_MERGE_TREE', ver: null },
    };
    const first = request(2, { settings: replacing });
    engine.behaviours.push(
      () => ({ stored: 1, error: lost() }),
      () => ({ stored: 0, error: lost() }),
    );
    await commits.commit(first);
    engine.isUnavailable = true;
    // Past the first attempt's time, and into the next.
    for (let turns = 0; turns < 100; turns++) await turn();
    expect(clock.monotonic() - startedAtMs).toBeGreaterThan(commitMsMax);
    const second = request(1, { settings: replacing });
    const later = new Promise<void>((resolve) => groups.store(second, resolve));
    engine.isUnavailable = false;
    await commits.settled(['DPO1']);
    await later;
    expect(engine.tables.get('ENV1.DPO1')?.slice(-3)).toEqual(linesOf(first, second));
  });

  it('that cannot be written down is refused, and not stored', async () => {
    const { engine, commits, groups } = open();
    await opened.at(-1)?.close();
    await expect(commits.commit(request())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await groups.drain();
    expect(engine.inserts).toEqual([]);
  });
});

it('a large request that replaces journaled rows is not undone by their replay after a crash', async () => {
  const settings: TableSettings = { ...tableSettings, engine: { type: 'REPLACING_MERGE_TREE', ver: null } };
  const before = open();
  const letGo = gate(before.engine);
  const [small, large] = [request(1, { settings }), request(1, { settings, padding: 'x'.repeat(70_000) })];
  await before.commits.commit(small);
  const replaced = before.commits.commit(large);
  letGo();
  await replaced;
  // The process is gone right after the answer: rows that are stored again would replace the later ones.
  expect(await openAgain(before.directory).commits.resume()).toBe(0);
});

describe('a request waits for its rows to be in their table', () => {
  async function expectWaiting(setting: ReturnType<typeof open>, waiting: CommitRequest) {
    const letGo = gate(setting.engine);
    const commit = setting.commits.commit(waiting);
    expect(await isPending(commit)).toBe(true);
    letGo();
    await commit;
    expect(setting.engine.tables.get('ENV1.DPO1')).toEqual(expect.arrayContaining(linesOf(waiting)));
    expect(setting.acknowledged).toEqual([]);
  }

  it('when it is large', async () => {
    await expectWaiting(open(), request(2, { padding: 'x'.repeat(40_000) }));
  });

  it('when it is the retry of another', async () => {
    await expectWaiting(open(), { ...request(), earlier: { nodeId: 'node', sinceMs: 0 } });
  });

  it('when the table keeps sums, in which it could not be found again', async () => {
    const settings: TableSettings = { ...tableSettings, engine: { type: 'SUMMING_MERGE_TREE', columns: [] } };
    await expectWaiting(open(), request(1, { settings }));
  });

  it('when the disk is nearly full', async () => {
    await expectWaiting(open({ hasSpace: false }), request());
  });

  it('when the engine is behind', async () => {
    const { engine, commits, clock, acknowledged } = open();
    const letGo = gate(engine);
    await commits.commit(request());
    clock.advance(1_001);
    const late = commits.commit(request());
    expect(await isPending(late)).toBe(true);
    expect(acknowledged).toEqual(['DPO1']);
    await commits.commit(request(1, { pool: 'DPO2' }));
    letGo();
    await late;
    await commits.commit(request());
    expect(acknowledged).toEqual(['DPO1', 'DPO2', 'DPO1']);
  });

  it('when all that is queued is of many partitions, for each of which the engine has to write a part', async () => {
    const { engine, commits, groups, acknowledged } = open();
    const letGo = gate(engine);
    const settings: TableSettings = { ...tableSettings, partitionBy: ['n'] };
    const ofPartitions = (firstN: number, count: number) => request(count, { settings, firstN });
    for (const firstN of [0, 0, 8]) await commits.commit(ofPartitions(firstN, 8));
    const past = commits.commit(ofPartitions(12, 9));
    expect(await isPending(past)).toBe(true);
    // It would wait behind the other one.
    const behind = commits.commit(ofPartitions(12, 8));
    expect(await isPending(behind)).toBe(true);
    expect(acknowledged).toHaveLength(3);
    await commits.commit(request(1, { pool: 'DPO2', settings }));
    letGo();
    await Promise.all([past, behind]);
    await groups.drain();
    await commits.commit(ofPartitions(12, 9));
    expect(acknowledged).toEqual(['DPO1', 'DPO1', 'DPO1', 'DPO2', 'DPO1']);
  });

  it('when the backlog is large', async () => {
    const { engine, commits, acknowledged } = open();
    const letGo = gate(engine);
    const padded = () => request(1, { padding: 'x'.repeat(60_000) });
    for (let count = 0; count < 139; count++) await commits.commit(padded());
    const past = commits.commit(padded());
    expect(await isPending(past)).toBe(true);
    expect(acknowledged).toHaveLength(139);
    letGo();
    await past;
  });
});
