/** Dashboards for people without credentials: share links, and tokens for one dashboard. */
import { beforeAll, describe, expect, it } from 'vitest';
import { subscribe } from '../support/event-streams.js';
import { basic, type GraphqlAnswer, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let orders: Webhook;
let portal: { id: string; secret: string };
let dashboard: { id: string; tiles: { id: string }[] };
let other: { id: string };

const tenantPolicy = ['tenant = ', '{{ tenant }}'].join('$');

beforeAll(async () => {
  service = await openService();
  orders = await createWebhook(
    service,
    [
      { name: 'tenant', type: 'STRING' },
      { name: 'price', type: 'INT64' },
    ],
    { accessControlEnabled: true },
    { uniqueName: 'orders' },
  );
  await send({ tenant: 'a', price: 1 }, { tenant: 'a', price: 2 }, { tenant: 'b', price: 4 });
  portal = await newApplication('portal', 'METRIC_QUERY, DATA_POOL_QUERY');
  const { createDataPoolAccessPolicy } = await service.request<{
    createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
  }>(
    `mutation ($input: CreateDataPoolAccessPolicyInput!) {
      createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
    {
      input: {
        dataPool: orders.dataPoolId,
        uniqueName: 'own',
        columns: ['*'],
        filterSql: tenantPolicy,
      },
    },
  );
  await service.request(
    `mutation ($policy: ID!, $application: ID!) {
      assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
    { policy: createDataPoolAccessPolicy.dataPoolAccessPolicy.id, application: portal.id },
  );
  const { createSumMetric } = await service.request<{ createSumMetric: { metric: { id: string } } }>(
    `mutation ($pool: ID!) { createSumMetric(input: { dataPool: $pool, uniqueName: "revenue",
      measure: { columnName: "price" } }) { metric { id } } }`,
    { pool: orders.dataPoolId },
  );
  const metricId = createSumMetric.metric.id;
  const at = (y: number) => ({ x: 0, y, width: 4, height: 2 });
  dashboard = await newDashboard('sales', [
    { ...at(0), metric: { metricId, kind: 'COUNTER', filterSql: 'price < 100' } },
    { ...at(2), metric: { metricId, kind: 'TIME_SERIES', granularity: 'YEAR', dimensions: ['tenant'] } },
    { ...at(4), metric: { metricId, kind: 'LEADERBOARD', dimensions: ['tenant'] } },
    { ...at(6), sql: { query: 'SELECT tenant, sum(price) AS total FROM orders GROUP BY 1 ORDER BY 1' } },
    { ...at(8), text: { markdown: 'Sales' } },
  ]);
  other = await newDashboard('other', []);
});

const send = async (...events: object[]) =>
  expect((await post(service, orders.path, events)).status).toBe(200);

async function newApplication(uniqueName: string, scopes: string) {
  const { createApplication } = await service.request<{ createApplication: { application: typeof portal } }>(
    `mutation { createApplication(input: { uniqueName: "${uniqueName}", scopes: [${scopes}] }) {
      ... on ApplicationResponse { application { id secret } } } }`,
  );
  return createApplication.application;
}

async function newDashboard(uniqueName: string, tiles: object[]): Promise<typeof dashboard> {
  const { createDashboard } = await service.request<{ createDashboard: { dashboard: typeof dashboard } }>(
    `mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { id tiles { id } } } }`,
    { input: { uniqueName, filterSql: 'price > 0', tiles } },
  );
  return createDashboard.dashboard;
}

const createLink = (input: object = {}, as?: string) =>
  service.graphql(
    `mutation ($input: CreateShareLinkInput!) { createShareLink(input: $input) {
      secret path shareLink { id tile description application scopes policyValues expiresAt createdBy dashboard { id } } } }`,
    { input: { dashboard: dashboard.id, application: portal.id, ...input } },
    as,
  );

async function newLink(input: object = {}) {
  const { data, errors } = await createLink(input);
  expect(errors).toBeUndefined();
  return data.createShareLink as {
    secret: string;
    path: string;
    shareLink: { id: string; tile: string | null; scopes: string[]; policyValues: string; expiresAt: string };
  };
}

async function tokenOf({ shareLink, secret }: { shareLink: { id: string }; secret: string }) {
  const { body } = await token(service, { client_id: shareLink.id, client_secret: secret });
  return `Bearer ${body['access_token']}`;
}

/** What a viewer is told a reference to. The lines of requests themselves do not count: they are for debugging. */
const logged = (reqId: unknown) =>
  expect
    .poll(() => service.log.filter((line) => line['reqId'] === reqId && line['level'] === 'info'))
    .toHaveLength(1);

const linkFor = (tenant: string, input: object = {}) =>
  newLink({ policyValues: JSON.stringify({ tenant }), ...input });

const tileAnswer = `($input: TileAnswerInput!) { tileAnswer(input: $input) {
  counter { value } timeSeries { groups { group values } } leaderboard { rows } sqlV1 { rows } } }`;

const answer = (tile: number, as: string, on = dashboard) =>
  service.graphql(`query ${tileAnswer}`, { input: { dashboard: on.id, tile: on.tiles[tile]?.id ?? '' } }, as);

async function answers(as: string) {
  const [counter, series, board, sql] = await Promise.all([0, 1, 2, 3].map((tile) => answer(tile, as)));
  return [
    counter?.data.tileAnswer.counter.value,
    series?.data.tileAnswer.timeSeries.groups.map((group: { group: string[] }) => group.group[0]),
    board?.data.tileAnswer.leaderboard.rows,
    sql?.data.tileAnswer.sqlV1.rows,
  ];
}

const ofA = ['3', ['a'], [['a', '3']], [['a', '3']]];
const ofB = ['4', ['b'], [['b', '4']], [['b', '4']]];

describe('a share link', () => {
  it('shows the answers of all tiles, each tenant its own', async () => {
    const link = await linkFor('a', { description: 'For Anna' });
    expect(link.path).toBe(`/shared#${dashboard.id}/${link.shareLink.id}.${link.secret}`);
    expect(link.shareLink).toMatchObject({
      description: 'For Anna',
      application: portal.id,
      scopes: ['METRIC_QUERY', 'DATA_POOL_QUERY'],
      policyValues: '{"tenant":"a"}',
      dashboard: { id: dashboard.id },
    });
    expect(await answers(await tokenOf(link))).toEqual(ofA);
    expect(await answers(await tokenOf(await linkFor('b')))).toEqual(ofB);
    expect((await answer(4, await tokenOf(link))).errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });

  it('shows what viewers see, but not how it is computed, and no other dashboard', async () => {
    const viewer = await tokenOf(await linkFor('a'));
    const ask = (query: string) => service.graphql(query, {}, viewer);
    const shown = await ask(`{ dashboard(id: "${dashboard.id}") { uniqueName timeZone tiles { id title
      metric { metric { uniqueName format { style } } kind } sql { chart } text { markdown } } } }`);
    expect(shown.errors).toBeUndefined();
    expect(shown.data.dashboard.tiles).toHaveLength(5);
    for (const field of [
      'filterSql',
      'createdBy',
      'environment { id }',
      'tiles { metric { filterSql } }',
      'tiles { metric { metric { dataPool { id } } } }',
      'tiles { metric { metric { settings { __typename } } } }',
      'tiles { sql { query } }',
    ]) {
      const { errors } = await ask(`{ dashboard(id: "${dashboard.id}") { ${field} } }`);
      expect(errors?.[0]?.extensions.code, field).toBe('FORBIDDEN');
    }
    const input = `input: { dashboard: "${dashboard.id}", tile: "${dashboard.tiles[0]?.id}" }`;
    const { errors } = await ask(`{ tileAnswer(${input}) { counter { query { sql } } } }`);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await ask(`{ dashboard(id: "${other.id}") { id } }`)).errors?.[0]?.extensions.code).toBe(
      'NOT_FOUND',
    );
  });

  it('opens nothing else of the service', async () => {
    const authorization = await tokenOf(await linkFor('a'));
    const reply = async (path: string, body?: string) => {
      const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
      const method = body ? 'POST' : 'GET';
      return (await fetch(service.url + path, { method, headers, ...(body && { body }) })).status;
    };
    expect(await reply('/metrics')).toBe(403);
    expect(await reply('/v1/export', '{"sql": "SELECT 1", "format": "csv"}')).toBe(403);
    expect(await reply(`/v1/load/orders`, '{}')).toBe(403);
    const live = await subscribe(
      service,
      'subscription { counter(input: { metric: { count: { dataPool: { name: "orders" } } } }) { value } }',
      {},
      authorization,
    );
    await expect.poll(() => live.answers[0]?.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('of one tile shows that tile alone', async () => {
    const [, second] = dashboard.tiles;
    const link = await linkFor('a', { tile: second?.id });
    expect(link.shareLink).toMatchObject({ tile: second?.id, scopes: ['METRIC_QUERY'] });
    const viewer = await tokenOf(link);
    const { data } = await service.graphql(
      `{ dashboard(id: "${dashboard.id}") { tiles { id } } }`,
      {},
      viewer,
    );
    expect(data.dashboard.tiles).toEqual([{ id: second?.id }]);
    expect((await answer(1, viewer)).errors).toBeUndefined();
    expect((await answer(0, viewer)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('says in a sentence with a reference why something is not shown, and names nothing of the service', async () => {
    const broken = await newDashboard('broken', [
      { x: 0, y: 0, width: 1, height: 1, sql: { query: 'SELECT secret_column FROM orders' } },
      { x: 0, y: 1, width: 1, height: 1, sql: { query: "SELECT (tenant || 'x')::int FROM orders" } },
    ]);
    const [full, empty] = [await tokenOf(await linkFor('a')), await tokenOf(await newLink())];
    const ofBroken = await tokenOf(await linkFor('a', { dashboard: broken.id }));
    const input = (tile: number, on = dashboard) => ({
      input: { dashboard: on.id, tile: on.tiles[tile]?.id },
    });
    const live = async (tile: number, as: string) => {
      const stream = await subscribe(service, `subscription ${tileAnswer}`, input(tile), as);
      await expect.poll(() => stream.answers.length).toBe(1);
      return stream.answers[0]?.errors?.[0];
    };
    const batch = async (as: string) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: as },
        body: JSON.stringify([{ query: `query ${tileAnswer}`, variables: input(0) }]),
      });
      return ((await response.json()) as [GraphqlAnswer])[0].errors?.[0];
    };
    const withoutRights = 'This link does not show this. Ask the person who sent it';
    const notShown = 'This cannot be shown. Ask the person who shared it';
    const shown = [
      [withoutRights, (await answer(0, empty)).errors?.[0]],
      [withoutRights, (await answer(3, empty)).errors?.[0]],
      [withoutRights, await batch(empty)],
      [withoutRights, await live(0, empty)],
      [withoutRights, await live(3, empty)],
      [notShown, (await answer(0, ofBroken, broken)).errors?.[0]],
      [notShown, (await answer(1, ofBroken, broken)).errors?.[0]],
      [notShown, (await answer(4, full)).errors?.[0]],
      [
        'This is not there any more. Ask the person who shared it',
        (await service.graphql(`{ dashboard(id: "${other.id}") { id } }`, {}, full)).errors?.[0],
      ],
      [withoutRights, (await service.graphql('{ applications { nodes { id } } }', {}, full)).errors?.[0]],
    ] as const;
    for (const [sentence, error] of shown) {
      const { code: _, ...details } = (error?.extensions ?? {}) as Record<string, unknown>;
      const { reference } = details;
      expect(details).toEqual({ reference });
      expect(error?.message).toBe(`${sentence} (reference ${reference}).`);
      // The log has what happened.
      await logged(reference);
    }
    expect(JSON.stringify(service.log)).toContain('needs the policy value');
  });

  it('says no more where it may do nothing, and when it has ended', async () => {
    const link = await linkFor('a');
    const authorization = await tokenOf(link);
    const names = new RegExp(`orders|tenant|${portal.id}|${orders.dataPoolId}|portal`);
    const said = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization, 'content-type': 'application/json', ...init.headers };
      const response = await fetch(service.url + path, { ...init, headers });
      const text = await response.text();
      expect(text).not.toMatch(names);
      return response.status;
    };
    const body = JSON.stringify({ sql: 'SELECT * FROM orders', format: 'csv' });
    expect(await said('/v1/export', { method: 'POST', body })).toBe(403);
    expect(await said('/v1/load/orders', { method: 'POST', body: '{}' })).toBe(403);
    expect(await said('/graphql/stream', { method: 'DELETE' })).toBe(404);
    await service.request(`mutation { revokeShareLink(id: "${link.shareLink.id}") }`);
    const query = JSON.stringify({ query: `{ dashboard(id: "${dashboard.id}") { id } }` });
    expect(await said('/graphql', { method: 'POST', body: query })).toBe(401);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: link.shareLink.id,
      client_secret: link.secret,
    });
    const response = await fetch(`${service.url}/oauth2/token`, { method: 'POST', body: form });
    expect(await response.json()).toEqual({
      error: 'invalid_client',
      error_description: 'The link is wrong, has expired or was revoked',
    });
    await logged(response.headers.get('x-request-id'));
  });

  it('cannot ask for more than it has', async () => {
    const { shareLink, secret } = await linkFor('a');
    const form = { client_id: shareLink.id, client_secret: secret };
    for (const more of [{ scope: 'admin' }, { policy_values: '{"tenant":"b"}' }, { dashboard: other.id }]) {
      const { status, body } = await token(service, { ...form, ...more });
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
    }
    // Its credentials are for tokens alone.
    const direct = await service.graphql('{ __typename }', {}, basic(shareLink.id, secret));
    expect(direct.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const wrong = await token(service, { ...form, client_secret: `${secret}x` });
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client']);
  });
});

describe('the answers of a tile', () => {
  it('stay current, and end soon after the link is revoked', async () => {
    const link = await linkFor('c');
    const viewer = await tokenOf(link);
    const input = { dashboard: dashboard.id, tile: dashboard.tiles[0]?.id };
    const stream = await subscribe(service, `subscription ${tileAnswer}`, { input }, viewer);
    await expect.poll(() => stream.answers.at(-1)?.data.tileAnswer.counter.value).toBe('0');
    await send({ tenant: 'c', price: 7 });
    await expect.poll(() => stream.answers.at(-1)?.data.tileAnswer.counter.value).toBe('7');
    const { errors } = await service.graphql(`mutation { revokeShareLink(id: "${link.shareLink.id}") }`);
    expect(errors).toBeUndefined();
    expect((await answer(0, viewer)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    await expect.poll(() => stream.isClosed()).toBe(true);
    expect(stream.answers.at(-1)?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const { status } = await token(service, { client_id: link.shareLink.id, client_secret: link.secret });
    expect(status).toBe(401);
  });

  it('are for everyone who may run the query', async () => {
    const form = { client_id: portal.id, client_secret: portal.secret, policy_values: '{"tenant":"a"}' };
    const own = `Bearer ${(await token(service, form)).body['access_token']}`;
    expect((await answer(0, own)).data.tileAnswer.counter.value).toBe('3');
    const narrow = await token(service, { scope: 'metric:query' });
    const { errors } = await answer(3, `Bearer ${narrow.body['access_token']}`);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

describe('a tile whose query fails', () => {
  it.each([
    ['for a record', "SELECT 1 / (price - price) AS x FROM orders WHERE tenant <> 'hidden'"],
    ['for a value', "SELECT tenant::int AS x FROM orders WHERE tenant <> 'hidden'"],
    ['before it runs', "SELECT nothing FROM orders WHERE tenant <> 'hidden'"],
  ])('%s shows viewers nothing of the query', async (_why, query) => {
    const failing = await newDashboard(`failing-${query.length}`, [
      { x: 0, y: 0, width: 4, height: 2, sql: { query } },
    ]);
    const viewer = await tokenOf(await linkFor('a', { dashboard: failing.id }));
    const { errors } = await answer(0, viewer, failing);
    expect(errors?.[0]?.message).toMatch(
      /^This cannot be shown. Ask the person who shared it \(reference \w+\)\.$/,
    );
    expect(errors?.[0]?.extensions.query).toBeUndefined();
    expect(JSON.stringify(errors)).not.toContain('hidden');
  });
});

describe('the end of a link', () => {
  it('comes when it expires, for its tokens too', async () => {
    const link = await linkFor('a', { expiresAt: new Date(Date.now() + 4_000).toISOString() });
    const { body } = await token(service, { client_id: link.shareLink.id, client_secret: link.secret });
    expect(body['expires_in']).toBeLessThanOrEqual(4);
    const viewer = `Bearer ${body['access_token']}`;
    expect((await answer(0, viewer)).errors).toBeUndefined();
    await expect
      .poll(async () => (await answer(0, viewer)).errors?.[0]?.extensions.code)
      .toBe('UNAUTHENTICATED');
    const again = async () =>
      (await token(service, { client_id: link.shareLink.id, client_secret: link.secret })).status;
    await expect.poll(again).toBe(401);
  });

  it('comes with the dashboard, and with the Application', async () => {
    const doomed = await newDashboard('doomed', []);
    const leaver = await newApplication('leaver', 'METRIC_QUERY');
    const links = [
      await newLink({ dashboard: doomed.id }),
      await newLink({ application: leaver.id, scopes: ['METRIC_QUERY'] }),
    ];
    await service.request(`mutation { deleteDashboard(id: "${doomed.id}") }`);
    await service.request(`mutation { deleteApplication(id: "${leaver.id}") }`);
    for (const { shareLink, secret } of links)
      expect((await token(service, { client_id: shareLink.id, client_secret: secret })).status).toBe(401);
  });
});

describe('links', () => {
  it('are listed without their secrets, by dashboard, newest first', async () => {
    const listed = await newDashboard('listed', []);
    const ids = [];
    for (const description of ['one', 'two'])
      ids.unshift((await newLink({ dashboard: listed.id, description })).shareLink.id);
    const { data } = await service.graphql(
      `{ shareLinks(dashboard: "${listed.id}") { nodes { id description expiresAt dashboard { uniqueName } } } }`,
    );
    expect(data.shareLinks.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    const all = await service.graphql('{ shareLinks(first: 100) { nodes { id } } }');
    expect(all.data.shareLinks.nodes.length).toBeGreaterThan(ids.length);
    const stranger = await strangerTo(service);
    const theirs = await service.graphql('{ shareLinks { nodes { id } } }', {}, stranger);
    expect(theirs.data.shareLinks.nodes).toEqual([]);
    const revoked = await service.graphql(`mutation { revokeShareLink(id: "${ids[0]}") }`, {}, stranger);
    expect(revoked.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('last for 30 days unless it is said otherwise', async () => {
    const { shareLink } = await newLink();
    const days = (Date.parse(shareLink.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
  });

  it.each([
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt: it is in the past'],
    ['an end too far away', { expiresAt: '2299-01-01T00:00:00Z' }, 'more than 3650 days'],
    ['a scope that is not for viewers', { scopes: ['ADMIN'] }, 'but not admin'],
    ['an unknown tile', { tile: 'TIL01' }, 'Tile TIL01 not found'],
    ['an unknown dashboard', { dashboard: 'DSH01' }, 'Dashboard DSH01 not found'],
    ['policy values that are not JSON', { policyValues: '{' }, 'policyValues must be a JSON object'],
    ['a long description', { description: 'x'.repeat(1_001) }, 'at most 1000 characters'],
  ])('refuse %s', async (_name, input, message) => {
    expect((await createLink(input)).errors?.[0]?.message).toContain(message);
  });

  it('have no more rights than the Application and the token that they are made with', async () => {
    const few = await newApplication('few', 'METRIC_QUERY');
    const lacking = await createLink({ application: few.id });
    expect(lacking.errors?.[0]?.message).toBe(
      'scopes: Application "few" does not have the scope data_pool:query',
    );
    const manager = await token(service, { scope: 'admin' });
    const powerful = await newApplication('powerful', 'APPLICATION_ADMIN, METRIC_QUERY, DATA_POOL_QUERY');
    const taken = await createLink({ application: powerful.id }, `Bearer ${manager.body['access_token']}`);
    expect(taken.errors?.[0]?.extensions.code).toBe('FORBIDDEN');

    const unprotected = await newApplication('unprotected', 'METRIC_QUERY, DATA_POOL_QUERY');
    const { body } = await token(service, { policy_values: '{"tenant":"a"}' });
    const bound = `Bearer ${body['access_token']}`;
    const changed = await createLink({ application: null, policyValues: '{"tenant":"b"}' }, bound);
    expect(changed.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    // Through another Application, it could name any tenant; so could a new secret.
    for (const application of [portal.id, unprotected.id]) {
      const through = await createLink({ application, policyValues: '{"tenant":"a"}' }, bound);
      expect(through.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
    const rotated = await service.graphql(
      'mutation ($id: ID!) { rotateApplicationSecret(id: $id) { application { id } } }',
      { id: portal.id },
      bound,
    );
    expect(rotated.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    // Another policy may show all records of a region, of any tenant.
    const more = await createLink({ application: null, policyValues: '{"region":"x"}' }, bound);
    expect(more.errors?.[0]?.message).toBe(
      'policyValues: the caller\'s own token has no value for "region", so the link cannot have one',
    );
    const kept = await createLink({ application: null, policyValues: null }, bound);
    expect(JSON.parse(kept.data.createShareLink.shareLink.policyValues)).toEqual({ tenant: 'a' });
  });
});

describe("a back end's token for one dashboard", () => {
  const asked = (more: object) =>
    token(service, { client_id: portal.id, client_secret: portal.secret, ...more });

  it('shows the tenant that it names', async () => {
    for (const [tenant, expected] of [
      ['a', ofA],
      ['b', ofB],
    ] as const) {
      const form = { dashboard: dashboard.id, policy_values: JSON.stringify({ tenant }) };
      const { body } = await asked(form);
      expect(await answers(`Bearer ${body['access_token']}`)).toEqual(expected);
    }
  });

  it('says so when it is introspected', async () => {
    const { body } = await asked({ dashboard: dashboard.id });
    const response = await fetch(`${service.url}/oauth2/introspect`, {
      method: 'POST',
      headers: { authorization: basic(portal.id, portal.secret) },
      body: new URLSearchParams({ token: String(body['access_token']) }),
    });
    expect(await response.json()).toMatchObject({ active: true, dashboard: dashboard.id });
  });

  it('can be for one tile', async () => {
    const { body } = await asked({
      dashboard: dashboard.id,
      tile: dashboard.tiles[2]?.id ?? '',
      policy_values: '{"tenant":"a"}',
    });
    const viewer = `Bearer ${body['access_token']}`;
    expect((await answer(2, viewer)).data.tileAnswer.leaderboard.rows).toEqual([['a', '3']]);
    expect((await answer(0, viewer)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it.each([
    ['is no ID', { dashboard: 'sales' }],
    ['is missing for a tile', { tile: 'TIL01TESTTESTTESTTESTTESTTEST' }],
  ])('is refused when the dashboard %s', async (_name, form) => {
    const { status, body } = await asked(form);
    expect([status, body['error']]).toEqual([400, 'invalid_request']);
  });
});

describe('the identifiers of tiles', () => {
  const modify = (id: string, tiles: object[]) =>
    service.graphql(
      `mutation ($input: ModifyDashboardInput!) { modifyDashboard(input: $input) { dashboard { tiles { id y } } } }`,
      { input: { id, tiles } },
    );
  const text = (y: number, id?: string) => ({
    ...(id && { id }),
    x: 0,
    y,
    width: 1,
    height: 1,
    text: { markdown: 'x' },
  });

  it('stay when tiles move, and belong to one tile each', async () => {
    const board = await newDashboard('moved', [text(0), text(1)]);
    const [first, second] = board.tiles.map(({ id }) => id);
    const { data } = await modify(board.id, [text(5, second), text(6), text(7, first)]);
    const { tiles } = data.modifyDashboard.dashboard;
    expect([tiles[0].id, tiles[2].id]).toEqual([second, first]);
    expect([first, second]).not.toContain(tiles[1].id);
    for (const refused of [[text(0, first), text(1, first)], [text(0, 'my tile')]])
      expect((await modify(board.id, refused)).errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
  });
});
