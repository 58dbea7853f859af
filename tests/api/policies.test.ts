import { beforeAll, expect, it } from 'vitest';
import { type GraphqlAnswer, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';

/** Access policies as a client meets them: over HTTP, with tokens. */
let service: Service;
let pool: { id: string; uniqueName: string };
let application: { id: string; secret: string };

const ask = async (query: string, variables: object = {}, authorization?: string): Promise<GraphqlAnswer> =>
  await service.graphql(query, variables, authorization);

const must = async (query: string, variables: object = {}) => {
  const { data, errors } = await ask(query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

const bearer = async (policyValues?: object) => {
  const { body } = await token(service, {
    client_id: application.id,
    client_secret: application.secret,
    ...(policyValues && { policy_values: JSON.stringify(policyValues) }),
  });
  return `Bearer ${body['access_token']}`;
};

const count = `query ($pool: ID!) {
  counter(input: { metric: { count: { dataPool: { id: $pool } } } }) { value query { id sql } }
}`;

beforeAll(async () => {
  service = await openService();
  const { createWebhookDataSource } =
    await must(`mutation { createWebhookDataSource(input: { uniqueName: "orders",
    connectionSettings: { accessControlEnabled: true, columns: [
      { name: "tenant", jsonProperty: "tenant", type: STRING, nullable: false }
      { name: "secret", jsonProperty: "secret", type: STRING, nullable: true }] } }) { dataSource {
    connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } dataPools { nodes { id uniqueName } } } } }`);
  const { dataSource } = createWebhookDataSource;
  pool = dataSource.dataPools.nodes[0];
  const events = ['a', 'a', 'b'].map((tenant, index) => ({ tenant, secret: `s${index}` }));
  const path = new URL(dataSource.connectionSettings.webhookUrl).pathname;
  const sent = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  expect(sent.status).toBe(200);
  const { createApplication } = await must(`mutation { createApplication(input: { uniqueName: "shop",
    scopes: [DATA_POOL_QUERY, METRIC_QUERY] }) { ... on ApplicationResponse { application { id secret } } } }`);
  application = createApplication.application;
});

it('shows an Application what its policies show, as soon as they say so', async () => {
  const columns = `query ($pool: ID!) { dataPool(id: $pool) { columns { nodes { columnName } } } }`;
  const { errors } = await ask(count, { pool: pool.id }, await bearer());
  expect(errors?.[0]).toMatchObject({
    message: `Application ${application.id} has no access policy for Data Pool "orders"`,
    extensions: { code: 'FORBIDDEN' },
  });
  const hidden = await ask(columns, { pool: pool.id }, await bearer());
  expect(hidden.data.dataPool.columns.nodes).toEqual([]);

  const create = `mutation ($input: CreateDataPoolAccessPolicyInput!) {
    createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id columns filterSql dataPool { id } } } }`;
  const input = {
    dataPool: pool.id,
    uniqueName: 'tenants',
    columns: ['_service_received_at', 'tenant'],
    filterSql: `tenant = \${{ tenant }}`,
  };
  for (const [wrong, message] of [
    [{ columns: ['tenant', 'nothing'] }, /columns\[1\].*"nothing"/],
    [{ columns: [] }, /at least one/],
    [{ filterSql: 'tenant = ' }, /filterSql/],
    [{ filterSql: `tenant = '\${{ tenant }}'` }, /without quotes/],
    [{ filterSql: 'tenant' }, /A filter must be true or false/],
  ] as const) {
    const refused = await ask(create, { input: { ...input, ...wrong } });
    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  const { createDataPoolAccessPolicy } = await must(create, { input });
  const { id } = createDataPoolAccessPolicy.dataPoolAccessPolicy;
  expect(id).toMatch(/^POL/);
  const both = { policy: id, application: application.id };
  const assign = `mutation ($policy: ID!, $application: ID!) {
    assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`;
  await must(assign, both);
  await must(assign, both);

  const counted = async (policyValues?: object) => {
    const { data, errors: refused } = await ask(count, { pool: pool.id }, await bearer(policyValues));
    return data?.counter?.value ?? refused?.[0]?.extensions.code;
  };
  expect(await counted({ tenant: 'a' })).toBe('2');
  expect(await counted({ tenant: 'b' })).toBe('1');
  expect(await counted({ tenant: "' OR 1=1 --" })).toBe('0');
  expect(await counted()).toBe('FORBIDDEN');

  const shown = await ask(columns, { pool: pool.id }, await bearer());
  expect(
    shown.data.dataPool.columns.nodes.map(({ columnName }: { columnName: string }) => columnName),
  ).toEqual(['_service_received_at', 'tenant']);
  // The policy's columns are shown, and no other, not even as the timestamp of a Data Pool or Metric.
  const timestamps = async () => {
    const { data } = await ask(
      `query ($pool: ID!) { dataPool(id: $pool) { timestamp { columnName } }
        metricByName(uniqueName: "orders") { timestamp { columnName } } }`,
      { pool: pool.id },
      await bearer(),
    );
    return [data.dataPool.timestamp, data.metricByName.timestamp];
  };
  await must(
    `mutation ($pool: ID!) { createCountMetric(input: { dataPool: $pool, uniqueName: "orders" }) { metric { id } } }`,
    { pool: pool.id },
  );
  const shownTimestamp = { columnName: '_service_received_at' };
  expect(await timestamps()).toEqual([shownTimestamp, shownTimestamp]);
  const listed = async (columns: readonly string[]) =>
    must(
      `mutation ($id: ID!, $columns: [String!]!) { modifyDataPoolAccessPolicy(input: { id: $id, columns: $columns }) {
        dataPoolAccessPolicy { id } } }`,
      { id, columns },
    );
  await listed(['tenant']);
  expect(await timestamps()).toEqual([null, null]);
  await listed(input.columns);
  await must('mutation { deleteMetricByName(uniqueName: "orders") }');
  const sql = async (query: string) => {
    const asked = `query ($input: SqlV1Input!) { sqlV1(input: $input) { rows } }`;
    return await ask(asked, { input: { query } }, await bearer({ tenant: 'a' }));
  };
  expect((await sql('SELECT count(*) FROM orders')).data.sqlV1.rows).toEqual([['2']]);
  expect((await sql('SELECT secret FROM orders')).errors?.[0]?.message).toMatch(/no column "secret"/);

  const history = `{ queries(first: 100) { nodes { sql createdBy } } }`;
  const seen = async (policyValues: object) =>
    (await ask(history, {}, await bearer(policyValues))).data.queries.nodes.length;
  expect(await seen({ tenant: 'b' })).toBe(1);
  expect(await seen({ tenant: 'nobody' })).toBe(0);

  await must(
    `mutation ($id: ID!) { modifyDataPoolAccessPolicy(input: { id: $id, filterSql: "" }) {
    dataPoolAccessPolicy { filterSql } } }`,
    { id },
  );
  expect(await counted()).toBe('3');
  const policy = await must(
    `query ($id: ID!) { dataPoolAccessPolicy(id: $id) { columns filterSql applications { nodes { id } } }
      dataPoolAccessPolicies { nodes { id } } }`,
    { id },
  );
  expect(policy.dataPoolAccessPolicy).toMatchObject({
    filterSql: null,
    applications: { nodes: [{ id: application.id }] },
  });

  const deleteApplication = `mutation ($id: ID!, $cascade: Boolean) { deleteApplication(id: $id, cascade: $cascade) }`;
  const inUse = await ask(deleteApplication, { id: application.id });
  expect(inUse.errors?.[0]).toMatchObject({
    message: 'Application "shop" is still used by access policy "tenants"',
    extensions: { code: 'CONFLICT', usedBy: [{ id, uniqueName: 'tenants' }] },
  });
  await must(
    `mutation ($policy: ID!, $application: ID!) {
    unAssignDataPoolAccessPolicyFromApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
    both,
  );
  expect(await counted()).toBe('FORBIDDEN');
  const deletePool = `mutation ($id: ID!, $cascade: Boolean) { deleteDataPool(id: $id, cascade: $cascade) }`;
  expect((await ask(deletePool, { id: pool.id })).errors?.[0]?.message).toBe(
    'Data Pool "orders" is still used by access policy "tenants"',
  );
  await must(deletePool, { id: pool.id, cascade: true });
  expect((await must('{ dataPoolAccessPolicies { nodes { id } } }')).dataPoolAccessPolicies.nodes).toEqual(
    [],
  );
  await must(deleteApplication, { id: application.id, cascade: true });
});
