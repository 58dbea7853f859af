/** Data Sources, Data Pools and Metrics as their owner manages them, over GraphQL. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const createSource = `mutation ($input: CreateWebhookDataSourceInput!) {
  createWebhookDataSource(input: $input) {
    dataSource {
      id uniqueName status description environment { uniqueName }
      connectionSettings { ... on WebhookConnectionSettings {
        webhookUrl timestamp uniqueId accessControlEnabled basicAuth { username password }
        columns { name jsonProperty type nullable }
        tableSettings { orderBy partitionBy primaryKey ttl engine { __typename ... on ReplacingMergeTreeTableEngine { ver } } }
      } }
      dataPools { nodes { id uniqueName status timestamp { columnName type } uniqueId { columnName }
        columns { nodes { columnName type isNullable columnStoreType } } } }
    }
  }
}`;

const columns = [
  { name: 'created_at', jsonProperty: 'created.at', type: 'TIMESTAMP', nullable: false },
  { name: 'order_id', type: 'STRING', nullable: false },
  { name: 'price', type: 'DOUBLE', nullable: true },
  { name: 'count', type: 'INT64', nullable: false },
  { name: 'note', type: 'STRING', nullable: true },
];

let sources = 0;
const create = (connectionSettings: object, uniqueName = `source ${sources++}`) =>
  service.graphql(createSource, { input: { uniqueName, connectionSettings } });
const created = async (connectionSettings: object, uniqueName?: string) => {
  const { data, errors } = await create(connectionSettings, uniqueName);
  expect(errors).toBeUndefined();
  return data.createWebhookDataSource.dataSource;
};

describe('createWebhookDataSource', () => {
  it('makes the Data Source, its Data Pool and table, and issues the URL', async () => {
    const source = await created({ columns, timestamp: 'created_at' }, 'orders');
    expect(source).toMatchObject({ uniqueName: 'orders', status: 'CONNECTED' });
    const { port } = new URL(service.url);
    expect(source.connectionSettings.webhookUrl).toMatch(
      new RegExp(`^http://localhost:${port}/v1/WHK[\\w-]{40,}$`),
    );
    expect(source.connectionSettings).toMatchObject({
      timestamp: 'created_at',
      uniqueId: null,
      accessControlEnabled: false,
      basicAuth: null,
    });
    expect(source.connectionSettings.columns).toEqual(
      columns.map((column) => ({ jsonProperty: column.name, ...column })),
    );
    expect(source.connectionSettings.tableSettings).toEqual({
      orderBy: ['created_at'],
      partitionBy: ['toYYYYMM(created_at)'],
      primaryKey: [],
      ttl: null,
      engine: { __typename: 'MergeTreeTableEngine' },
    });
    const [pool] = source.dataPools.nodes;
    expect(pool).toMatchObject({
      uniqueName: 'orders',
      status: 'LIVE',
      timestamp: { columnName: 'created_at', type: 'TIMESTAMP' },
    });
    expect(pool.columns.nodes.slice(0, 4)).toEqual([
      {
        columnName: '_service_received_at',
        type: 'TIMESTAMP',
        isNullable: false,
        columnStoreType: "DateTime64(3, 'UTC')",
      },
      { columnName: '_service_payload', type: 'JSON', isNullable: false, columnStoreType: 'String' },
      {
        columnName: 'created_at',
        type: 'TIMESTAMP',
        isNullable: false,
        columnStoreType: "DateTime64(3, 'UTC')",
      },
      { columnName: 'order_id', type: 'STRING', isNullable: false, columnStoreType: 'String' },
    ]);
  });

  it('makes a mutable table when there is a unique ID', async () => {
    const source = await created({ columns, timestamp: 'created_at', uniqueId: 'order_id' });
    expect(source.connectionSettings.tableSettings).toMatchObject({
      orderBy: ['order_id'],
      engine: { __typename: 'ReplacingMergeTreeTableEngine', ver: null },
    });
    expect(source.dataPools.nodes[0].uniqueId).toEqual({ columnName: 'order_id' });
  });

  it.each([
    ['mergeTree', { mergeTree: { type: 'MERGE_TREE' } }, 'MergeTreeTableEngine'],
    ['replacingMergeTree', { replacingMergeTree: { ver: 'count' } }, 'ReplacingMergeTreeTableEngine'],
    ['summingMergeTree', { summingMergeTree: { columns: ['count'] } }, 'SummingMergeTreeTableEngine'],
    ['aggregatingMergeTree', { aggregatingMergeTree: {} }, 'AggregatingMergeTreeTableEngine'],
    ['nulls count as absent', { mergeTree: null, replacingMergeTree: {} }, 'ReplacingMergeTreeTableEngine'],
  ])('takes the table engine %s', async (_name, engine, typename) => {
    const source = await created({
      columns,
      timestamp: 'created_at',
      tableSettings: {
        engine,
        orderBy: ['order_id', 'created_at'],
        partitionBy: ['toYYYYMM(created_at)'],
        primaryKey: ['order_id'],
        ttl: 'created_at + INTERVAL 90 DAY',
      },
    });
    expect(source.status).toBe('CONNECTED');
    expect(source.connectionSettings.tableSettings.engine.__typename).toBe(typename);
  });

  it('takes a name that it is not given from its identifier', async () => {
    const { data } = await service.graphql(createSource, { input: { connectionSettings: {} } });
    const { id, uniqueName, status } = data.createWebhookDataSource.dataSource;
    expect([uniqueName, status]).toEqual([id, 'CONNECTED']);
  });

  const at = (settings: object) => ({ columns, timestamp: 'created_at', ...settings });
  it.each([
    [
      'a column twice',
      { columns: [columns[1], columns[1]] },
      'columns[1]: the column "order_id" is defined twice',
    ],
    [
      'a name that cannot be a column',
      { columns: [{ name: '1; DROP', type: 'STRING' }] },
      'is not a valid column name',
    ],
    ['a dot in a column name', { columns: [{ name: 'a.b', type: 'STRING' }] }, 'is not a valid column name'],
    ['a reserved column name', { columns: [{ name: '_service_x', type: 'STRING' }] }, 'is reserved'],
    ['an unknown type', { columns: [{ name: 'a', type: 'MONEY' }] }, 'MONEY'],
    [
      "a type of the engine's own",
      { columns: [{ name: 'a', type: 'COLUMNSTORE' }] },
      'COLUMNSTORE is not a type that an event can fill',
    ],
    [
      'a timestamp that is not there',
      at({ timestamp: 'missing' }),
      'timestamp: there is no column "missing"',
    ],
    [
      'a timestamp of another type',
      at({ timestamp: 'order_id' }),
      'timestamp: "order_id" is STRING; the timestamp must be a TIMESTAMP or DATE column',
    ],
    ['a unique ID that is nullable', at({ uniqueId: 'note' }), 'uniqueId: "note" is nullable'],
    [
      'an orderBy column that is missing',
      at({ tableSettings: { orderBy: ['missing'] } }),
      'orderBy: "missing" is not a column',
    ],
    [
      'an orderBy column that is nullable',
      at({ tableSettings: { orderBy: ['price'] } }),
      'orderBy: "price" is nullable',
    ],
    ['SQL in orderBy', at({ tableSettings: { orderBy: ['(SELECT 1)'] } }), 'is not a column'],
    ['an orderBy of null', at({ tableSettings: { orderBy: [null] } }), 'orderBy[0] is null'],
    [
      'SQL in partitionBy',
      at({ tableSettings: { partitionBy: ['rand()'] } }),
      'partitionBy: "rand()" is not a column',
    ],
    [
      'a primary key that is no beginning of the order',
      at({ tableSettings: { orderBy: ['order_id'], primaryKey: ['count'] } }),
      'primaryKey must be a prefix of orderBy',
    ],
    [
      'a TTL that is SQL',
      at({ tableSettings: { ttl: 'now() + 1' } }),
      'ttl: "now() + 1" must be a column plus an interval',
    ],
    [
      'an engine given twice',
      at({ tableSettings: { engine: { mergeTree: {}, replacingMergeTree: {} } } }),
      'exactly one of mergeTree, replacingMergeTree, summingMergeTree, aggregatingMergeTree must be given, and mergeTree and replacingMergeTree are',
    ],
    ['no engine at all', at({ tableSettings: { engine: {} } }), 'exactly one of'],
    [
      "another engine's type",
      at({ tableSettings: { engine: { mergeTree: { type: 'REPLACING_MERGE_TREE' } } } }),
      'must be MERGE_TREE or absent',
    ],
    [
      'a version column that is text',
      at({ tableSettings: { engine: { replacingMergeTree: { ver: 'order_id' } } } }),
      'replacingMergeTree.ver: "order_id" is STRING',
    ],
    [
      'a username without a password',
      { basicAuth: { username: 'me' } },
      'basicAuth: give both username and password',
    ],
  ])('refuses %s, and says what is wrong and where', async (_what, settings, message) => {
    const { errors } = await create(settings);
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    expect(errors?.[0]?.message).toContain(message);
  });

  it('refuses a name that is taken, in any order', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({}, 'wanted by many')));
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'created').sort();
    expect(codes).toEqual([...new Array(9).fill('CONFLICT'), 'created']);
    const refused = answers.find(({ errors }) => errors);
    expect(refused?.errors?.[0]?.message).toBe(
      'Data Source with unique name "wanted by many" already exists',
    );
  });
});

describe('a Data Source', () => {
  it('is modified: name, description, basic authentication on, changed and off, the password never readable', async () => {
    const { id } = await created({});
    const modify = async (input: object) =>
      (
        await service.graphql(
          `mutation ($input: ModifyWebhookDataSourceInput!) { modifyWebhookDataSource(input: $input) { dataSource {
            uniqueName description connectionSettings { ... on WebhookConnectionSettings { basicAuth { username password } } } } } }`,
          { input: { idOrUniqueName: { id }, ...input } },
        )
      ).data.modifyWebhookDataSource.dataSource;
    expect(await modify({ uniqueName: 'renamed', description: 'now with words' })).toMatchObject({
      uniqueName: 'renamed',
      description: 'now with words',
    });
    const on = await modify({
      connectionSettings: { basicAuth: { username: 'sender', password: 'hunter22hunter22' } },
    });
    expect(on.connectionSettings.basicAuth).toEqual({ username: 'sender', password: null });
    const off = await modify({ connectionSettings: { basicAuthEnabled: false } });
    expect(off.connectionSettings.basicAuth).toBeNull();
    expect(off.description).toBe('now with words');
  });

  it('is listed with the others when its Data Pool is gone, and its key is 404', async () => {
    const { id, connectionSettings, dataPools } = await created({ columns });
    const { data } = await service.graphql(`mutation { deleteDataPool(id: "${dataPools.nodes[0].id}") }`);
    expect(data.deleteDataPool).toBe(dataPools.nodes[0].id);
    const { pathname } = new URL(connectionSettings.webhookUrl);
    const sent = await fetch(`${service.url}${pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[]',
    });
    expect(sent.status).toBe(404);
    const listed = await service.graphql(`{ dataSources(first: 1) { nodes { id dataPools { nodes { id } }
      connectionSettings { ... on WebhookConnectionSettings { columns { name } tableSettings { orderBy } } } } } }`);
    expect(listed.errors).toBeUndefined();
    expect(listed.data.dataSources.nodes).toEqual([
      { id, dataPools: { nodes: [] }, connectionSettings: { columns: [], tableSettings: null } },
    ]);
    await service.graphql(`mutation { deleteDataSource(id: "${id}") }`);
  });

  it('is found by name, listed in pages newest first, and deleted', async () => {
    for (let index = 0; index < 3; index++) await created({}, `paged ${index}`);
    const page = async (args: string) =>
      (
        await service.graphql(
          `{ dataSources(${args}) { nodes { uniqueName } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        )
      ).data.dataSources;
    const first = await page('first: 2');
    expect(first.nodes.map((node: { uniqueName: string }) => node.uniqueName)).toEqual([
      'paged 2',
      'paged 1',
    ]);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await page(`first: 1, after: "${first.pageInfo.endCursor}"`);
    expect(second.nodes[0].uniqueName).toBe('paged 0');
    const back = await page(`last: 2, before: "${second.pageInfo.startCursor}"`);
    expect(back.nodes).toEqual(first.nodes);
    expect(
      (await service.graphql('{ dataSources(first: 101) { nodes { id } } }')).errors?.[0]?.message,
    ).toContain('100');
    const { data } = await service.graphql('mutation { deleteDataSourceByName(uniqueName: "paged 0") }');
    expect(data.deleteDataSourceByName).toMatch(/^DSO/);
    const gone = await service.graphql('{ dataSourceByName(uniqueName: "paged 0") { id } }');
    expect(gone.errors?.[0]).toMatchObject({
      message: 'Data Source paged 0 not found',
      extensions: { code: 'NOT_FOUND' },
    });
  });
});

describe('Metrics', () => {
  let pool: string;
  beforeAll(async () => {
    pool = (await created({ columns, timestamp: 'created_at' }, 'measured')).dataPools.nodes[0].id;
  });
  const make = (kind: string, input: object) =>
    service.graphql(
      `mutation ($input: Create${kind}MetricInput!) { create${kind}Metric(input: $input) { metric {
        id uniqueName type timestamp { columnName } dimensions { columnName type isNullable }
        settings { __typename ... on SumMetricSettings { filterSql measure { columnName } } ... on CustomMetricSettings { expression } ... on CountDistinctMetricSettings { dimension { columnName } } } } } }`,
      { input: { dataPool: pool, ...input } },
    );

  it.each([
    ['Count', {}, 'COUNT'],
    ['Sum', { measure: { columnName: 'price' } }, 'SUM'],
    ['Average', { measure: { columnName: 'count' } }, 'AVERAGE'],
    ['Min', { measure: { columnName: 'created_at' } }, 'MIN'],
    ['Max', { measure: { columnName: 'order_id' } }, 'MAX'],
    ['CountDistinct', { dimension: { columnName: 'order_id' } }, 'COUNT_DISTINCT'],
    ['Custom', { expression: 'SUM(price) / COUNT()' }, 'CUSTOM'],
  ])('%s is created', async (kind, input, type) => {
    const { data, errors } = await make(kind, {
      uniqueName: `metric ${kind}`,
      dimensions: [{ columnName: 'order_id' }],
      filterSql: 'price > 1',
      ...input,
    });
    expect(errors).toBeUndefined();
    expect(data[`create${kind}Metric`].metric).toMatchObject({
      type,
      uniqueName: `metric ${kind}`,
      timestamp: { columnName: 'created_at' },
      dimensions: [{ columnName: 'order_id', type: 'STRING', isNullable: false }],
    });
  });

  it.each([
    [
      'a column that is not there',
      'Sum',
      { measure: { columnName: 'missing' } },
      'measure: there is no column "missing"',
    ],
    [
      'a column of the wrong type',
      'Sum',
      { measure: { columnName: 'order_id' } },
      'measure: SUM needs a column of type',
    ],
    ['an expression that is no aggregate', 'Custom', { expression: 'price + 1' }, 'expression'],
    ['an expression that does not parse', 'Custom', { expression: 'SUM(' }, 'expression'],
    ['an expression over a column that is not there', 'Custom', { expression: 'SUM(missing)' }, 'missing'],
    ['a filter that is no condition', 'Count', { filterSql: 'price + 1' }, 'filterSql'],
    ['a filter that reads elsewhere', 'Count', { filterSql: '1 IN (SELECT 1)' }, 'filterSql'],
    [
      'a dimension twice',
      'Count',
      { dimensions: [{ columnName: 'price' }, { columnName: 'price' }] },
      'dimensions[1]: the column "price" is given twice',
    ],
    [
      'a timestamp of another type',
      'Count',
      { timestamp: { columnName: 'price' } },
      'timestamp: "price" is DOUBLE',
    ],
  ])('over %s are refused', async (_what, kind, input, message) => {
    const { errors } = await make(kind, input);
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    expect(errors?.[0]?.message).toContain(message);
  });

  it('are modified, found by name, and deleted', async () => {
    const { data } = await make('Sum', { uniqueName: 'changing', measure: { columnName: 'price' } });
    const { id } = data.createSumMetric.metric;
    const modify =
      'mutation ($input: ModifyMetricInput!) { modifyMetric(input: $input) { metric { uniqueName description settings { ... on SumMetricSettings { filterSql } } } } }';
    const changed = await service.graphql(modify, {
      input: { metric: id, uniqueName: 'changed', description: 'why', filterSql: 'count > 2' },
    });
    expect(changed.data.modifyMetric.metric).toEqual({
      uniqueName: 'changed',
      description: 'why',
      settings: { filterSql: 'count > 2' },
    });
    expect(
      (await service.graphql(modify, { input: { metric: id, filterSql: 'nope' } })).errors?.[0]?.extensions
        .code,
    ).toBe('BAD_REQUEST');
    expect(
      (await service.graphql('{ metricByName(uniqueName: "changed") { id } }')).data.metricByName.id,
    ).toBe(id);
    expect(
      (await service.graphql('mutation { deleteMetricByName(uniqueName: "changed") }')).data
        .deleteMetricByName,
    ).toBe(id);
    expect((await service.graphql(`{ metric(id: "${id}") { id } }`)).errors?.[0]?.message).toBe(
      `Metric ${id} not found`,
    );
  });

  it('keep their Data Pool and Data Source from being deleted, unless with a cascade', async () => {
    const source = await created({ columns }, 'in use');
    const [{ id }] = source.dataPools.nodes;
    await service.graphql(
      'mutation ($pool: ID!) { createCountMetric(input: {dataPool: $pool, uniqueName: "user"}) { metric { id } } }',
      { pool: id },
    );
    for (const attempt of [`deleteDataSource(id: "${source.id}")`, `deleteDataPool(id: "${id}")`]) {
      const { errors } = await service.graphql(`mutation { ${attempt} }`);
      expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
      expect(errors?.[0]?.message).toContain('user');
    }
    expect((await service.graphql(`{ dataPool(id: "${id}") { status } }`)).data.dataPool.status).toBe('LIVE');
    expect(
      (await service.graphql(`mutation { deleteDataSource(id: "${source.id}", cascade: true) }`)).data
        .deleteDataSource,
    ).toBe(source.id);
    expect(
      (await service.graphql('{ metricByName(uniqueName: "user") { id } }')).errors?.[0]?.extensions.code,
    ).toBe('NOT_FOUND');
  });
});

describe('a Data Pool', () => {
  it('is modified, with refusals in its answer', async () => {
    const [{ id }] = (await created({ columns, timestamp: 'created_at' }, 'pool to change')).dataPools.nodes;
    const modify = async (input: object) =>
      (
        await service.graphql(
          `mutation ($input: modifyDataPoolInput!) { modifyDataPool(input: $input) { __typename
            ... on DataPoolResponse { dataPool { uniqueName description timestamp { columnName } dataRetentionInDays accessControlEnabled } }
            ... on FailureResponse { error { code message } } } }`,
          { input: { idOrUniqueName: { id }, ...input } },
        )
      ).data.modifyDataPool;
    expect(
      await modify({
        uniqueName: 'pool changed',
        description: 'd',
        timestamp: { columnName: '_service_received_at' },
        dataRetentionInDays: 30,
      }),
    ).toEqual({
      __typename: 'DataPoolResponse',
      dataPool: {
        uniqueName: 'pool changed',
        description: 'd',
        timestamp: { columnName: '_service_received_at' },
        dataRetentionInDays: 30,
        accessControlEnabled: false,
      },
    });
    expect((await modify({ dataRetentionInDays: 0 })).dataPool.dataRetentionInDays).toBeNull();
    expect(await modify({ timestamp: { columnName: 'price' } })).toMatchObject({
      __typename: 'FailureResponse',
      error: { code: 'BAD_REQUEST' },
    });
    expect(await modify({ uniqueName: 'events' })).toMatchObject({
      error: { code: 'CONFLICT', message: 'Data Pool with unique name "events" already exists' },
    });
    expect(await modify({ dataRetentionInDays: -1 })).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  });

  it('says whether an expression can be a Metric', async () => {
    const [{ id }] = (await created({ columns })).dataPools.nodes;
    const validate = async (expression: string) =>
      (
        await service.graphql(
          'query ($id: ID!, $expression: String!) { dataPool(id: $id) { validateExpression(expression: $expression) { valid reason } } }',
          { id, expression },
        )
      ).data.dataPool.validateExpression;
    expect(await validate('SUM(price) / COUNT()')).toEqual({ valid: true, reason: null });
    expect(await validate('SUM(prize)')).toMatchObject({
      valid: false,
      reason: expect.stringContaining('prize'),
    });
  });
});

describe('Applications', () => {
  const createApplication =
    'mutation ($input: createApplicationInput!) { createApplication(input: $input) { __typename ... on ApplicationResponse { application { id uniqueName tier scopes clientId } } ... on FailureResponse { error { code message } } } }';

  it('have the highest tier from the first start on', async () => {
    const { data } = await service.graphql('{ applicationByName(uniqueName: "default") { tier } }');
    expect(data.applicationByName).toEqual({ tier: 'P1_X_LARGE' });
  });

  it('are created with defaults, modified, and refused in their answer', async () => {
    const { data } = await service.graphql(createApplication, { input: { uniqueName: 'dashboard' } });
    expect(data.createApplication.application).toMatchObject({
      tier: 'P1_X_LARGE',
      scopes: [
        'ADMIN',
        'APPLICATION_ADMIN',
        'DATA_POOL_LOAD',
        'DATA_POOL_QUERY',
        'METRIC_QUERY',
        'METRIC_STATS',
      ],
    });
    const again = await service.graphql(createApplication, { input: { uniqueName: 'dashboard' } });
    expect(again.data.createApplication).toEqual({
      __typename: 'FailureResponse',
      error: { code: 'CONFLICT', message: 'Application with unique name "dashboard" already exists' },
    });
    const none = await service.graphql(createApplication, { input: { uniqueName: 'powerless', scopes: [] } });
    expect(none.data.createApplication.error.code).toBe('BAD_REQUEST');
    const modified = await service.graphql(
      'mutation ($input: modifyApplicationInput!) { modifyApplication(input: $input) { ... on ApplicationResponse { application { tier scopes } } ... on FailureResponse { error { message } } } }',
      { input: { idOrUniqueName: { uniqueName: 'dashboard' }, tier: 'P1_LARGE', scopes: ['METRIC_QUERY'] } },
    );
    expect(modified.data.modifyApplication.application).toEqual({
      tier: 'P1_LARGE',
      scopes: ['METRIC_QUERY'],
    });
    const both = await service.graphql(
      'mutation { modifyApplication(input: {idOrUniqueName: {id: "x", uniqueName: "y"}}) { ... on FailureResponse { error { message } } } }',
    );
    expect(both.data.modifyApplication.error.message).toBe(
      'idOrUniqueName: exactly one of id, uniqueName must be given, and id and uniqueName are',
    );
  });
});

describe('every list', () => {
  /** How to reach a list from the root, up to its arguments. */
  const lists = [
    ...['applications', 'dataSources', 'dataPools', 'metrics', 'dataPoolAccessPolicies', 'jobs'],
    'dataSource(id: $source) { dataPools',
    'dataPool(id: $pool) { columns',
    'dataPool(id: $pool) { metrics',
    'dataPool(id: $pool) { dataPoolAccessPolicies',
    'dataPool(id: $pool) { jobs',
    'application(id: $application) { dataPoolAccessPolicies',
    'dataPoolAccessPolicy(id: $policy) { applications',
  ];
  let variables: Record<string, string>;
  beforeAll(async () => {
    const source = await created({ columns }, 'has lists');
    const pool = source.dataPools.nodes[0].id;
    const { data } = await service.graphql(
      `mutation ($pool: ID!) { createDataPoolAccessPolicy(input: { dataPool: $pool, uniqueName: "has lists", columns: ["*"] }) { dataPoolAccessPolicy { id } } }`,
      { pool },
    );
    const policy = data.createDataPoolAccessPolicy.dataPoolAccessPolicy.id;
    const applications = await service.graphql('{ applications(first: 1) { nodes { id } } }');
    variables = { source: source.id, pool, policy, application: applications.data.applications.nodes[0].id };
  });
  const ask = async (list: string, args: string) => {
    const close = ' }'.repeat(list.split('{').length);
    const declared = ['source', 'pool', 'application', 'policy'].filter((name) => list.includes(`$${name}`));
    const signature = declared.map((name) => `$${name}: ID!`).join(', ');
    const query = `query ${signature && `(${signature})`} { ${list}(${args}) { pageInfo { endCursor hasPreviousPage } edges { cursor } }${close}`;
    return await service.graphql(query, variables);
  };
  // biome-ignore lint/suspicious/noExplicitAny: the same page under many names.
  const pageIn = (data: any): any =>
    data.pageInfo ? data : pageIn(Object.values(data).find((value) => typeof value === 'object'));

  it.each([...lists, 'queries'])(
    '%s refuses a cursor that is none, and takes an empty one for none',
    async (list) => {
      for (const argument of list === 'queries' ? ['after'] : ['after', 'before']) {
        const { errors } = await ask(list, `${argument}: "garbage"`);
        expect(errors).toMatchObject([
          {
            message: `${argument}: the cursor does not belong to this list`,
            extensions: { code: 'BAD_REQUEST' },
          },
        ]);
        const { data } = await ask(list, `${argument}: ""`);
        expect(pageIn(data)).toEqual(pageIn((await ask(list, 'first: null')).data));
      }
    },
  );

  it.each(lists)('%s goes on after its end with nothing', async (list) => {
    const page = pageIn((await ask(list, 'first: 100')).data);
    if (page.pageInfo.endCursor === null) return;
    const rest = pageIn((await ask(list, `first: 100, after: "${page.pageInfo.endCursor}"`)).data);
    expect(rest).toEqual({ pageInfo: { endCursor: null, hasPreviousPage: true }, edges: [] });
  });
});
