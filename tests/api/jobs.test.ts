import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'kind', type: 'STRING' },
  { name: 'x', type: 'INT64' },
];

interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly affectedRecords: string | null;
  readonly error: { code: string; message: string } | null;
}

const jobFields = 'id status progress affectedRecords error { code message }';

const create = async (name: string, input: object): Promise<JobAnswer> => {
  const answer = await service.request<Record<string, { job: JobAnswer }>>(
    `mutation ($input: Create${name}JobInput!) { create${name}Job(input: $input) { job { ${jobFields} } } }`,
    { input },
  );
  const created = answer[`create${name}Job`];
  if (!created) throw new Error('no job');
  return created.job;
};

const find = async (id: string) =>
  (
    await service.request<{ job: JobAnswer }>(`query ($id: ID!) { job(id: $id) { ${jobFields} } }`, {
      id,
    })
  ).job;

const ended = async ({ id }: JobAnswer): Promise<JobAnswer> => {
  await expect.poll(async () => (await find(id)).status).toMatch(/SUCCEEDED|FAILED/);
  return await find(id);
};

const count = async ({ dataPoolId }: Webhook) => {
  const { counter } = await service.request<{
    counter: { value: string; query: { recordsProcessed: string } };
  }>(
    `query ($id: ID!) { counter(input: { metric: { count: { dataPool: { id: $id } } } }) { value query { recordsProcessed } } }`,
    { id: dataPoolId },
  );
  return counter;
};

const events = (kind: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: `${kind}${from + index}`, kind, x: from + index }));

describe('a deletion job', () => {
  it('is seen by the next query, also where the answer was cached', async () => {
    const webhook = await createWebhook(service, columns);
    await post(service, webhook.path, events('a', 0, 500));
    expect((await count(webhook)).value).toBe('500');
    // From memory: nothing is read, once the events have moved from the journal to their table.
    await expect.poll(() => count(webhook)).toMatchObject({ value: '500', query: { recordsProcessed: '0' } });
    const job = await ended(await create('Deletion', { dataPool: webhook.dataPoolId, filterSql: 'x < 100' }));
    expect(job).toEqual({
      id: job.id,
      status: 'SUCCEEDED',
      progress: 1,
      affectedRecords: '100',
      error: null,
    });
    expect((await count(webhook)).value).toBe('400');
  });
});

describe.each([
  ['append-only', {}],
  ['mutable', { uniqueId: 'id' }],
])('beside running intake and queries, on an %s Data Pool', (_name, settings) => {
  it('each kind does all that it should, and only that; nothing that was acknowledged is lost', async () => {
    const webhook = await createWebhook(service, columns, settings);
    await post(service, webhook.path, events('old', 0, 3_000));
    let running = true;
    let sent = 0;
    const intake = (async () => {
      while (running) {
        const { status } = await post(service, webhook.path, events('new', sent, sent + 20));
        expect(status).toBe(200);
        sent += 20;
      }
    })();
    const queries = (async () => {
      while (running) expect(Number((await count(webhook)).value)).toBeGreaterThanOrEqual(2_000);
    })();
    const dataPool = webhook.dataPoolId;
    const update = await create('UpdateDataPoolRecords', {
      dataPool,
      filterSql: "kind = 'old' AND x % 2 = 0",
      set: [{ column: 'x', expression: 'x + 1' }],
    });
    const deletion = await create('Deletion', { dataPool, filterSql: "kind = 'old' AND x % 3 = 0" });
    const addition = await create('AddColumnToDataPool', {
      dataPool,
      columnName: 'sent_x',
      columnType: 'INT32',
      jsonProperty: 'x',
    });
    const outcomes = [await ended(update), await ended(deletion), await ended(addition)];
    running = false;
    await Promise.all([intake, queries]);
    expect(outcomes.map(({ status, error }) => ({ status, error }))).toEqual(
      outcomes.map(() => ({ status: 'SUCCEEDED', error: null })),
    );
    expect(outcomes[0]?.affectedRecords).toBe('1500');
    const left = events('old', 0, 3_000)
      .map((event) => ({ ...event, sent: event.x, x: event.x % 2 === 0 ? event.x + 1 : event.x }))
      .filter(({ x }) => x % 3 !== 0);
    expect(outcomes[1]?.affectedRecords).toBe(String(3_000 - left.length));
    const fresh = events('new', 0, sent).map((event) => ({ ...event, sent: event.x }));
    const final = 'uniqueId' in settings ? ' FINAL' : '';
    const rows = await stored(service, `SELECT id, x, sent_x FROM ${webhook.table}${final} ORDER BY id`);
    expect(rows).toEqual(
      [...left, ...fresh]
        .map(({ id, x, sent: sentX }) => [id, String(x), sentX])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
  });
});

describe('the API of jobs', () => {
  it('finds them by kind, by Data Pool and in a list, and says what each does', async () => {
    const webhook = await createWebhook(service, columns);
    const dataPool = webhook.dataPoolId;
    await post(service, webhook.path, events('a', 0, 10));
    const deletion = await ended(await create('Deletion', { dataPool, filterSql: 'x = 1' }));
    const column = { dataPool, columnName: 'y', columnType: 'INT8', jsonProperty: 'x' };
    const addition = await ended(await create('AddColumnToDataPool', column));
    const answer = await service.request(
      `query ($pool: ID!, $deletion: ID!, $addition: ID!) {
        jobs(first: 2) { nodes { id } }
        dataPool(id: $pool) { jobs { nodes { __typename id dataPool { id } } } }
        deletionJob(id: $deletion) { filterSql startedAt succeededAt failedAt cancelledAt environment { id } }
        addColumnToDataPoolJob(id: $addition) { columnName columnType jsonProperty affectedRecords emptyRecords misfittingRecords }
      }`,
      { pool: dataPool, deletion: deletion.id, addition: addition.id },
    );
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(answer).toEqual({
      jobs: { nodes: [{ id: addition.id }, { id: deletion.id }] },
      dataPool: {
        jobs: {
          nodes: [
            { __typename: 'AddColumnToDataPoolJob', id: addition.id, dataPool: { id: dataPool } },
            { __typename: 'DeletionJob', id: deletion.id, dataPool: { id: dataPool } },
          ],
        },
      },
      deletionJob: {
        filterSql: 'x = 1',
        startedAt: time,
        succeededAt: time,
        failedAt: null,
        cancelledAt: null,
        environment: { id: webhook.environmentId },
      },
      addColumnToDataPoolJob: {
        columnName: 'y',
        columnType: 'INT8',
        jsonProperty: 'x',
        affectedRecords: '9',
        emptyRecords: '0',
        misfittingRecords: '0',
      },
    });
    await expect(
      service.request('query ($id: ID!) { deletionJob(id: $id) { id } }', { id: addition.id }),
    ).rejects.toThrow('NOT_FOUND');
  });

  it('previews each kind', async () => {
    const webhook = await createWebhook(service, columns);
    const dataPool = webhook.dataPoolId;
    await post(service, webhook.path, events('a', 0, 10));
    const answer = await service.request(
      `query ($deletion: CreateDeletionJobInput!, $update: CreateUpdateDataPoolRecordsJobInput!, $column: CreateAddColumnToDataPoolJobInput!) {
        previewDeletionJob(input: $deletion) { affectedRecords totalRecords }
        previewUpdateDataPoolRecordsJob(input: $update) { affectedRecords totalRecords }
        previewAddColumnToDataPoolJob(input: $column) {
          totalRecords examinedRecords fitting { records } empty { records }
          misfitting { records samples { source value reason } }
        }
      }`,
      {
        deletion: { dataPool, filters: [{ column: 'x', operator: 'GREATER_THAN', value: '6' }] },
        update: { dataPool, filterSql: 'x < 4', set: [{ column: 'kind', expression: "'b'" }] },
        column: { dataPool, columnName: 'id2', columnType: 'INT8', jsonProperty: 'kind' },
      },
    );
    expect(answer).toEqual({
      previewDeletionJob: { affectedRecords: '3', totalRecords: '10' },
      previewUpdateDataPoolRecordsJob: { affectedRecords: '4', totalRecords: '10' },
      previewAddColumnToDataPoolJob: {
        totalRecords: '10',
        examinedRecords: '10',
        fitting: { records: '0' },
        empty: { records: '0' },
        misfitting: {
          records: '10',
          samples: [{ source: '"a"', value: null, reason: expect.stringContaining('"a" is not') }],
        },
      },
    });
    expect((await count(webhook)).value).toBe('10');
  });

  it('rebuild a table when it is suggested, and with other keys', async () => {
    const webhook = await createWebhook(service, columns);
    const { dataPoolId: dataPool, table } = webhook;
    const engine = connectEngine(service.directory);
    await engine.command(
      sql(`INSERT INTO ${table} (id, kind, x, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), concat('k', toString(number % 3)), number, now64(3), generateUUIDv4(), '{}' FROM numbers(120000)`),
    );
    await engine.close();
    const suggestion = async () => {
      const answer = await service.request<{ dataPool: { suggestedRebuild: { reason: string } | null } }>(
        'query ($id: ID!) { dataPool(id: $id) { suggestedRebuild { reason } } }',
        { id: dataPool },
      );
      return answer.dataPool.suggestedRebuild;
    };
    expect(await suggestion()).toEqual({
      reason: 'The text of "kind" repeats a lot and could be stored with a dictionary.',
    });
    const job = await create('RebuildDataPool', { dataPool, orderBy: ['id'], partitionBy: [] });
    expect(await ended(job)).toMatchObject({ status: 'SUCCEEDED', progress: 1, affectedRecords: '120000' });
    expect(await suggestion()).toBeNull();
    const answer = await service.request<{ rebuildDataPoolJob: unknown; dataPool: unknown }>(
      `query ($id: ID!, $dataPool: ID!) {
        rebuildDataPoolJob(id: $id) { status orderBy partitionBy dataPool { id } }
        dataPool(id: $dataPool) { recordCount tableSettings { orderBy partitionBy } jobs { nodes { __typename } } }
      }`,
      { id: job.id, dataPool },
    );
    expect(answer).toEqual({
      rebuildDataPoolJob: {
        status: 'SUCCEEDED',
        orderBy: ['id'],
        partitionBy: null,
        dataPool: { id: dataPool },
      },
      dataPool: {
        recordCount: '120000',
        tableSettings: { orderBy: ['id'], partitionBy: ['toYYYYMM(_service_received_at)'] },
        jobs: { nodes: [{ __typename: 'RebuildDataPoolJob' }] },
      },
    });
    await post(service, webhook.path, events('k9', 0, 10));
    const { sqlV1 } = await service.request<{ sqlV1: { rows: string[][] } }>(
      'query ($query: String!) { sqlV1(input: { query: $query }) { rows } }',
      { query: `SELECT kind, count(*) FROM "${dataPool}" GROUP BY kind ORDER BY kind` },
    );
    expect(sqlV1.rows).toEqual([
      ['k0', '40000'],
      ['k1', '40000'],
      ['k2', '40000'],
      ['k9', '10'],
    ]);
    await expect(create('RebuildDataPool', { dataPool, orderBy: ['kind'] })).rejects.toThrow(
      '\\"kind\\" is nullable',
    );
  });

  it('says why it refuses, and where', async () => {
    const webhook = await createWebhook(service, columns);
    const dataPool = webhook.dataPoolId;
    await expect(create('Deletion', { dataPool, filterSql: 'x >' })).rejects.toThrow('filterSql, line 1');
    await expect(create('Deletion', { dataPool })).rejects.toThrow('a condition is required');
    await expect(create('Deletion', { dataPool: 'DPO1', filterSql: 'true' })).rejects.toThrow('NOT_FOUND');
    await expect(service.request('mutation { cancelJob(id: "JOB1") { id } }')).rejects.toThrow(
      'Job JOB1 not found',
    );
  });
});
