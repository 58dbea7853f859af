/**
 * What the intake feels of a deletion job: acknowledgements while a job deletes a third of all records of the Data
 * Pool that the events go to, beside the same load with no job. `BENCH_RECORDS` is how many records there are.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectEngine,
  createWebhook,
  type Service,
  startService,
  type Webhook,
} from '../tests/support/service.js';
import { startChild } from './child.js';
import type { LoadRequest, LoadResult } from './load-child.js';
import { type Figure, ms } from './measure.js';

const records = Number(process.env['BENCH_RECORDS'] ?? 10_000_000);
const rowsPerFill = 1_000_000;
const fillTimeoutMs = 600_000;
const p99MsMax = 250;
/** A steady trickle that a busy shop might send. */
const requestsPerSecond = 100;
const connections = 8;
const loadSeconds = 20;
const lookMs = 200;

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'amount', type: 'DOUBLE' },
  { name: 'state', type: 'STRING' },
];

export async function benchJobs(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const service = await startService({ directory, env: { WEIR_LOG_LEVEL: 'info' } });
  const load = await startChild<LoadRequest, LoadResult>('./load-child.ts');
  try {
    const webhook = await createWebhook(service, columns, { timestamp: 'at' });
    await fill(service, webhook);
    const send = () =>
      load.ask({
        url: `${service.url}${webhook.path}`,
        body: JSON.stringify({ id: 'new', at: '2026-02-01 00:00:00', amount: 1, state: 'new' }),
        seconds: loadSeconds,
        connections,
        rate: requestsPerSecond,
      });
    const alone = await send();
    const { results, job, seconds } = await whileDeleting(service, webhook, send);
    const p99Ms = Math.max(...results.map((result) => result.p99Ms));
    const failed = results.reduce((sum, result) => sum + result.failed, 0);
    const deleted = Number(job.affectedRecords);
    return [
      {
        name: `acknowledgement at ${requestsPerSecond}/s while a job deletes ${deleted} of ${records} records, p99`,
        measured: `${ms(p99Ms)}, ${failed} failed; the job took ${seconds.toFixed(1)} s`,
        floor: `${ms(alone.p99Ms)} without a job`,
        bar: `below ${ms(p99MsMax)}`,
        met: p99Ms < p99MsMax && failed === 0 && job.status === 'SUCCEEDED',
      },
    ];
  } finally {
    load.close();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Records over three months, of about 450 bytes with their event. */
async function fill({ directory }: Service, { table }: Webhook): Promise<void> {
  const engine = connectEngine(directory);
  for (let from = 0; from < records; from += rowsPerFill) {
    await engine.command(
      {
        text: `INSERT INTO ${table} (id, at, amount, state, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number % 7776000, number % 1000, ['open', 'paid', 'sent'][number % 3 + 1],
  now64(3) - 60, generateUUIDv4(), concat('{"id":"', toString(number), '","amount":', toString(number % 1000), ',"pad":"', hex(SHA512(toString(number))), hex(SHA512(toString(number + 1))), '"}')
FROM numbers(${from}, ${Math.min(rowsPerFill, records - from)})`,
        parameters: {},
      },
      fillTimeoutMs,
    );
  }
  await engine.close();
}

interface JobAnswer {
  readonly status: string;
  readonly affectedRecords: string | null;
}

/** The load goes on until the job has ended: at least one stretch of it. */
async function whileDeleting(service: Service, webhook: Webhook, send: () => Promise<LoadResult>) {
  const startedAt = performance.now();
  const created = await service.graphql<{ createDeletionJob: { job: { id: string } } }>(
    'mutation ($input: CreateDeletionJobInput!) { createDeletionJob(input: $input) { job { id } } }',
    { input: { dataPool: webhook.dataPoolId, filterSql: "state = 'sent'" } },
  );
  const { id } = created.createDeletionJob.job;
  const find = async () =>
    (
      await service.graphql<{ job: JobAnswer }>(
        'query ($id: ID!) { job(id: $id) { status affectedRecords } }',
        { id },
      )
    ).job;
  const isOpen = ({ status }: JobAnswer) => status === 'CREATED' || status === 'IN_PROGRESS';
  let seconds = 0;
  const ending = (async () => {
    while (isOpen(await find())) await new Promise((resolve) => setTimeout(resolve, lookMs));
    seconds = (performance.now() - startedAt) / 1000;
  })();
  const results = [await send()];
  while (isOpen(await find())) results.push(await send());
  await ending;
  return { results, job: await find(), seconds };
}
