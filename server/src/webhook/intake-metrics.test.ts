import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { Log } from '../base/log.js';
import { IntakeMetrics } from './intake-metrics.js';

it('logs one line a reason in ten seconds, with how many there were, and counts them all', async () => {
  const lines: object[] = [];
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const clock = new ManualClock();
  const registry = new Registry();
  const metrics = new IntakeMetrics({ registry, log, clock, queueBytes: () => 7, queueRequests: () => 1 });
  for (let refusal = 0; refusal < 100; refusal++) metrics.refused('too_large', { dataPoolId: 'DPO1' });
  metrics.refused('overload', {});
  clock.advance(10_000);
  metrics.refused('too_large', { dataPoolId: 'DPO2' });
  expect(lines).toEqual([
    { reason: 'too_large', count: 1, dataPoolId: 'DPO1' },
    { reason: 'overload', count: 1 },
    { reason: 'too_large', count: 100, dataPoolId: 'DPO2' },
  ]);
  const text = await registry.metrics();
  expect(text).toContain('weir_intake_refusals_total{reason="too_large"} 101');
  expect(text).toContain('weir_intake_queue_bytes 7');
});

it('logs one line in ten seconds about inserts that fail, and counts them all', async () => {
  const lines: object[] = [];
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const clock = new ManualClock();
  const registry = new Registry();
  const metrics = new IntakeMetrics({ registry, log, clock, queueBytes: () => 0, queueRequests: () => 0 });
  const err = new Error('the table is gone');
  for (let group = 0; group < 100; group++) metrics.recovery(err);
  clock.advance(10_000);
  metrics.recovery(err);
  expect(lines).toEqual([
    { err, count: 1 },
    { err, count: 100 },
  ]);
  expect(await registry.metrics()).toContain('weir_intake_recoveries_total 101');
});
