import { afterAll, beforeAll, expect, it } from 'vitest';
import { unavailable } from '../../server/src/base/errors.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { quarantineOf } from '../../server/src/catalog/quarantine.js';
import type { EventReplay } from '../../server/src/ingest/event-replay.js';
import { newRequestId } from '../../server/src/ingest/row-id.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { deleteQuarantinedStatement } from '../../server/src/sql/quarantine.js';
import { read } from '../support/engines.js';
import { commitsInto, recordsOf, replayInto, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode({ checksTables: false });
});
afterAll(() => node.close());

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'n', type: 'INT64', nullable: false },
] as const;
const caller = () => node.caller.principal;
const count = 30;
const all = Array.from({ length: count }, (_, n) => [String(n)]);

/** Records of three months: three partitions, so a replay takes three batches. */
async function filled(): Promise<DataPool> {
  const pool = await node.createPool({ columns, timestamp: 'at' });
  const rows = Array.from({ length: count }, (_, n) => ({ at: `2026-0${1 + (n % 3)}-01 00:00:00.000`, n }));
  await node.insert(
    pool,
    rows.map((row) => ({ ...row, _service_payload: JSON.stringify(row) })),
  );
  return pool;
}

/** A replay that does something before it stores a batch. */
function replayWith(before: (batch: number) => Promise<void>): EventReplay {
  const replay = replayInto(node);
  const store = replay.store.bind(replay);
  let batches = 0;
  replay.store = async (...batch) => {
    await before(batches++);
    await store(...batch);
  };
  return replay;
}

async function replayed(before: (batch: number, source: DataPool) => Promise<void>) {
  const source = await filled();
  const destination = await node.createPool({ columns: [columns[1]] });
  const { jobs, runner, ended } = startJobs(node, { replay: replayWith((batch) => before(batch, source)) });
  const job = await jobs.createReplay(caller(), {
    dataSourceId: source.dataSourceId,
    source: 'RECORDS',
    dataPoolId: destination.id,
    filter: {},
    isDryRun: false,
  });
  await runner.start();
  const outcome = await ended(job);
  await runner.stop();
  return { outcome, records: await recordsOf(node, destination, 'n') };
}

it('continues where it was when the engine was away, and stores each record once', async () => {
  const failed = new Set<number>();
  const { outcome, records } = await replayed(async (batch) => {
    if (batch % 2 === 1 && failed.size < 2) {
      failed.add(batch);
      throw unavailable('The engine is away');
    }
  });
  expect(failed.size).toBe(2);
  expect(outcome).toMatchObject({ status: 'SUCCEEDED', tally: { affected: count, rejected: 0 } });
  expect(records).toEqual(all);
});

it('begins again when its source is rebuilt meanwhile, and stores each record once', async () => {
  const rebuilding = startJobs(node);
  const { outcome, records } = await replayed(async (batch, source) => {
    if (batch !== 1) return;
    const keys = { orderBy: ['n'], partitionBy: ['toYear(at)'] };
    const job = await rebuilding.jobs.createRebuild(caller(), source.id, keys);
    await rebuilding.runner.start();
    expect(await rebuilding.ended(job)).toMatchObject({ status: 'SUCCEEDED' });
    await rebuilding.runner.stop();
  });
  expect(outcome).toMatchObject({ status: 'SUCCEEDED', tally: { affected: count, rejected: 0 } });
  expect(records).toEqual(all);
});

it('is not undone by a late retry, which would quarantine the event again', async () => {
  const pool = await node.createPool({ columns: [columns[1]] });
  await node.provision.setUpQuarantine(pool);
  const commits = commitsInto(node);
  const requestId = newRequestId();
  const id = (index: number) =>
    `${requestId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}0000000${index}`;
  // Now: the engine removes events that have been in quarantine for long.
  const receivedAtMs = Date.now();
  const received = new Date(receivedAtMs).toISOString().replace('T', ' ').replace('Z', '');
  const quarantine = quarantineOf(pool);
  const rows = [0, 1].map((index) => ({
    _weir_request: id(index),
    _service_received_at: received,
    _service_payload: '{"n":"x"}',
    errors: '[]',
    headers: '{}',
  }));
  const request = {
    pool: quarantine,
    requestId,
    rows: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
    rowCount: rows.length,
  };
  await commits.commit(request);
  const event = { id: id(0), receivedAtMs, headers: {} };
  const replay = replayInto(node);
  const reading = await replay.read(pool, { ...event, payload: Buffer.from('{"n":7}') });
  if ('errors' in reading) throw new Error('The event cannot be stored');
  await replay.store(pool, [reading]);
  await node.engine.command(deleteQuarantinedStatement(pool, { ids: [id(0)] }));
  await commits.commit({ ...request, earlier: { nodeId: 'another', sinceMs: receivedAtMs } });
  const { rows: left } = await read(node.engine, `SELECT _weir_request FROM ${tableName(quarantine)}`);
  expect(left).toEqual([[id(1)]]);
});
