/** The query history forgets by itself what is older than its retention, on the engine that keeps it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../server/src/base/ids.js';
import { createLog } from '../../server/src/base/log.js';
import type { Principal } from '../../server/src/base/principal.js';
import { QueryHistory } from '../../server/src/query/query-history.js';
import { historyTable } from '../../server/src/sql/query-history.js';
import { type EmbeddedEngine, openEmbedded, sql } from '../support/engines.js';

const dayMs = 86_400_000;
const reader: Principal = {
  environmentId: newId('environment'),
  applicationId: newId('application'),
  scopes: new Set(['admin']),
  tier: 'P1_X_SMALL',
  policyValues: {},
};

let embedded: EmbeddedEngine;
beforeAll(async () => {
  embedded = await openEmbedded();
});
afterAll(() => embedded.close());

const open = async (retentionDays: number) => {
  const history = new QueryHistory({
    engine: embedded.engine,
    log: createLog('silent'),
    retentionDays,
    cluster: undefined,
  });
  await history.open();
  return history;
};

function record(history: QueryHistory, ageDays: number, sql = `SELECT ${ageDays}`): void {
  const createdAt = Date.now() - ageDays * dayMs;
  history.record({
    id: newId('query'),
    environmentId: reader.environmentId,
    createdAt,
    createdBy: reader.applicationId,
    modifiedAt: createdAt,
    modifiedBy: reader.applicationId,
    bytesProcessed: '1',
    recordsProcessed: '1',
    durationInMilliseconds: 1,
    resultingBytes: 1,
    resultingRecords: 1,
    tier: 'P1_X_SMALL',
    status: 'COMPLETED',
    type: 'SQL',
    subtype: null,
    reader: '',
    sql,
    booster: null,
  });
}

/** What the engine does by itself now and then. */
const merge = () => embedded.engine.command(sql(`OPTIMIZE TABLE ${historyTable} FINAL`));

async function kept(history: QueryHistory): Promise<string[]> {
  const { items } = await history.list(reader, {}, 10);
  return items.map(({ sql }) => sql).sort();
}

test('what is older than the retention goes when parts are merged, and a shorter one takes hold at the next start', async () => {
  const first = await open(30);
  for (const ageDays of [0, 20, 29, 31, 400]) record(first, ageDays);
  expect(await kept(first)).toHaveLength(5);
  await first.close();
  const second = await open(30);
  await merge();
  expect(await kept(second)).toEqual(['SELECT 0', 'SELECT 20', 'SELECT 29']);
  await second.close();
  const third = await open(10);
  await merge();
  await expect.poll(() => kept(third)).toEqual(['SELECT 0']);
  await third.close();
});

test('one query whose SQL is no valid text does not keep the others from being written', async () => {
  const history = await open(30);
  for (const sql of ['SELECT 11', "SELECT '\ud800'", 'SELECT 12']) record(history, 0, sql);
  await history.close();
  const { items } = await (await open(30)).list(reader, {}, 3);
  expect(items.map(({ sql }) => sql)).toEqual(['SELECT 12', "SELECT '\ufffd'", 'SELECT 11']);
});
