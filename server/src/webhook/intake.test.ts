import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ByteBudget } from '../base/byte-budget.js';
import { systemClock } from '../base/clock.js';
import { createLog } from '../base/log.js';
import { ZstdThread } from '../base/zstd-thread.js';
import type { DataPool, WebhookDataSource } from '../catalog/definitions.js';
import { IngestPipeline } from '../ingest/ingest-pipeline.js';
import { RowReader } from '../ingest/row-reader.js';
import { Intake } from './intake.js';
import { IntakeMetrics } from './intake-metrics.js';

const budget = new ByteBudget(1_000_000, systemClock);

/** An intake before a Data Pool in this state; nothing may be stored. */
function intakeBefore(status: DataPool['status']) {
  const registry = new Registry();
  const dataSource = {
    id: 'DSO1',
    environmentId: 'ENV1',
    settings: { basicAuth: null },
  } as WebhookDataSource;
  const none = () => Promise.reject(new Error('nothing is stored'));
  const pipeline = new IngestPipeline({
    findDataPool: async () => ({ id: 'DPO1', environmentId: 'ENV1', status }) as DataPool,
    rows: new RowReader(),
    commits: { commit: none },
    keyed: { commit: none },
    budget,
    clock: systemClock,
    onStored: none,
    onQuarantined: none,
  });
  const intake = new Intake({
    findDataSource: async () => dataSource,
    authorize: none,
    signatures: { verify: () => expect.unreachable('no signature is set') },
    pipeline,
    budget,
    zstd: new ZstdThread('no body is compressed'),
    metrics: new IntakeMetrics({
      registry,
      log: createLog('silent'),
      clock: systemClock,
      queueBytes: () => 0,
      queueRequests: () => 0,
    }),
    clock: systemClock,
    onAnswered: () => undefined,
    bodyBytesMax: 1_000,
  });
  return { intake, registry };
}

function delivery() {
  const message = Object.assign(Readable.from(['[{}]']), { headers: { 'content-type': 'application/json' } });
  return {
    webhookKey: 'WHK1',
    partial: undefined,
    address: '127.0.0.1',
    url: () => 'http://localhost/v1/WHK1',
    message: message as unknown as IncomingMessage,
    setHeader: () => undefined,
  };
}

it.each([
  ['CREATED', 'UNAVAILABLE', 'not_live'],
  ['PENDING', 'UNAVAILABLE', 'not_live'],
  ['SETUP_FAILED', 'UNAVAILABLE', 'not_live'],
  ['DELETING', 'NOT_FOUND', 'unknown_key'],
] as const)('a Data Pool that is %s takes no events: %s', async (status, code, reason) => {
  const { intake, registry } = intakeBefore(status);
  await expect(intake.receive(delivery())).rejects.toMatchObject({ code });
  expect(await registry.metrics()).toContain(`weir_intake_refusals_total{reason="${reason}"} 1`);
});

it('another method than POST is counted as a refusal', async () => {
  const { intake, registry } = intakeBefore('LIVE');
  expect(intake.refuseMethod()).toMatchObject({ statusCode: 405 });
  expect(await registry.metrics()).toContain('weir_intake_refusals_total{reason="method"} 1');
});
