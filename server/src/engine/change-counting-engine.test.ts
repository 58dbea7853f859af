import { expect, test } from 'vitest';
import { unavailable } from '../base/errors.js';
import { ChangeCountingEngine } from './change-counting-engine.js';
import type { Engine } from './engine.js';

const engineThat = (outcome: () => Promise<void>) =>
  new ChangeCountingEngine({ insert: outcome, command: outcome } as unknown as Engine);
const insertInto = (table: string) => ({ table, rows: Buffer.from(''), timeoutMs: 1 });

test('an insert counts for its Data Pool alone, before its maker knows of it', async () => {
  const engine = engineThat(() => Promise.resolve());
  const before = engine.versions.of('DPO1');
  const seen = engine.insert(insertInto('ENV1.DPO1')).then(() => engine.versions.of('DPO1'));
  expect(engine.versions.of('DPO1')).toBe(before);
  expect(await seen).toBeGreaterThan(before);
  expect(engine.versions.of('DPO2')).toBe(0);
});

test('an insert of unknown outcome counts, too', async () => {
  const engine = engineThat(() => Promise.reject(unavailable('away')));
  await expect(engine.insert(insertInto('ENV1.DPO1'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(engine.versions.of('DPO1')).toBe(1);
});

test('a command counts for every Data Pool', async () => {
  const engine = engineThat(() => Promise.resolve());
  await engine.command({ text: 'ALTER TABLE t DELETE WHERE 1', parameters: {} });
  expect([engine.versions.of('DPO1'), engine.versions.of('DPO2')]).toEqual([1, 1]);
});
