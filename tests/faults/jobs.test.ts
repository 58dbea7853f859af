import { describe, expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { randomMoment } from '../support/random-moment.js';
import { type Service, startService } from '../support/service.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'x', type: 'INT64' },
];
const records = extent(20_000, 40_000);
const killMomentMsMax = 700;
const kills = extent(2, 40);

/** Slow enough that a kill meets it at work. */
const slowly = `length(${'SHA256('.repeat(24)}id${')'.repeat(24)}) > 0`;

/** Rows as the intake would have stored them; of `version` 0 the value is not what the event says. */
async function fill(service: Service, { table }: Webhook, version: number): Promise<void> {
  const engine = connectEngine(service.directory);
  await engine.command(
    sql(`INSERT INTO ${table} (id, x, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), number * ${version}, now64(3) - 60, generateUUIDv4(), concat('{"x":', toString(number), '}') FROM numbers(${records})`),
  );
  await engine.close();
}

interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly error: unknown;
}

async function create(service: Service, name: string, input: object): Promise<void> {
  await service.request(
    `mutation ($input: Create${name}JobInput!) { create${name}Job(input: $input) { job { id } } }`,
    { input },
  );
}

async function createAll(service: Service, { dataPoolId: dataPool }: Webhook): Promise<void> {
  await create(service, 'UpdateDataPoolRecords', {
    dataPool,
    filterSql: `x % 2 = 0 AND ${slowly}`,
    set: [{ column: 'x', expression: 'x + 1' }],
  });
  await create(service, 'Deletion', { dataPool, filterSql: `x % 3 = 0 AND ${slowly}` });
  await create(service, 'AddColumnToDataPool', {
    dataPool,
    columnName: 'n',
    columnType: 'INT32',
    jsonProperty: 'x',
  });
}

const jobsOf = async (service: Service) =>
  (
    await service.request<{ jobs: { nodes: JobAnswer[] } }>(
      '{ jobs { nodes { id status error { message } } } }',
    )
  ).jobs.nodes;

const isOpen = ({ status }: JobAnswer) => status === 'CREATED' || status === 'IN_PROGRESS';

/** By the update, then the deletion: each record once. */
function expected(): string[][] {
  return Array.from({ length: records }, (_, n) => ({ n, x: n % 2 === 0 ? n + 1 : n }))
    .filter(({ x }) => x % 3 !== 0)
    .map(({ n, x }) => [String(n), String(x), String(n)]);
}

describe('SIGKILL of the service or its engine during jobs, at random moments', () => {
  it('changes each record once, deletes all that it should, and fills the column: jobs go on after the start', {
    timeout: extent(180_000, 1_200_000),
  }, async () => {
    let service = await startService();
    const { directory } = service;
    const append = await createWebhook(service, columns);
    const mutable = await createWebhook(service, columns, { uniqueId: 'id' });
    await fill(service, append, 1);
    await fill(service, mutable, 0);
    await fill(service, mutable, 1);
    for (const webhook of [append, mutable]) await createAll(service, webhook);
    for (let kill = 0; kill < kills; kill += 1) {
      const atWork = async () => (await jobsOf(service)).some(({ status }) => status === 'IN_PROGRESS');
      // The first kill meets a job at work for sure, the others meet what they meet.
      if (kill === 0) await expect.poll(atWork).toBe(true);
      else await randomMoment(killMomentMsMax);
      // Every other time only the engine, which the service starts again.
      if (kill % 2 === 1) {
        process.kill(service.enginePid(), 'SIGKILL');
        continue;
      }
      await service.kill();
      service = await startService({ directory });
    }
    await expect.poll(async () => (await jobsOf(service)).filter(isOpen)).toEqual([]);
    expect((await jobsOf(service)).map(({ status, error }) => ({ status, error }))).toEqual(
      Array.from({ length: 6 }, () => ({ status: 'SUCCEEDED', error: null })),
    );
    // The jobs may have ended before the last kill of the engine.
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).ok).toBe(true);
    const wanted = expected();
    for (const [{ table }, final] of [
      [append, ''],
      [mutable, ' FINAL'],
    ] as const) {
      const rows = await stored(
        service,
        `SELECT id, x, toString(n) FROM ${table}${final} ORDER BY toUInt64(id)`,
      );
      expect(rows.length).toBe(wanted.length);
      expect(rows.find((row, index) => String(row) !== String(wanted[index]))).toBeUndefined();
    }
    expect(await stored(service, "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')")).toEqual([]);
    expect(await service.discard()).toBe(0);
  });
});
