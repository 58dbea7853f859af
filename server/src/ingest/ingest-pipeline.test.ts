import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { DataPool, DataSource } from '../catalog/definitions.js';
import type { CommitRequest } from './commit-request.js';
import { type EventsBody, IngestPipeline } from './ingest-pipeline.js';
import { RowReader } from './row-reader.js';
import { column } from './test-support.js';

const dataSource = { id: 'DSO1', environmentId: 'ENV1' } as DataSource;
const pool = {
  id: 'DPO1',
  environmentId: 'ENV1',
  status: 'LIVE',
  columns: [column('n', 'INT32', 'n', false)],
} as unknown as DataPool;

/** A pipeline whose commits are kept here; the keyed ones are repetitions. */
function pipelineTo(until: Promise<void> = Promise.resolve()) {
  const committed: CommitRequest[] = [];
  const counted: [number, number][] = [];
  const commit = async (request: CommitRequest) => {
    committed.push(request);
    await until;
  };
  const pipeline = new IngestPipeline({
    findDataPool: async () => pool,
    rows: new RowReader(),
    commits: { commit },
    keyed: { commit: async (_key, requests) => Promise.all(requests.map(commit)).then(() => false) },
    budget: { bytesMax: 1_000_000 },
    clock: new ManualClock(),
    onStored: (events, bytes) => counted.push([events, bytes]),
    onQuarantined: () => undefined,
  });
  return { pipeline, committed, counted };
}

const body = (text: string, fields: Partial<EventsBody> = {}): EventsBody => ({
  bytes: Buffer.from(text),
  kind: 'json',
  isPartial: false,
  key: undefined,
  headers: {},
  ...fields,
});

const oneBad = '[{"n":1},{"n":"x"},{"n":3}]';

it('commits the rows of a good body, and counts them', async () => {
  const { pipeline, committed, counted } = pipelineTo();
  const outcome = await pipeline.ingest(dataSource, body('[{"n":1},{"n":2}]'));
  expect(outcome).toMatchObject({ isStored: true, isRepeated: false, eventCount: 2, failed: [], errors: [] });
  expect(committed).toMatchObject([{ pool, rowCount: 2 }]);
  expect(counted).toEqual([[2, 17]]);
});

it('stores nothing of a body with a bad event', async () => {
  const { pipeline, committed, counted } = pipelineTo();
  const outcome = await pipeline.ingest(dataSource, body(oneBad));
  expect(outcome).toMatchObject({ isStored: false, failed: [1], errors: [{ index: 1, column: 'n' }] });
  expect([committed, counted]).toEqual([[], []]);
});

it('stores the good events of a partial body', async () => {
  const { pipeline, committed } = pipelineTo();
  const outcome = await pipeline.ingest(dataSource, body(oneBad, { isPartial: true }));
  expect(outcome).toMatchObject({ isStored: true, eventCount: 3, failed: [1] });
  expect(committed).toMatchObject([{ rowCount: 2 }]);
});

it('commits the valid events and, for the quarantine, the invalid ones as they came', async () => {
  const { pipeline, committed } = pipelineTo();
  const settings = { errorHandling: 'QUARANTINE' };
  const outcome = await pipeline.ingest(
    { ...dataSource, type: 'WEBHOOK', settings } as DataSource,
    body('[{"n":1},{"n": "x\\u0000",\n"é":1},{"n":3}]'),
  );
  expect(outcome).toMatchObject({ isStored: true, isQuarantined: true, failed: [1] });
  expect(committed).toMatchObject([
    { pool, rowCount: 2 },
    { pool: { id: 'DPQ1', environmentId: 'ENV1' }, rowCount: 1 },
  ]);
  const [valid, invalid] = committed.map(({ rows }) =>
    rows
      .toString()
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row)),
  );
  expect(invalid?.[0]).toMatchObject({ _service_payload: '{"n": "x\\u0000",\n"é":1}', headers: '{}' });
  expect(JSON.parse(invalid?.[0].errors)).toMatchObject([{ column: 'n', reason: 'wrong_type' }]);
  const ids = [valid?.[0], invalid?.[0], valid?.[1]].map((row) => row._weir_request);
  expect(ids.map((id) => id.slice(-8))).toEqual(['00000000', '00000001', '00000002']);
  expect(new Set(ids.map((id) => id.slice(0, -8))).size).toBe(1);
});

it('gives a repetition the same row ids, another way of reading others, and counts neither', async () => {
  const { pipeline, committed, counted } = pipelineTo();
  const key = 'k';
  await pipeline.ingest(dataSource, body('{"n":1}', { key }));
  await pipeline.ingest(dataSource, body('{"n":1}', { key }));
  await pipeline.ingest(dataSource, body('{"n":1}', { key, isPartial: true }));
  const [first, again, partial] = committed.map(({ requestId }) => requestId);
  expect(again).toBe(first);
  expect(partial).not.toBe(first);
  expect(counted).toEqual([]);
});

it('is settled when what was being stored is', async () => {
  let finish = () => {};
  const { pipeline } = pipelineTo(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  const order: string[] = [];
  const stored = pipeline.ingest(dataSource, body('{"n":1}')).then(() => order.push('stored'));
  const settled = pipeline.settled().then(() => order.push('settled'));
  finish();
  await Promise.all([stored, settled]);
  expect(order).toEqual(['stored', 'settled']);
});
