import { beforeAll, describe, expect, it } from 'vitest';
import { basic, type GraphqlAnswer, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post } from '../support/webhook.js';

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

describe('access control', () => {
  let views = 0;
  const newPool = async (settings: Record<string, unknown> = {}) => {
    const uniqueName = `visits${++views}`;
    const columns = [
      { name: 'tenant', type: 'STRING', nullable: false },
      { name: 'n', type: 'INT64', nullable: false },
    ];
    const webhook = await createWebhook(service, columns, settings, { uniqueName });
    await post(service, webhook.path, [
      { tenant: 'a', n: 1 },
      { tenant: 'b', n: 2 },
    ]);
    return { id: webhook.dataPoolId, uniqueName };
  };
  const newReader = async (scopes: string) => {
    const { createApplication } =
      await must(`mutation { createApplication(input: { uniqueName: "reader${++views}", scopes: [${scopes}] }) {
        ... on ApplicationResponse { application { id secret } } } }`);
    const { id, secret } = createApplication.application;
    return { id, authorization: basic(id, secret) };
  };
  const newPolicy = async (dataPool: string, input: object = {}) => {
    const { createDataPoolAccessPolicy } = await must(
      `mutation ($input: CreateDataPoolAccessPolicyInput!) { createDataPoolAccessPolicy(input: $input) {
        notice dataPoolAccessPolicy { id inForce dataPool { accessControlEnabled } } } }`,
      { input: { dataPool, columns: ['*'], ...input } },
    );
    return createDataPoolAccessPolicy;
  };
  const assign = (policy: string, reader: string) =>
    must(
      `mutation ($policy: ID!, $reader: ID!) {
        assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $reader) }`,
      { policy, reader },
    );
  const modify = async (id: string, accessControlEnabled: boolean) => {
    const { data } = await ask(
      `mutation ($input: modifyDataPoolInput!) { modifyDataPool(input: $input) {
        ... on DataPoolResponse { notice dataPool { accessControlEnabled } }
        ... on FailureResponse { error { code message field } } } }`,
      { input: { idOrUniqueName: { id }, accessControlEnabled } },
    );
    return data.modifyDataPool;
  };
  const counted = async (id: string, authorization?: string) => {
    const { data, errors: refused } = await ask(count, { pool: id }, authorization);
    return data?.counter?.value ?? refused?.[0]?.extensions.code;
  };

  it('is turned on by the first policy: Applications without a policy read all with admin, nothing without', async () => {
    const { id, uniqueName } = await newPool();
    const [reader, other] = [await newReader('METRIC_QUERY'), await newReader('METRIC_QUERY')];
    const admin = await newReader('ADMIN, METRIC_QUERY');
    const seen = () =>
      Promise.all([reader, other, admin].map(({ authorization }) => counted(id, authorization)));
    expect(await seen()).toEqual(['2', '2', '2']);
    const { notice, dataPoolAccessPolicy: policy } = await newPolicy(id, { filterSql: "tenant = 'a'" });
    expect(notice).toBe(
      `Access control is on for Data Pool "${uniqueName}". Applications without the scope admin read only what their access policies show.`,
    );
    expect(policy).toMatchObject({ inForce: true, dataPool: { accessControlEnabled: true } });
    expect(await seen()).toEqual(['FORBIDDEN', 'FORBIDDEN', '2']);
    await assign(policy.id, reader.id);
    expect(await seen()).toEqual(['1', 'FORBIDDEN', '2']);
    await assign(policy.id, admin.id);
    expect(await seen()).toEqual(['1', 'FORBIDDEN', '1']);
    expect((await newPolicy(id)).notice).toBeNull();
  });

  it('is for tokens: one of an admin Application without the scope, or for a tenant, reads no more than policies show', async () => {
    const { id } = await newPool({ accessControlEnabled: true });
    const tokenWith = async (form: Record<string, string>) =>
      `Bearer ${(await token(service, form)).body['access_token']}`;
    expect(await counted(id)).toBe('2');
    expect(await counted(id, await tokenWith({ scope: 'metric:query' }))).toBe('FORBIDDEN');
    expect(await counted(id, await tokenWith({ policy_values: '{"tenant": "a"}' }))).toBe('FORBIDDEN');
    expect(await counted(id, await tokenWith({}))).toBe('2');
  });

  it('stays off if the first policy says so, and both answers say that it is not in force', async () => {
    const { id, uniqueName } = await newPool();
    const reader = await newReader('METRIC_QUERY');
    const { notice, dataPoolAccessPolicy: policy } = await newPolicy(id, { accessControlEnabled: false });
    const notInForce = `Not in force: the access control of Data Pool "${uniqueName}" is off, so every Application with a query scope reads all of it.`;
    expect(notice).toBe(notInForce);
    expect(policy).toMatchObject({ inForce: false, dataPool: { accessControlEnabled: false } });
    expect(await counted(id, reader.authorization)).toBe('2');
    // Nor does the second one turn it on, unless it says so.
    expect((await newPolicy(id)).notice).toBe(notInForce);
    const { data } = await ask(
      `mutation ($id: ID!) { modifyDataPoolAccessPolicy(input: { id: $id, filterSql: "n > 1" }) { notice } }`,
      { id: policy.id },
    );
    expect(data.modifyDataPoolAccessPolicy.notice).toBe(notInForce);
    expect((await newPolicy(id, { accessControlEnabled: true })).dataPoolAccessPolicy.inForce).toBe(true);
    expect(await counted(id, reader.authorization)).toBe('FORBIDDEN');
    expect((await modify(id, false)).notice).toBe(
      `Access control is off for Data Pool "${uniqueName}". Every Application with a query scope reads all of it, and its access policies are not in force.`,
    );
    expect(await counted(id, reader.authorization)).toBe('2');
  });

  it('spreads along materialized views, when it is turned on and when a view is created', async () => {
    const source = await newPool();
    const reader = await newReader('METRIC_QUERY');
    const newView = async (of: string, uniqueName: string, newDataPool: object = {}) => {
      const { data, errors } = await ask(
        `mutation ($input: CreateMaterializedViewInput!) { createMaterializedView(input: $input) { notice
          materializedView { id destination { id accessControlEnabled } } } }`,
        { input: { uniqueName, sql: `SELECT tenant, n FROM "${of}"`, destination: { newDataPool } } },
      );
      return errors ? errors[0]?.message : data.createMaterializedView;
    };
    const first = await newView(source.uniqueName, 'first');
    const second = await newView('first', 'second');
    expect(first).toMatchObject({
      notice: null,
      materializedView: { destination: { accessControlEnabled: false } },
    });
    const pools = [first, second].map(({ materializedView }) => materializedView.destination.id as string);
    const seen = () => Promise.all(pools.map((pool) => counted(pool, reader.authorization)));
    expect(await seen()).toEqual(['0', '0']);
    expect((await newPolicy(source.id)).notice).toContain(
      `"${source.uniqueName}", and for "first", "second" too, which materialized views fill from it. `,
    );
    expect(await seen()).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect((await modify(pools[0] ?? '', false)).error).toEqual({
      code: 'CONFLICT',
      field: 'accessControlEnabled',
      message: `Materialized view "first" fills Data Pool "first" from "${source.uniqueName}", which has access control. Turn that off first, or delete the view.`,
    });
    const third = await newView(source.uniqueName, 'third');
    expect(third).toMatchObject({
      notice: `Data Pool "${source.uniqueName}" has access control, so "third" has it too. Applications without the scope admin need an access policy to read it.`,
      materializedView: { destination: { accessControlEnabled: true } },
    });
    expect(await newView(source.uniqueName, 'open', { accessControlEnabled: false })).toContain(
      'destination.newDataPool.accessControlEnabled: it cannot be false',
    );
    const open = await newPool();
    const { errors } = await ask(
      `mutation ($input: CreateMaterializedViewInput!) { createMaterializedView(input: $input) { notice } }`,
      {
        input: {
          sql: `SELECT tenant, n FROM "${source.uniqueName}"`,
          destination: { existingDataPool: { id: open.id } },
        },
      },
    );
    expect(errors?.[0]?.message).toBe(
      `destination: Data Pool "${source.uniqueName}" has access control, but "${open.uniqueName}" has not. Turn it on there first.`,
    );
    // The source's, then theirs: what was protected stays so until someone opens it.
    await modify(source.id, false);
    expect(await seen()).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    await modify(pools[0] ?? '', false);
    expect(await seen()).toEqual(['0', 'FORBIDDEN']);
    await modify(source.id, true);
    expect(await seen()).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });

  it('is previewed: who would see how many records, and whose dashboards and share links would be empty', async () => {
    const source = await newPool();
    const other = await newPool();
    const { createMaterializedView } = await must(
      `mutation ($input: CreateMaterializedViewInput!) { createMaterializedView(input: $input) {
        materializedView { destination { id } } } }`,
      {
        input: {
          sql: `SELECT tenant, n FROM "${source.uniqueName}"`,
          destination: { newDataPool: { uniqueName: 'copied' } },
        },
      },
    );
    const copied = createMaterializedView.materializedView.destination;
    const portal = await newReader('METRIC_QUERY');
    const [admin, unlimited] = [await newReader('ADMIN, METRIC_QUERY'), await newReader('ADMIN')];
    const metricOf = async (pool: string) =>
      (
        await must(
          'mutation ($input: CreateCountMetricInput!) { createCountMetric(input: $input) { metric { id } } }',
          { input: { dataPool: pool, uniqueName: `count ${pool}` } },
        )
      ).createCountMetric.metric.id as string;
    const [own, copy, apart] = [
      await metricOf(source.id),
      await metricOf(copied.id),
      await metricOf(other.id),
    ];
    const tile = (y: number, metricId: string) => ({
      ...{ x: 0, y, width: 4, height: 2 },
      metric: { metricId, kind: 'COUNTER' },
    });
    const sqlTile = {
      x: 4,
      y: 0,
      width: 4,
      height: 2,
      sql: { query: `WITH a AS (SELECT * FROM "${source.uniqueName}") SELECT n FROM a` },
    };
    const newDashboard = async (uniqueName: string, tiles: object[]) =>
      (
        await must(
          'mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { id } } }',
          { input: { uniqueName, tiles } },
        )
      ).createDashboard.dashboard.id as string;
    const whole = await newDashboard('whole', [tile(0, own), tile(2, copy)]);
    await newDashboard('part', [tile(0, own), tile(2, apart)]);
    await newDashboard('apart', [tile(0, apart)]);
    await newDashboard('of SQL', [sqlTile]);
    await must('mutation ($input: CreateShareLinkInput!) { createShareLink(input: $input) { path } }', {
      input: { dashboard: whole, application: admin.id },
    });
    const previewed = async (change: object) => {
      const { dataPoolAccessPreview: preview } = await must(
        `query ($input: DataPoolAccessPreviewInput!) { dataPoolAccessPreview(input: $input) {
          accessControlEnabled recordCount isComplete alsoProtected { uniqueName }
          applications { application { id } before after recordCount policyValues
            dashboards { wholly partly } shareLinks { wholly partly } } } }`,
        { input: { dataPool: source.id, ...change } },
      );
      const of = (id: string) => {
        const { application: _, ...access } = preview.applications.find(
          ({ application: { id: found } }: { application: { id: string } }) => found === id,
        );
        return access;
      };
      return { preview, portal: of(portal.id), admin: of(admin.id), unlimited: of(unlimited.id) };
    };
    const none = { wholly: 0, partly: 0 };
    const everything = {
      before: 'ALL',
      after: 'ALL',
      recordCount: '2',
      policyValues: [],
      dashboards: none,
      shareLinks: none,
    };

    const on = await previewed({ accessControlEnabled: true });
    expect(on.preview).toMatchObject({
      accessControlEnabled: true,
      recordCount: '2',
      isComplete: true,
      alsoProtected: [{ uniqueName: 'copied' }],
    });
    expect(on.portal).toEqual({
      ...{ before: 'ALL', after: 'NONE', recordCount: '0', policyValues: [] },
      // The dashboard of SQL was none that it could read.
      ...{ dashboards: { wholly: 1, partly: 1 }, shareLinks: none },
    });
    expect(on.admin).toEqual({ ...everything, shareLinks: { wholly: 1, partly: 0 } });
    expect(on.unlimited).toEqual(everything);
    // Nothing has changed, and nothing would.
    expect((await previewed({})).portal).toEqual(everything);

    const { dataPoolAccessPolicy: tenants } = await newPolicy(source.id, {
      filterSql: `tenant = \${{ tenant }}`,
    });
    const { dataPoolAccessPolicy: first } = await newPolicy(source.id, { filterSql: 'n < 2' });
    const assigned = async (policy: string, to: string) =>
      previewed({ assign: { dataPoolAccessPolicy: policy, application: to } });
    expect((await assigned(first.id, portal.id)).portal).toMatchObject({
      before: 'NONE',
      after: 'SOME',
      recordCount: '1',
    });
    expect((await assigned(tenants.id, portal.id)).portal).toMatchObject({
      ...{ before: 'NONE', after: 'SOME', recordCount: null, policyValues: ['tenant'] },
    });
    expect((await assigned(first.id, admin.id)).admin).toMatchObject({
      before: 'ALL',
      after: 'SOME',
      recordCount: '1',
    });
    await assign(first.id, portal.id);
    const taken = { dataPoolAccessPolicy: first.id, application: portal.id };
    expect((await previewed({ unassign: taken })).portal).toMatchObject({
      ...{ before: 'SOME', after: 'NONE', recordCount: '0', dashboards: { wholly: 0, partly: 2 } },
    });
    expect((await previewed({ accessControlEnabled: false })).portal).toMatchObject({
      before: 'SOME',
      after: 'ALL',
      recordCount: '2',
    });
    const { errors } = await ask(
      `query ($input: DataPoolAccessPreviewInput!) { dataPoolAccessPreview(input: $input) { recordCount } }`,
      { input: { dataPool: other.id, assign: { dataPoolAccessPolicy: first.id, application: portal.id } } },
    );
    expect(errors?.[0]?.message).toMatch(/^assign: access policy ".+" is for another Data Pool$/);
  });
});
