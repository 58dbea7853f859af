import { expect } from 'vitest';
import { sql } from './engines.js';
import type { Service } from './service.js';
import { connectEngine, stored } from './stored.js';
import type { Webhook } from './webhook.js';

/** An update, a deletion and an added column, one after the other, of which the result shows whether each record was changed once. */
export const changedColumns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'x', type: 'INT64' },
];

/** Slow enough that a fault meets it at work. */
const slowly = `length(${'SHA256('.repeat(24)}id${')'.repeat(24)}) > 0`;

/** Rows as the intake would have stored them; of `version` 0 the value is not what the event says. */
export async function fillChanged(
  service: Service,
  { table }: Webhook,
  records: number,
  version = 1,
): Promise<void> {
  const engine = connectEngine(service.directory);
  await engine.command(
    sql(`INSERT INTO ${table} (id, x, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), number * ${version}, now64(3) - 60, generateUUIDv4(), concat('{"x":', toString(number), '}') FROM numbers(${records})`),
  );
  await engine.close();
}

async function create(service: Service, name: string, input: object): Promise<void> {
  await service.request(
    `mutation ($input: Create${name}JobInput!) { create${name}Job(input: $input) { job { id } } }`,
    { input },
  );
}

export async function createChangingJobs(service: Service, { dataPoolId: dataPool }: Webhook): Promise<void> {
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

/** By the update, then the deletion: each record once, and the new column as the events say. */
export async function expectChangedOnce(
  service: Service,
  { table }: Webhook,
  records: number,
  final = '',
): Promise<void> {
  const wanted = Array.from({ length: records }, (_, n) => ({ n, x: n % 2 === 0 ? n + 1 : n }))
    .filter(({ x }) => x % 3 !== 0)
    .map(({ n, x }) => [String(n), String(x), String(n)]);
  const rows = await stored(service, `SELECT id, x, toString(n) FROM ${table}${final} ORDER BY toUInt64(id)`);
  expect(rows.length).toBe(wanted.length);
  expect(rows.find((row, index) => String(row) !== String(wanted[index]))).toBeUndefined();
}

export interface ShownJob {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly message: string } | null;
  readonly dataPool: { readonly id: string };
}

/** The newest jobs. */
export const newestJobs = async (service: Service): Promise<readonly ShownJob[]> =>
  (
    await service.request<{ jobs: { nodes: ShownJob[] } }>(
      '{ jobs(first: 50) { nodes { id status error { message } dataPool { id } } } }',
    )
  ).jobs.nodes;

export const isOpen = ({ status }: Pick<ShownJob, 'status'>) =>
  status === 'CREATED' || status === 'IN_PROGRESS';
