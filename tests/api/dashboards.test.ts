/** Dashboards as their owner manages them and as others read them, over GraphQL. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphqlAnswer, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, post } from '../support/webhook.js';

let service: Service;
let dataPool = '';
let metric = '';
const scoped = new Map<string, string>();

beforeAll(async () => {
  service = await openService();
  const columns = [
    { name: 'at', type: 'TIMESTAMP', nullable: false },
    { name: 'country', type: 'STRING' },
    { name: 'price', type: 'INT64' },
  ];
  const webhook = await createWebhook(service, columns, { timestamp: 'at' }, { uniqueName: 'orders' });
  dataPool = webhook.dataPoolId;
  const events = ['CH', 'CH', 'DE'].map((country) => ({ at: '2026-03-01T10:00:00Z', country, price: 1 }));
  expect((await post(service, webhook.path, events)).status).toBe(200);
  metric = await newMetric('orders');
  for (const scope of ['admin', 'metric:query', 'data_pool:query'])
    scoped.set(scope, `Bearer ${(await token(service, { scope })).body['access_token']}`);
});

async function newMetric(uniqueName: string): Promise<string> {
  const { createCountMetric } = await service.request<{ createCountMetric: { metric: { id: string } } }>(
    'mutation ($input: CreateCountMetricInput) { createCountMetric(input: $input) { metric { id } } }',
    { input: { dataPool, uniqueName } },
  );
  return createCountMetric.metric.id;
}

const fields = `id uniqueName description timeRange { timestamp relative n start stop } timeZone filterSql
  tiles { title x y width height
    metric { metricId metric { uniqueName } kind chart granularity dimensions rowLimit sort filterSql }
    sql { query dialect chart } text { markdown } }`;

let names = 0;
const newName = () => `dashboard ${++names}`;

const create = (input: object, as?: string): Promise<GraphqlAnswer> =>
  service.graphql(
    `mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { ${fields} } } }`,
    { input: { uniqueName: newName(), ...input } },
    as,
  );
const modify = (input: object, as?: string): Promise<GraphqlAnswer> =>
  service.graphql(
    `mutation ($input: ModifyDashboardInput!) { modifyDashboard(input: $input) { dashboard { ${fields} } } }`,
    { input },
    as,
  );
const read = (id: string, as?: string): Promise<GraphqlAnswer> =>
  service.graphql(`query ($id: ID!) { dashboard(id: $id) { ${fields} } }`, { id }, as);

async function created(input: object) {
  const { data, errors } = await create(input);
  expect(errors).toBeUndefined();
  return data.createDashboard.dashboard;
}

const place = { x: 0, y: 0, width: 4, height: 3 };
const series = () => ({ metricId: metric, kind: 'TIME_SERIES', granularity: 'DAY' });
const text = (at: object = {}) => ({ ...place, ...at, text: { markdown: '# Sales' } });

describe('a dashboard', () => {
  it('keeps everything that it was created with', async () => {
    const grouped = {
      ...series(),
      chart: 'STACKED',
      dimensions: ['country'],
      rowLimit: 3,
      filterSql: 'price > 0',
    };
    const board = {
      metricId: metric,
      kind: 'LEADERBOARD',
      chart: 'PIE',
      dimensions: ['country', 'price'],
      rowLimit: 5,
      sort: 'ASC',
    };
    const input = {
      description: 'of the shop',
      timeRange: { relative: 'LAST_N_DAYS', n: 7 },
      timeZone: 'Europe/Zurich',
      filterSql: "country = 'CH'",
      tiles: [
        {
          title: 'Orders per day',
          ...place,
          metric: grouped,
        },
        { ...place, x: 4, width: 8, metric: board },
        { ...place, y: 3, sql: { query: 'SELECT 1', dialect: 'CLICKHOUSE', chart: 'BAR' } },
        { ...place, x: 4, y: 3, text: { markdown: '**été** 🌊\n\n- one' } },
      ],
    };
    const dashboard = await created(input);
    expect(dashboard.id).toMatch(/^DSH[0-9A-Z]{26}$/);
    const shown = { metric: { uniqueName: 'orders' } };
    const none = { metric: null, sql: null, text: null };
    expect(dashboard).toEqual({
      id: dashboard.id,
      uniqueName: dashboard.uniqueName,
      description: 'of the shop',
      timeRange: { timestamp: null, relative: 'LAST_N_DAYS', n: 7, start: null, stop: null },
      timeZone: 'Europe/Zurich',
      filterSql: "country = 'CH'",
      tiles: [
        {
          ...none,
          title: 'Orders per day',
          ...place,
          metric: { ...grouped, ...shown, sort: null },
        },
        {
          ...none,
          title: null,
          ...place,
          x: 4,
          width: 8,
          metric: { ...board, ...shown, granularity: null, filterSql: null },
        },
        {
          ...none,
          title: null,
          ...place,
          y: 3,
          sql: { query: 'SELECT 1', dialect: 'COLUMNSTORE', chart: 'BAR' },
        },
        { ...none, title: null, ...place, x: 4, y: 3, text: { markdown: '**été** 🌊\n\n- one' } },
      ],
    });
    expect((await read(dashboard.id)).data.dashboard).toEqual(dashboard);
    const byName = await service.graphql(
      `query ($name: String!) { dashboardByName(uniqueName: $name) { ${fields} } }`,
      { name: dashboard.uniqueName },
    );
    expect(byName.data.dashboardByName).toEqual(dashboard);
  });

  it('has defaults that follow from the kinds of its tiles', async () => {
    const { id, uniqueName, timeRange, timeZone, filterSql, tiles } = await created({
      uniqueName: '',
      timeRange: {},
      timeZone: '',
      filterSql: '',
      tiles: [
        { ...place, metric: { metricId: metric, kind: 'COUNTER' } },
        { ...place, x: 4, metric: series() },
        { ...place, x: 8, metric: { metricId: metric, kind: 'LEADERBOARD', dimensions: ['country'] } },
        { ...place, y: 3, sql: { query: 'SELECT 1' } },
      ],
    });
    expect([uniqueName, timeRange, timeZone, filterSql]).toEqual([id, null, null, null]);
    expect(tiles.map((tile: { metric: object; sql: object }) => tile.metric ?? tile.sql)).toMatchObject([
      { chart: null, dimensions: [], rowLimit: null, sort: null },
      { chart: 'LINE', dimensions: [], rowLimit: null, sort: null },
      { chart: 'RANKING', rowLimit: 10, sort: 'DESC' },
      { dialect: null, chart: 'TABLE' },
    ]);
  });

  it('takes 50 tiles on the whole grid', async () => {
    const tiles = Array.from({ length: 50 }, (_, n) =>
      text({ x: n % 12, y: Math.floor(n / 12) * 50, width: 1, height: 50 }),
    );
    expect((await created({ tiles })).tiles).toHaveLength(50);
  });

  it('stays as it is where someone else has changed it since it was read', async () => {
    const { id } = await created({ description: 'first' });
    const audit = async () =>
      (await service.graphql('query ($id: ID!) { dashboard(id: $id) { modifiedAt description } }', { id }))
        .data.dashboard;
    const { modifiedAt: unmodifiedSince } = await audit();
    const changed = await modify({ id, unmodifiedSince, description: 'second' });
    expect(changed.data.modifyDashboard.dashboard.description).toBe('second');
    const late = await modify({ id, unmodifiedSince, description: 'third' });
    expect(late.errors).toMatchObject([
      {
        message: expect.stringMatching(
          /^Dashboard ".*" was modified at \S+Z, after it was read\. Read it again/,
        ),
        extensions: { code: 'CONFLICT', field: 'unmodifiedSince' },
      },
    ]);
    const after = await audit();
    expect(after).toMatchObject({ description: 'second' });
    expect(after.modifiedAt > unmodifiedSince).toBe(true);
    await modify({ id, unmodifiedSince: after.modifiedAt, description: 'third' });
    expect(await audit()).toMatchObject({ description: 'third' });
    await modify({ id, description: 'fourth' });
    expect(await audit()).toMatchObject({ description: 'fourth' });
  });

  it('changes only what is given, and clears what is empty', async () => {
    const before = await created({
      description: 'old',
      timeRange: { start: '2026-03-01T00:00:00Z', stop: '2026-04-01T00:00:00Z', timestamp: 'at' },
      timeZone: '+05:30',
      filterSql: 'price > 0',
      tiles: [text()],
    });
    const { id } = before;
    const moved = await modify({ id, tiles: [text({ x: 8, y: 2 })] });
    expect(moved.data.modifyDashboard.dashboard).toEqual({
      ...before,
      tiles: [{ ...before.tiles[0], x: 8, y: 2 }],
    });
    const cleared = await modify({ id, timeRange: {}, timeZone: '', filterSql: '', tiles: [] });
    expect(cleared.data.modifyDashboard.dashboard).toEqual({
      ...before,
      timeRange: null,
      timeZone: null,
      filterSql: null,
      tiles: [],
    });
    expect((await read(id)).data.dashboard).toEqual(cleared.data.modifyDashboard.dashboard);
  });

  it('has a name that no other one has', async () => {
    const { id, uniqueName } = await created({});
    const other = await created({});
    const taken = { message: `Dashboard with unique name "${uniqueName}" already exists` };
    expect((await create({ uniqueName })).errors).toMatchObject([
      { ...taken, extensions: { code: 'CONFLICT' } },
    ]);
    expect((await modify({ id: other.id, uniqueName })).errors).toMatchObject([taken]);
    expect((await modify({ id, uniqueName })).errors).toBeUndefined();
    expect((await create({ uniqueName: id })).errors?.[0]?.message).toContain('form of an ID');
  });

  it('is deleted, and then not found', async () => {
    const { id } = await created({});
    const remove = () => service.graphql('mutation ($id: ID!) { deleteDashboard(id: $id) }', { id });
    expect((await remove()).data.deleteDashboard).toBe(id);
    const gone = [{ message: `Dashboard ${id} not found`, extensions: { code: 'NOT_FOUND' } }];
    expect((await remove()).errors).toMatchObject(gone);
    expect((await read(id)).errors).toMatchObject(gone);
    expect((await modify({ id, description: 'x' })).errors).toMatchObject(gone);
  });

  it('is listed in pages, newest first', async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.unshift((await created({})).id);
    const page = async (after?: string) =>
      (
        await service.request<{
          dashboards: { nodes: { id: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        }>(
          'query ($after: String) { dashboards(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }',
          { after },
        )
      ).dashboards;
    const first = await page();
    const second = await page(first.pageInfo.endCursor);
    expect([...first.nodes, ...second.nodes].slice(0, 3).map(({ id }) => id)).toEqual(made);
    expect(first.pageInfo.hasNextPage).toBe(true);
  });
});

describe('a Metric that is deleted', () => {
  it('leaves its tile, which says so, can be moved and copied, but not be added again', async () => {
    const gone = await newMetric('short-lived');
    const tile = (at: object = {}) => ({ ...place, ...at, metric: { metricId: gone, kind: 'COUNTER' } });
    const { id } = await created({ tiles: [tile()] });
    await service.request('mutation ($id: ID!) { deleteMetric(id: $id) }', { id: gone });

    const { tiles } = (await read(id)).data.dashboard;
    expect(tiles[0].metric).toMatchObject({ metricId: gone, metric: null });
    const moved = await modify({ id, tiles: [tile({ x: 6 })] });
    expect(moved.errors).toBeUndefined();
    const copied = await service.graphql(
      `mutation ($input: DuplicateDashboardInput!) { duplicateDashboard(input: $input) { dashboard { ${fields} } } }`,
      { input: { id, uniqueName: 'a copy' } },
    );
    const original = moved.data.modifyDashboard.dashboard;
    const copy = copied.data.duplicateDashboard.dashboard;
    expect(copy).toEqual({ ...original, id: copy.id, uniqueName: 'a copy' });
    expect(copy.id).not.toBe(id);

    const other = await created({});
    for (const refused of [
      await create({ tiles: [tile()] }),
      await modify({ id: other.id, tiles: [tile()] }),
    ])
      expect(refused.errors).toMatchObject([
        { message: `tiles[0].metric.metricId: Metric ${gone} not found`, extensions: { code: 'NOT_FOUND' } },
      ]);
  });
});

describe('what a dashboard refuses', () => {
  const counter = (more: object = {}) => ({ metricId: metric, kind: 'COUNTER', ...more });
  const board = (more: object = {}) => ({
    metricId: metric,
    kind: 'LEADERBOARD',
    dimensions: ['country'],
    ...more,
  });
  const cases: [string, () => object, string][] = [
    [
      'too many tiles',
      () => ({ tiles: Array.from({ length: 51 }, (_, y) => text({ y: y * 3 })) }),
      'tiles: 51 are given; at most 50 are allowed',
    ],
    [
      'a tile that is nothing',
      () => ({ tiles: [place] }),
      'tiles[0]: exactly one of metric, sql, text must be given, and none is',
    ],
    [
      'a tile that is two things',
      () => ({ tiles: [text(), { ...text({ x: 4 }), sql: { query: 'SELECT 1' } }] }),
      'tiles[1]: exactly one of metric, sql, text must be given, and sql and text are',
    ],
    [
      'a tile left of the grid',
      () => ({ tiles: [text({ x: -1 })] }),
      'tiles[0].x is -1; it must be from 0 to 11',
    ],
    ['a tile above the grid', () => ({ tiles: [text({ y: -1 })] }), 'tiles[0].y is -1'],
    [
      'a tile far below',
      () => ({ tiles: [text({ y: 1001 })] }),
      'tiles[0].y is 1001; it must be from 0 to 1000',
    ],
    ['a tile without a width', () => ({ tiles: [text({ width: 0 })] }), 'tiles[0].width is 0'],
    ['a tile that is too high', () => ({ tiles: [text({ height: 51 })] }), 'tiles[0].height is 51'],
    [
      'a tile beyond the last column',
      () => ({ tiles: [text({ x: 9 })] }),
      'tiles[0]: x 9 and width 4 exceed the 12 columns',
    ],
    [
      'tiles that overlap',
      () => ({ tiles: [text(), text({ x: 4 }), text({ x: 3, y: 2 })] }),
      'tiles[2] overlaps tiles[0]',
    ],
    [
      'a long title',
      () => ({ tiles: [{ ...text(), title: 'x'.repeat(201) }] }),
      'tiles[0].title is 201 characters long',
    ],
    [
      'a long text',
      () => ({ tiles: [{ ...place, text: { markdown: 'x'.repeat(10_001) } }] }),
      'tiles[0].text.markdown is 10001',
    ],
    [
      'a long statement',
      () => ({ tiles: [{ ...place, sql: { query: 'x'.repeat(20_001) } }] }),
      'tiles[0].sql.query is 20001',
    ],
    [
      'an empty statement',
      () => ({ tiles: [{ ...place, sql: { query: ' ' } }] }),
      'tiles[0].sql.query is empty',
    ],
    [
      'long tiles together',
      () => ({
        tiles: Array.from({ length: 11 }, (_, y) => ({
          ...place,
          y: y * 3,
          text: { markdown: 'x'.repeat(10_000) },
        })),
      }),
      'tiles, as JSON is',
    ],
    [
      'a Metric that is none',
      () => ({ tiles: [{ ...place, metric: counter({ metricId: 'MET1' }) }] }),
      'tiles[0].metric.metricId: Metric MET1 not found',
    ],
    [
      'a series without buckets',
      () => ({ tiles: [{ ...place, metric: { metricId: metric, kind: 'TIME_SERIES' } }] }),
      'tiles[0].metric.granularity: a TIME_SERIES needs one',
    ],
    [
      'a counter with buckets',
      () => ({ tiles: [{ ...place, metric: counter({ granularity: 'DAY' }) }] }),
      'tiles[0].metric.granularity: only',
    ],
    [
      'a counter with dimensions',
      () => ({ tiles: [{ ...place, metric: counter({ dimensions: ['country'] }) }] }),
      'tiles[0].metric.dimensions: a COUNTER has none',
    ],
    [
      'a counter with a chart',
      () => ({ tiles: [{ ...place, metric: counter({ chart: 'LINE' }) }] }),
      'tiles[0].metric.chart: a COUNTER has no chart',
    ],
    [
      'a pie of buckets',
      () => ({ tiles: [{ ...place, metric: { ...series(), chart: 'PIE' } }] }),
      'tiles[0].metric.chart: a TIME_SERIES has one of LINE, BAR',
    ],
    [
      'a leaderboard of nothing',
      () => ({ tiles: [{ ...place, metric: board({ dimensions: [] }) }] }),
      'tiles[0].metric.dimensions: a LEADERBOARD needs at least one',
    ],
    [
      'too many dimensions',
      () => ({ tiles: [{ ...place, metric: board({ dimensions: Array(11).fill('country') }) }] }),
      'tiles[0].metric.dimensions: at most 10',
    ],
    [
      'a column that is not there',
      () => ({ tiles: [{ ...place, metric: board({ dimensions: ['country', 'city'] }) }] }),
      'tiles[0].metric.dimensions[1]: there is no column "city"',
    ],
    [
      'a condition that is none',
      () => ({ tiles: [{ ...place, metric: counter({ filterSql: 'price +' }) }] }),
      'tiles[0].metric.filterSql, line 1',
    ],
    [
      'no rows',
      () => ({ tiles: [{ ...place, metric: board({ rowLimit: 0 }) }] }),
      'tiles[0].metric.rowLimit is 0; it must be from 1 to 1000',
    ],
    [
      'rows of nothing',
      () => ({ tiles: [{ ...place, metric: { ...series(), rowLimit: 5 } }] }),
      'tiles[0].metric.rowLimit: there are no dimensions',
    ],
    [
      'the order of a counter',
      () => ({ tiles: [{ ...place, metric: counter({ sort: 'ASC' }) }] }),
      'tiles[0].metric.sort: only a LEADERBOARD',
    ],
    [
      'a zone that is none',
      () => ({ timeZone: 'Mars/Base' }),
      'timeZone "Mars/Base" is not a known time zone',
    ],
    [
      'a range without its number',
      () => ({ timeRange: { relative: 'LAST_N_DAYS' } }),
      'timeRange LAST_N_DAYS needs n',
    ],
    [
      'a range that ends first',
      () => ({ timeRange: { start: '2026-02-01T00:00:00Z', stop: '2026-01-01T00:00:00Z' } }),
      'timeRange.start 2026-02-01T00:00:00Z is after timeRange.stop',
    ],
    ['a long condition', () => ({ filterSql: 'x'.repeat(10_001) }), 'filterSql is 10001 characters long'],
  ];

  it.each(cases)('%s, when it is created and when it is changed', async (_what, input, message) => {
    const { id } = await created({ tiles: [text()] });
    const before = (await read(id)).data.dashboard;
    for (const { errors } of [await create(input()), await modify({ id, ...input() })]) {
      expect(errors?.[0]?.message).toContain(message);
      expect(['BAD_REQUEST', 'NOT_FOUND']).toContain(errors?.[0]?.extensions.code);
    }
    expect((await read(id)).data.dashboard).toEqual(before);
  });
});

describe('another caller', () => {
  it('reads with the scope of Metric queries, and changes nothing', async () => {
    const { id } = await created({
      tiles: [text(), { ...place, x: 4, sql: { query: 'SELECT 1' } }, { ...place, x: 8, metric: series() }],
    });
    const reader = scoped.get('metric:query')!;
    const { data, errors } = await read(id, reader);
    expect(errors).toBeUndefined();
    expect(data.dashboard.tiles[2].metric.metric).toEqual({ uniqueName: 'orders' });
    // A caller that may not run the statement does not see it.
    expect(data.dashboard.tiles[1].sql).toEqual({ query: null, dialect: null, chart: 'TABLE' });
    const both = await token(service, { scope: 'metric:query data_pool:query' });
    const seen = await read(id, `Bearer ${both.body['access_token']}`);
    expect(seen.data.dashboard.tiles[1].sql.query).toBe('SELECT 1');

    const forbidden = [{ extensions: { code: 'FORBIDDEN' } }];
    expect((await create({}, reader)).errors).toMatchObject(forbidden);
    expect((await modify({ id, description: 'x' }, reader)).errors).toMatchObject(forbidden);
    expect(
      (await service.graphql('mutation ($id: ID!) { deleteDashboard(id: $id) }', { id }, reader)).errors,
    ).toMatchObject(forbidden);
    expect((await read(id, scoped.get('data_pool:query'))).errors).toMatchObject(forbidden);
  });

  it('of another Environment finds nothing, and cannot use the Metrics', async () => {
    const { id, uniqueName } = await created({ tiles: [text()] });
    const stranger = await strangerTo(service);
    const gone = [{ extensions: { code: 'NOT_FOUND' } }];
    expect((await read(id, stranger)).errors).toMatchObject(gone);
    expect((await modify({ id, description: 'x' }, stranger)).errors).toMatchObject(gone);
    for (const attempt of [
      `{ dashboardByName(uniqueName: "${uniqueName}") { id } }`,
      `mutation { deleteDashboard(id: "${id}") }`,
      `mutation { duplicateDashboard(input: {id: "${id}"}) { dashboard { id } } }`,
    ])
      expect((await service.graphql(attempt, {}, stranger)).errors, attempt).toMatchObject(gone);
    expect((await create({ tiles: [{ ...place, metric: series() }] }, stranger)).errors).toMatchObject(gone);
    const { data } = await service.graphql('{ dashboards { nodes { id } } }', {}, stranger);
    expect(data.dashboards.nodes).toEqual([]);
    // Names belong to an Environment.
    expect((await create({ uniqueName }, stranger)).errors).toBeUndefined();
  });
});
