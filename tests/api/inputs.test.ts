import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLInputObjectType, getNamedType, isNonNullType, isUnionType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

/** Inputs as clients send them: nulls for what they leave out, empty names, identifiers as String, zones as offsets. */
let service: Service;
let webhook: Webhook;

const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {};

/** For each mutation that modifies: how it names the resource, and everything that it could change. */
interface Modified {
  readonly key: Record<string, unknown>;
  readonly read: string;
}

async function createResources(): Promise<Record<string, Modified>> {
  webhook = await createWebhook(
    service,
    [
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'id', type: 'STRING', nullable: false },
      { name: 'country', type: 'STRING' },
    ],
    { timestamp: 'at', uniqueId: 'id', basicAuth: { username: 'u', password: 'p' } },
    { uniqueName: 'orders' },
  );
  const { dataSourceId, dataPoolId } = webhook;
  const described = 'description: "of the test"';
  const created = await service.request<Record<string, Record<string, { id: string }>>>(`mutation {
    modifyWebhookDataSource(input: { idOrUniqueName: { id: "${dataSourceId}" } ${described} }) { dataSource { id } }
    modifyDataPool(input: { idOrUniqueName: { id: "${dataPoolId}" } ${described} dataRetentionInDays: 3650 }) { __typename }
    createCountMetric(input: { dataPool: "${dataPoolId}" uniqueName: "count" ${described} filterSql: "country = 'CH'"
      dimensions: [{ columnName: "country" }] timestamp: { columnName: "_service_received_at" } }) { metric { id } }
    createDataPoolAccessPolicy(input: { dataPool: "${dataPoolId}" uniqueName: "swiss" ${described}
      filterSql: "country = 'CH'" columns: ["country"] }) { dataPoolAccessPolicy { id } }
    createMaterializedView(input: { uniqueName: "countries" ${described} sql: "SELECT at, country FROM orders"
      destination: { newDataPool: { timestamp: { columnName: "at" } } } }) { materializedView { id } }
    createS3DataSource(input: { uniqueName: "bucket" ${described} connectionSettings: { awsAccessKeyId: "id"
      awsSecretAccessKey: "secret" bucket: "history" endpoint: "http://127.0.0.1:9" region: "eu-west-1"
      tables: [{ name: "t" path: "*" format: CSV }] } }) { dataSource { id } }
    createDashboard(input: { uniqueName: "sales" ${described} timeRange: { relative: TODAY } timeZone: "+05:30"
      filterSql: "country = 'CH'" tiles: [{ x: 0 y: 0 width: 3 height: 2 text: { markdown: "Sales" } }] }) { dashboard { id } }
    createSavedQuery(input: { uniqueName: "countries" ${described} sql: "SELECT 1" dialect: POSTGRESQL }) { savedQuery { id } }
    modifyEnvironment(input: { ${described} weekStart: SUNDAY }) { environment { id } }
    createApplication(input: { uniqueName: "app" ${described} scopes: [METRIC_QUERY] tier: P1_SMALL }) {
      ... on ApplicationResponse { application { id } } } }`);
  const idOf = (mutation: string, resource: string) => created[mutation]?.[resource]?.id ?? '';
  const [metric, policy, view, application, bucket, dashboard, savedQuery] = [
    idOf('createCountMetric', 'metric'),
    idOf('createDataPoolAccessPolicy', 'dataPoolAccessPolicy'),
    idOf('createMaterializedView', 'materializedView'),
    idOf('createApplication', 'application'),
    idOf('createS3DataSource', 'dataSource'),
    idOf('createDashboard', 'dashboard'),
    idOf('createSavedQuery', 'savedQuery'),
  ];
  const settings = '... on CountMetricSettings { filterSql filters { column } }';
  return {
    modifyWebhookDataSource: {
      key: { idOrUniqueName: { id: dataSourceId, uniqueName: null } },
      read: `dataSource(id: "${dataSourceId}") { uniqueName description connectionSettings {
        ... on WebhookConnectionSettings { basicAuth { username } } } }`,
    },
    modifyS3DataSource: {
      key: { idOrUniqueName: { id: bucket, uniqueName: null } },
      read: `dataSource(id: "${bucket}") { uniqueName description connectionSettings {
        ... on S3ConnectionSettings { awsAccessKeyId bucket endpoint region tables { name path format } } } }`,
    },
    modifyDataPool: {
      key: { idOrUniqueName: { id: dataPoolId, uniqueName: null } },
      read: `dataPool(id: "${dataPoolId}") { uniqueName description timestamp { columnName } accessControlEnabled
        dataRetentionInDays }`,
    },
    modifyMetric: {
      key: { metric },
      read: `metric(id: "${metric}") { uniqueName description settings { ${settings} } dimensions { columnName }
        timestamp { columnName } }`,
    },
    modifyDataPoolAccessPolicy: {
      key: { id: policy },
      read: `dataPoolAccessPolicy(id: "${policy}") { uniqueName description columns filterSql rows { column } }`,
    },
    modifyMaterializedView: {
      key: { idOrUniqueName: { id: view, uniqueName: null } },
      read: `materializedView(id: "${view}") { uniqueName description sql }`,
    },
    modifyDashboard: {
      key: { id: dashboard },
      read: `dashboard(id: "${dashboard}") { uniqueName description timeRange { relative } timeZone filterSql
        tiles { width text { markdown } } }`,
    },
    modifySavedQuery: {
      key: { id: savedQuery },
      read: `savedQuery(id: "${savedQuery}") { uniqueName description sql dialect }`,
    },
    modifyEnvironment: { key: {}, read: 'environment { uniqueName description weekStart }' },
    modifyApplication: {
      key: { idOrUniqueName: { id: application, uniqueName: '' } },
      read: `application(id: "${application}") { uniqueName description scopes tier }`,
    },
  };
}

let resources: Record<string, Modified>;

beforeAll(async () => {
  service = await openService();
  resources = await createResources();
});

const modifying = Object.values(mutations).filter(({ name }) => name.startsWith('modify'));

function modify(name: string, input: object) {
  const field = mutations[name];
  const refused = isUnionType(field && getNamedType(field.type))
    ? '... on FailureResponse { error { message } }'
    : '';
  return service.request<Record<string, object>>(
    `mutation ($input: ${field?.args[0]?.type}) { ${name}(input: $input) { __typename ${refused} } }`,
    { input },
  );
}

describe('a mutation that modifies', () => {
  it.each(modifying)('changes nothing by nulls and empty names: $name', async ({ name, args }) => {
    const { key, read } = resources[name]!;
    const before = await service.request(`{ ${read} }`);
    expect(JSON.stringify(before)).toContain('"description":"of the test"');
    const inputType = getNamedType(args[0]!.type) as GraphQLInputObjectType;
    const optional = Object.values(inputType.getFields()).filter(({ type }) => !isNonNullType(type));
    const nulls = Object.fromEntries(optional.map((field) => [field.name, null]));
    const answer = await modify(name, { ...nulls, ...key });
    expect(JSON.stringify(answer)).not.toContain('error');
    await modify(name, { ...key, uniqueName: '' });
    if (name === 'modifyWebhookDataSource')
      await modify(name, { ...key, connectionSettings: { basicAuth: null, basicAuthEnabled: null } });
    expect(await service.request(`{ ${read} }`)).toEqual(before);
  });

  it.each(modifying)('clears a description with an empty string: $name', async ({ name }) => {
    const { key, read } = resources[name]!;
    await modify(name, { ...key, description: '' });
    expect(JSON.stringify(await service.request(`{ ${read} }`))).toContain('"description":""');
  });

  it('clears a condition with an empty string', async () => {
    for (const name of ['modifyMetric', 'modifyDataPoolAccessPolicy']) {
      const { key, read } = resources[name]!;
      await modify(name, { ...key, filterSql: '' });
      expect(JSON.stringify(await service.request(`{ ${read} }`))).toContain('"filterSql":null');
    }
    expect(await service.request('{ counter(input: { metric: { name: "count" } }) { value } }')).toEqual({
      counter: { value: '0' },
    });
  });
});

it('takes an empty name as none where a resource is created', async () => {
  const { createWebhookDataSource, createCountMetric, createApplication } = await service.request<
    Record<string, Record<string, { id: string; uniqueName: string }>>
  >(`mutation {
    createWebhookDataSource(input: { uniqueName: "" connectionSettings: { timestamp: "" uniqueId: ""
      columns: [{ name: "n" type: INT64 jsonProperty: "" }] } }) { dataSource { id uniqueName } }
    createCountMetric(input: { dataPool: "${webhook.dataPoolId}" uniqueName: "" filterSql: "" }) { metric { id uniqueName } }
    createApplication(input: { uniqueName: "" }) { ... on ApplicationResponse { application { id uniqueName } } } }`);
  for (const { id, uniqueName } of [
    createWebhookDataSource!['dataSource']!,
    createCountMetric!['metric']!,
    createApplication!['application']!,
  ])
    expect(uniqueName).toBe(id);
});

it.each(['ID', 'String'])('takes an identifier as a variable of the type %s', async (type) => {
  const id = webhook.dataPoolId;
  const query = `query ($id: ${type}!) { dataPool(id: $id) { id }
    counter(input: { metric: { count: { dataPool: { id: $id } } } }) { value } }`;
  // Interpreted, then compiled.
  for (let run = 0; run < 3; run++)
    expect(await service.request(query, { id })).toMatchObject({ dataPool: { id } });
  const mutation = `mutation ($id: ${type}!) { modifyDataPool(input: { idOrUniqueName: { id: $id } }) {
    ... on DataPoolResponse { dataPool { id } } } }`;
  expect(await service.request(mutation, { id })).toEqual({ modifyDataPool: { dataPool: { id } } });
});

describe('a time zone', () => {
  const day = (date: string) => `${date}T20:00:00Z`;
  const metric = { count: { dataPool: { name: 'orders' } } };

  beforeAll(async () => {
    const events = ['2026-03-01', '2026-03-02'].map((date, n) => ({
      at: day(date),
      id: `${n}`,
      country: 'CH',
    }));
    const authorization = `Basic ${Buffer.from('u:p').toString('base64')}`;
    expect((await post(service, webhook.path, events, { authorization })).status).toBe(200);
  });

  it.each([
    ['+05:30', ['2026-03-01T18:30:00Z', '2026-03-02T18:30:00Z']],
    ['-03:00', ['2026-03-01T03:00:00Z', '2026-03-02T03:00:00Z']],
    ['Z', ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z']],
    ['', ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z']],
  ])('may be the offset %j, in every operation that takes one', async (timeZone, labels) => {
    const timeRange = { relative: 'LAST_N_YEARS', n: 5, start: day('2027-01-01'), stop: day('2026-01-01') };
    const scope = { timeZone, timeRange };
    const dataPool = { name: 'orders' };
    const answer = await service.request(
      `query ($count: CounterInput!, $days: TimeSeriesInput!, $leaders: LeaderboardInput!, $report: MetricReportInput!,
          $grid: DataGridInput!, $top: TopValuesInput!) {
        counter(input: $count) { value } counters(input: [$count]) { value } timeSeries(input: $days) { labels values }
        leaderboard(input: $leaders) { rows } metricReport(input: $report) { rows } dataGrid(input: $grid) { rows }
        topValues(input: $top) { values } }`,
      {
        count: { metric, ...scope },
        days: { metric, granularity: 'DAY', timeZone },
        leaders: { metric, dimensions: [{ columnName: 'country' }], rowLimit: 5, ...scope },
        report: { metrics: [{ metric }], dimensions: [{ columnName: 'country' }], ...scope },
        grid: { dataPool, columns: ['id'], ...scope },
        top: { dataPool, columnName: 'country', ...scope },
      },
    );
    // The relative range counts, not the one that would be refused.
    expect(answer).toEqual({
      counter: { value: '2' },
      counters: [{ value: '2' }],
      timeSeries: { labels, values: ['1', '1'] },
      leaderboard: { rows: [['CH', '2']] },
      metricReport: { rows: [['CH', '2']] },
      dataGrid: { rows: [['1'], ['0']] },
      topValues: { values: ['CH'] },
    });
  });
});

it.each([undefined, 'Bearer nonsense'])(
  'says in GraphQL why credentials are refused: %s',
  async (authorization) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // As Apollo Client asks. It shows errors of either type.
        accept: 'application/graphql-response+json,application/json;q=0.9',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toMatch(
      /^application\/(graphql-response\+)?json; charset=utf-8$/,
    );
    const body = (await response.json()) as { errors: unknown };
    expect(body.errors).toEqual([
      {
        message: expect.stringMatching(/token|credentials|Authorization/i),
        extensions: { code: 'UNAUTHENTICATED' },
      },
    ]);
  },
);
