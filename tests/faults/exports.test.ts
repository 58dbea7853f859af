/** What is killed in the middle of an export never leaves its client with a part that looks whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../support/engines.js';
import { exported, postExport } from '../support/exports.js';
import { extent, sample } from '../support/extent.js';
import { type OwnService, startService } from '../support/service.js';
import { connectEngine } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const rows = extent(1_000_000, 2_000_000);
const jobRows = extent(100_000, 300_000);

let service: OwnService;

beforeAll(async () => {
  service = await startService();
  const { table } = await createWebhook(
    service,
    [{ name: 'n', type: 'INT64', nullable: false }],
    {},
    { uniqueName: 'big' },
  );
  const engine = connectEngine(service.directory);
  await engine.command(sql(`INSERT INTO ${table} (n) SELECT number FROM numbers(${rows})`));
  await engine.close();
});
afterAll(async () => {
  await service.discard();
});

/** Reads the first bytes, kills, and reads the rest. */
async function readAround(format: string, kill: () => Promise<void> | void): Promise<number> {
  const answer = await postExport(service, { dataPool: 'big', format });
  expect(answer.status).toBe(200);
  let bytes = 0;
  let isKilled = false;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (!isKilled) await kill();
    isKilled = true;
  }
  return bytes;
}

const linesOf = (file: Buffer) => file.toString().trimEnd().split('\n').length;

test.each(sample(['csv', 'ndjson', 'parquet', 'arrow'], 1))(
  'the engine, killed during an export as %s, breaks it off, and the next one is whole',
  async (format) => {
    const killed = service.enginePid();
    await expect(readAround(format, () => void process.kill(killed, 'SIGKILL'))).rejects.toThrow();
    await expect.poll(() => service.enginePid()).not.toBe(killed);
    const csv = await exported(service, {
      sql: 'SELECT count(*) AS n, sum(n) AS sum FROM big',
      format: 'csv',
    });
    expect(csv.toString()).toBe(`"n","sum"\n${rows},${(rows * (rows - 1)) / 2}\n`);
  },
);

test('the service, killed during an export, breaks it off, and the next one is whole, as is the file of a job', async () => {
  const { createExportJob } = await service.request<{ createExportJob: { job: { id: string } } }>(
    `mutation { createExportJob(input: { export: { sql: "SELECT n FROM big WHERE n < ${jobRows}", format: NDJSON } }) { job { id } } }`,
  );
  await expect(readAround('csv', () => service.kill())).rejects.toThrow();
  service = await startService({ directory: service.directory });
  const file = await exported(service, { dataPool: 'big', format: 'ndjson' });
  expect(linesOf(file)).toBe(rows);
  // The job begins again.
  const shown = async () =>
    (
      await service.request<{ exportJob: { status: string; link: { url: string } | null } }>(
        `{ exportJob(id: "${createExportJob.job.id}") { status link { url } } }`,
      )
    ).exportJob;
  await expect.poll(async () => (await shown()).status).toBe('SUCCEEDED');
  const written = await fetch((await shown()).link?.url ?? '');
  expect(linesOf(Buffer.from(await written.arrayBuffer()))).toBe(jobRows);
});
