/**
 * What the intake feels of a deletion job: acknowledgements while a job deletes a third of all records of the Data
 * Pool that the events go to, beside the same load with no job. `BENCH_RECORDS` is how many records there are.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../tests/support/engines.js';
import { type Service, startService } from '../tests/support/service.js';
import { connectEngine } from '../tests/support/stored.js';
import { createWebhook, type Webhook } from '../tests/support/webhook.js';
import { startChild } from './child.js';
import type { LoadRequest, LoadResult, StopLoad } from './load-child.js';
import { type Figure, ms } from './measure.js';

const records = Number(process.env['BENCH_RECORDS'] ?? 10_000_000);
const rowsPerFill = 1_000_000;
const fillTimeoutMs = 600_000;
const p99MsMax = 250;
/** A steady trickle that a busy shop might send. */
const requestsPerSecond = 100;
const connections = 8;
const aloneSeconds = 10;
/** The load is stopped when the job ends. */
const jobSecondsMax = 600;
const lookMs = 50;

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
    const send = (seconds: number) =>
      load.ask({
        url: `${service.url}${webhook.path}`,
        body: JSON.stringify({ id: 'new', at: '2026-02-01 00:00:00', amount: 1, state: 'new' }),
        seconds,
        connections,
        rate: requestsPerSecond,
      });
    const alone = await send(aloneSeconds);
    const { job, seconds, result } = await whileDeleting(service, webhook, {
      start: () => send(jobSecondsMax),
      stop: () => load.tell('stop' satisfies StopLoad),
    });
    const { p99Ms, failed, requests } = result;
    return [
      {
        name: `acknowledgement at ${requestsPerSecond}/s while a job deletes ${job.affectedRecords} of ${records} records, p99`,
        measured: `${ms(p99Ms)} of ${requests}, ${failed} failed; the job took ${seconds.toFixed(1)} s`,
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
      sql(`INSERT INTO ${table} (id, at, amount, state, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number % 7776000, number % 1000, ['open', 'paid', 'sent'][number % 3 + 1],
  now64(3) - 60, generateUUIDv4(), concat('{"id":"', toString(number), '","amount":', toString(number % 1000), ',"pad":"', hex(SHA512(toString(number))), hex(SHA512(toString(number + 1))), '"}')
FROM numbers(${from}, ${Math.min(rowsPerFill, records - from)})`),
      fillTimeoutMs,
    );
  }
  await engine.close();
}

interface JobAnswer {
  readonly status: string;
  readonly affectedRecords: string | null;
}

interface JobLoad {
  readonly start: () => Promise<LoadResult>;
  readonly stop: () => void;
}

/** What is measured ends with the job: calmer moments after it would make the figure better than it is. */
async function whileDeleting(service: Service, webhook: Webhook, load: JobLoad) {
  const startedAt = performance.now();
  const created = await service.request<{ createDeletionJob: { job: { id: string } } }>(
    'mutation ($input: CreateDeletionJobInput!) { createDeletionJob(input: $input) { job { id } } }',
    { input: { dataPool: webhook.dataPoolId, filterSql: "state = 'sent'" } },
  );
  const { id } = created.createDeletionJob.job;
  const measured = load.start();
  let job: JobAnswer;
  do {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    const answer = await service.request<{ job: JobAnswer }>(
      'query ($id: ID!) { job(id: $id) { status affectedRecords } }',
      { id },
    );
    job = answer.job;
  } while (job.status === 'CREATED' || job.status === 'IN_PROGRESS');
  load.stop();
  return { job, seconds: (performance.now() - startedAt) / 1000, result: await measured };
}
