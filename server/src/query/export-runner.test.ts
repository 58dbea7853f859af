import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { ManualTimers } from '../../../tests/support/manual-timers.js';
import type { Principal } from '../base/principal.js';
import type { Engine, EngineExport } from '../engine/engine.js';
import { EngineEnded } from '../engine/engine-error.js';
import { EngineBans } from './engine-bans.js';
import { ExportRunner } from './export-runner.js';
import { surplusTurnMs, turnMs } from './place-turn.js';
import { queryMeasures } from './query-measures.js';
import { exportSlots } from './query-slots.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Exports that go on until they are stopped; `silent` ones before their first byte. */
function bench(placesMax: number, silent = false) {
  const timers = new ManualTimers();
  const written: PassThrough[] = [];
  const engine = {
    export: ({ signal }: EngineExport) => {
      const bytes = new PassThrough().on('error', () => undefined);
      written.push(bytes);
      const begun = new Promise<Readable>((resolve, reject) => {
        signal?.addEventListener('abort', () => {
          bytes.destroy(signal.reason);
          reject(signal.reason);
        });
        if (!silent) resolve(bytes);
      });
      return begun;
    },
  } as unknown as Engine;
  const runner = new ExportRunner({
    engine,
    clock: new ManualClock(),
    slots: exportSlots(placesMax, new Registry()),
    timeoutMs: 3_600_000,
    record: () => undefined,
    measures: queryMeasures(new Registry()),
    startTimer: timers.start,
    bans: new EngineBans(new ManualClock()),
  });
  const start = (applicationId: string, givesWay = true) => {
    const principal: Principal = {
      environmentId: 'ENV1',
      applicationId,
      scopes: new Set(['data_pool:query']),
      tier: 'P1_X_LARGE',
      policyValues: {},
    };
    const run = { statement: { text: 'SELECT 1', parameters: {}, tables: [] }, limited: false };
    const request = { principal, run, type: 'SQL' as const, shown: () => '', signal: undefined };
    return runner.start({ ...request, allowance: undefined }, 'csv', givesWay);
  };
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      timers.advance(1_000);
      await settled();
    }
  };
  return { start, pass, timers, written };
}

describe('an export that has its place for a turn', () => {
  it('ends once another Application waits, with a reason, and leaves its place', async () => {
    const { start, pass, timers } = bench(1);
    const first = await start('A');
    const failed = once(first.bytes, 'error');
    await pass(turnMs);
    expect(first.bytes.destroyed).toBe(false);
    const second = start('B');
    await pass(1_000);
    expect(await failed).toMatchObject([
      { code: 'QUERY_CANCELLED', message: expect.stringContaining('Create an export job') },
    ]);
    const { bytes } = await second;
    bytes.destroy();
    await settled();
    expect(timers.running).toBe(0);
  });

  it('ends before its first byte, too', async () => {
    const { start, pass } = bench(1, true);
    const first = start('A');
    const refusal = expect(first).rejects.toMatchObject({ message: expect.stringContaining('another one') });
    await pass(turnMs - 1_000);
    start('B').catch(() => undefined);
    await pass(1_000);
    await refusal;
  });

  it('ends sooner if its Application has several', async () => {
    const { start, pass } = bench(4);
    const [one, other, third] = await Promise.all([start('A'), start('A'), start('A')]);
    const last = await start('B');
    await pass(surplusTurnMs);
    const waiting = start('C');
    await pass(1_000);
    await waiting;
    expect([one, other, third, last].filter(({ bytes }) => bytes.destroyed)).toHaveLength(1);
    expect(last.bytes.destroyed).toBe(false);
  });

  it('goes on if it is a job, which has turns of its own', async () => {
    const { start, pass } = bench(1);
    const job = await start('A', false);
    await pass(turnMs);
    start('B').catch(() => undefined);
    await pass(1_000);
    expect([job.isWanted(), job.bytes.destroyed]).toEqual([true, false]);
  });
});

it('refuses a caller whose exports have ended the engine twice, also after their first byte', async () => {
  const { start, written } = bench(4);
  for (const index of [0, 1]) {
    const { bytes } = await start('A');
    const closed = once(bytes, 'error');
    written[index]?.destroy(new EngineEnded('no answer'));
    expect(await closed).toMatchObject([{ code: 'QUERY_TIMED_OUT' }]);
  }
  await expect(start('A')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const { bytes } = await start('B');
  bytes.destroy();
});
