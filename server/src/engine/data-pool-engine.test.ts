import { expect, test } from 'vitest';
import { DataVersions } from '../base/data-versions.js';
import { unavailable } from '../base/errors.js';
import { type AcknowledgedRows, DataPoolEngine } from './data-pool-engine.js';
import type { Engine, EngineQuery } from './engine.js';

function engineThat(outcome: () => Promise<void>, rows?: AcknowledgedRows) {
  const versions = new DataVersions();
  const inner = { query: outcome, insert: outcome, command: outcome } as unknown as Engine;
  return { versions, engine: new DataPoolEngine(inner, versions, rows) };
}
const insertInto = (dataPoolId?: string) => ({
  table: 'ENV1.t',
  rows: Buffer.from(''),
  timeoutMs: 1,
  ...(dataPoolId && { dataPoolId }),
});
const over = (...tables: string[]) => ({ text: 'SELECT 1', parameters: {}, tables });

test('an insert counts for its Data Pool alone, before its maker knows of it', async () => {
  const { engine, versions } = engineThat(() => Promise.resolve());
  const before = versions.of('DPO1');
  const seen = engine.insert(insertInto('DPO1')).then(() => versions.of('DPO1'));
  expect(versions.of('DPO1')).toBe(before);
  expect(await seen).toBeGreaterThan(before);
  await engine.insert(insertInto());
  expect(versions.of('DPO2')).toBe(0);
});

test('an insert of unknown outcome counts, too', async () => {
  const { engine, versions } = engineThat(() => Promise.reject(unavailable('away')));
  await expect(engine.insert(insertInto('DPO1'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(versions.of('DPO1')).toBe(1);
});

test('a command counts for the Data Pools whose tables it says it changes, even when it fails', async () => {
  const { engine, versions } = engineThat(() => Promise.resolve());
  await engine.command(over('DPO1', 'DPO2'));
  expect(['DPO1', 'DPO2', 'DPO3'].map((id) => versions.of(id))).toEqual([1, 1, 0]);
  const failing = engineThat(() => Promise.reject(unavailable('away')));
  await expect(failing.engine.command(over('DPO1'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(failing.versions.of('DPO1')).toBe(1);
});

test('a statement begins when its tables have what was acknowledged; a command, when it cannot come back', async () => {
  const steps: unknown[] = [];
  const rows: AcknowledgedRows = {
    settled: async (ids) => void steps.push(['settled', ids]),
    settledDurably: async (ids) => void steps.push(['for good', ids]),
  };
  const { engine } = engineThat(async () => void steps.push('ran'), rows);
  await engine.query({ statement: over('DPO1') } as unknown as EngineQuery);
  await engine.command(over('DPO2'));
  expect(steps).toEqual([['settled', ['DPO1']], 'ran', ['for good', ['DPO2']], 'ran']);
});

test('held inserts of a Data Pool wait for the work, which waits for those that run; others go on', async () => {
  const steps: string[] = [];
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const inner = {
    insert: async ({ id = '' }: { id?: string }) => {
      steps.push(`starts ${id}`);
      if (id === 'first') await running;
      steps.push(`ends ${id}`);
    },
  } as unknown as Engine;
  const engine = new DataPoolEngine(inner, new DataVersions());
  const insert = (id: string, dataPoolId = 'DPO1') => engine.insert({ ...insertInto(dataPoolId), id });
  const first = insert('first');
  const held = engine.holdInserts('DPO1', async (direct) => {
    steps.push('work');
    expect(direct).toBe(inner);
    throw unavailable('away');
  });
  const second = insert('second');
  await insert('other', 'DPO2');
  finish();
  await expect(held).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.all([first, second]);
  expect(steps).toEqual([
    'starts first',
    'starts other',
    'ends other',
    'ends first',
    'work',
    'starts second',
    'ends second',
  ]);
});
