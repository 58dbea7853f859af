/** Every operation with every scope, and with the token of another Environment. */
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isUnionType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../server/src/base/scope.js';
import { sdl } from '../../server/src/graphql/schema.js';
import { basic, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { strangerTo } from '../support/stranger.js';

/** The contract's table, written down once more: which scopes open which operations. */
const anyQuery = ['metric:query', 'metric:stats', 'data_pool:query', 'admin'];
const metricQueries = ['metric:query', 'admin'];
const statistics = ['metric:stats', 'data_pool:query', 'admin'];
const records = ['data_pool:query', 'admin'];
const applications = ['application:admin'];
const expected: Record<string, readonly string[]> = {
  environment: [...anyQuery, ...applications, 'data_pool:load'],
  application: applications,
  applicationByName: applications,
  applications,
  createApplication: applications,
  modifyApplication: applications,
  rotateApplicationSecret: applications,
  deleteApplication: applications,
  deleteApplicationByName: applications,
  dataPool: anyQuery,
  dataPoolByName: anyQuery,
  dataPools: anyQuery,
  metric: anyQuery,
  metricByName: anyQuery,
  metrics: anyQuery,
  counter: metricQueries,
  counters: metricQueries,
  timeSeries: metricQueries,
  leaderboard: metricQueries,
  metricReport: metricQueries,
  topValues: statistics,
  dataGrid: records,
  recordsByUniqueId: records,
  sqlV1: records,
  describeSqlV1: records,
  queryInfo: anyQuery,
  queries: anyQuery,
  exportJob: anyQuery,
  exportJobs: anyQuery,
  createExportJob: anyQuery,
  deleteExportJob: anyQuery,
  dashboard: metricQueries,
  dashboardByName: metricQueries,
  dashboards: metricQueries,
  tileAnswer: anyQuery,
  savedQuery: records,
  savedQueryByName: records,
  savedQueries: records,
};

const schema = buildSchema(sdl);
const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    kind: type?.name === 'Query' ? 'query' : 'mutation',
    field,
  })),
);

/** A value of the type with only what must be there: enough to reach the operation. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType);
  if (isListType(type)) return `[${literal(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{${fields.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')}}`;
  }
  return { Int: '1', Boolean: 'true', DateTime: '"2026-01-01T00:00:00Z"' }[type.name] ?? '"nothing"';
}

function callOf({ kind, field }: { kind: string; field: GraphQLField<unknown, unknown> }): string {
  const required = field.args.filter((argument: GraphQLArgument) => isNonNullType(argument.type));
  const args =
    required.length === 0
      ? ''
      : `(${required.map((argument) => `${argument.name}: ${literal(argument.type)}`).join(', ')})`;
  const named = getNamedType(field.type);
  const selection = isLeafType(named) ? '' : isUnionType(named) ? ' { __typename }' : ' { __typename }';
  return `${kind} { ${field.name}${args}${selection} }`;
}

let service: Service;
const tokens = new Map<string, string>();
beforeAll(async () => {
  service = await openService();
  for (const scope of scopes)
    tokens.set(scope, `Bearer ${(await token(service, { scope })).body['access_token']}`);
});

describe.each(scopes)('with the scope %s', (scope) => {
  it.each(operations)('$kind $field.name is open or FORBIDDEN as the contract says', async (operation) => {
    const { errors } = await service.graphql(callOf(operation), {}, tokens.get(scope));
    const codes = (errors ?? []).map((error) => error.extensions.code);
    const open = (expected[operation.field.name] ?? ['admin']).includes(scope);
    expect(codes.includes('FORBIDDEN'), JSON.stringify(errors)).toBe(!open);
    expect(codes).not.toContain('INTERNAL');
    if (!open) expect(errors?.[0]?.message).toContain(expected[operation.field.name]?.[0] ?? 'admin');
  });
});

describe('with every scope and policy values', () => {
  /** What only administrators may do, except to share a dashboard with the policy values that the token has itself. */
  const administration = ({ name }: { readonly name: string }) => {
    const opening = (expected[name] ?? []).filter((scope) => !/admin$/.test(scope));
    return opening.length === 0 && name !== 'createShareLink';
  };
  let limited: string;
  beforeAll(async () => {
    limited = `Bearer ${(await token(service, { policy_values: '{"tenant":"a"}' })).body['access_token']}`;
  });

  it.each(operations)('$kind $field.name is FORBIDDEN if it is administration', async (operation) => {
    const { errors } = await service.graphql(callOf(operation), {}, limited);
    const refusals = (errors ?? []).filter(({ extensions }) => extensions.code === 'FORBIDDEN');
    if (!administration(operation.field)) return expect(refusals).toEqual([]);
    const needed = expected[operation.field.name] ?? ['admin'];
    expect(refusals.map(({ message }) => message)).toEqual([
      `${operation.kind === 'query' ? 'Query' : 'Mutation'}.${operation.field.name} needs the scope ${needed[0]}, which this token has but cannot use: its policy values limit it to a tenant. Request a token without policy values`,
    ]);
  });

  it('leaves three mutations, so a new one has to be added here if tenants may use it', () => {
    const left = operations.filter(({ kind, field }) => kind === 'mutation' && !administration(field));
    expect(left.map(({ field }) => field.name).sort()).toEqual([
      'createExportJob',
      'createShareLink',
      'deleteExportJob',
    ]);
  });

  it('tells neither what others ask nor how many records there are', async () => {
    const ask = (query: string) => service.graphql(query, {}, limited);
    await service.request('{ counter(input: {metric: {count: {dataPool: {name: "events"}}}}) { value } }');
    expect((await ask('{ queries { nodes { id } } }')).data.queries.nodes).toEqual([]);
    const { errors } = await ask('{ dataPools { nodes { recordCount } } }');
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const metrics = await fetch(`${service.url}/metrics`, { headers: { authorization: limited } });
    expect([metrics.status, await metrics.text()]).toEqual([403, expect.stringContaining('policy values')]);
    const toBucket = await ask(
      `mutation { createExportJob(input: {export: {dataPool: "events", format: CSV}, s3: {dataSource: "x", key: "y"}}) {
        job { id } } }`,
    );
    expect(toBucket.errors?.[0]?.message).toContain('policy values');
  });
});

describe('with a token for one dashboard', () => {
  it.each(operations)('$kind $field.name is FORBIDDEN unless it shows that dashboard', async (operation) => {
    const form = { dashboard: 'DSH01TESTTESTTESTTESTTESTTEST' };
    const { body } = await token(service, form);
    const { errors } = await service.graphql(callOf(operation), {}, `Bearer ${body['access_token']}`);
    const expectedCode = ['dashboard', 'tileAnswer'].includes(operation.field.name)
      ? 'NOT_FOUND'
      : 'FORBIDDEN';
    expect(errors?.map((error) => error.extensions.code)).toEqual([expectedCode]);
  });
});

describe('fields', () => {
  const ask = (query: string, scope: string) => service.graphql(query, {}, tokens.get(scope));

  it("show a Data Pool's name and columns to any query scope, and the rest to admin alone", async () => {
    for (const scope of anyQuery) {
      const { data, errors } = await ask(
        '{ dataPools { nodes { id } } dataPoolByName(uniqueName: "events") { id uniqueName columns { nodes { columnName type } } } }',
        scope,
      );
      expect(errors).toBeUndefined();
      expect(data.dataPoolByName.uniqueName).toBe('events');
    }
    for (const field of [
      'recordCount',
      'sizeInBytes',
      'columnSizes { sizeInBytes }',
      'description',
      'status',
      'accessControlEnabled',
      'createdBy',
      'dataSource { connectionSettings { __typename } }',
      'tableSettings { orderBy }',
      'jobs { nodes { id } }',
    ]) {
      const { errors } = await ask(`{ dataPools { nodes { ${field} } } }`, 'metric:query');
      expect(errors?.[0]?.extensions.code, field).toBe('FORBIDDEN');
    }
  });

  it('show how new records are to the scopes of statistics', async () => {
    for (const scope of anyQuery) {
      const { data, errors } = await ask(
        '{ dataPoolByName(uniqueName: "events") { id freshness { lastEventAt } } }',
        scope,
      );
      if (statistics.includes(scope)) expect(errors).toBeUndefined();
      else expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
      expect(data.dataPoolByName.freshness).toBeNull();
    }
  });

  it("show a Metric's dimensions to any query scope, but not what it is made of", async () => {
    const pool = (await service.graphql('{ dataPools { nodes { id } } }')).data.dataPools.nodes[0].id;
    await service.graphql(
      'mutation ($pool: ID!) { createCountMetric(input: {dataPool: $pool, uniqueName: "all"}) { metric { id } } }',
      { pool },
    );
    expect(
      (await ask('{ metrics { nodes { uniqueName type dimensions { columnName } } } }', 'metric:query'))
        .errors,
    ).toBeUndefined();
    const { errors } = await ask('{ metrics { nodes { settings { __typename } } } }', 'metric:query');
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

describe('an Application that manages Applications', () => {
  it('neither becomes admin nor takes over one that is', async () => {
    const created = await service.graphql(
      'mutation { createApplication(input: {uniqueName: "manager", tier: P1_LARGE, scopes: [APPLICATION_ADMIN]}) { ... on ApplicationResponse { application { id secret } } } }',
    );
    const { id, secret } = created.data.createApplication.application;
    await service.graphql(
      'mutation { modifyApplication(input: {idOrUniqueName: {uniqueName: "default"}, tier: P1_LARGE}) { __typename } }',
    );
    const first = (await service.graphql('{ applicationByName(uniqueName: "default") { id scopes } }')).data
      .applicationByName;
    const narrowed = tokens.get('application:admin');
    const attempts = [
      `modifyApplication(input: {idOrUniqueName: {id: "${id}"}, scopes: [ADMIN, APPLICATION_ADMIN]}) { __typename }`,
      'createApplication(input: {scopes: [ADMIN]}) { __typename }',
      'createApplication(input: {tier: P1_X_LARGE}) { __typename }',
      `modifyApplication(input: {idOrUniqueName: {id: "${first.id}"}, scopes: [METRIC_QUERY]}) { __typename }`,
      `rotateApplicationSecret(id: "${first.id}") { application { secret } }`,
      `deleteApplication(id: "${first.id}", cascade: true)`,
      'deleteApplicationByName(uniqueName: "default", cascade: true)',
    ];
    // Its own credentials, and a token that an Application with every scope asked for with this one alone.
    for (const authorization of [basic(id, secret), narrowed]) {
      for (const attempt of attempts) {
        const { errors } = await service.graphql(`mutation { ${attempt} }`, {}, authorization);
        // The Application with every scope may not be deleted by a token of its own, which is another refusal.
        expect(['FORBIDDEN', 'BAD_REQUEST'], attempt).toContain(errors?.[0]?.extensions.code);
      }
    }
    const { data } = await service.graphql('{ applications { nodes { id scopes } } }');
    expect(data.applications.nodes).toEqual(
      expect.arrayContaining([first, { id, scopes: ['APPLICATION_ADMIN'] }]),
    );
    const helper = await service.graphql(
      'mutation { createApplication(input: {uniqueName: "helper"}) { ... on ApplicationResponse { application { scopes tier } } } }',
      {},
      basic(id, secret),
    );
    expect(helper.errors).toBeUndefined();
    expect(helper.data.createApplication.application).toEqual({
      scopes: ['APPLICATION_ADMIN'],
      tier: 'P1_LARGE',
    });
  });
});

describe('the token of another Environment', () => {
  it('finds nothing of this one, by identifier or by name, and sees none of it in lists', async () => {
    const authorization = await strangerTo(service);
    const own = (
      await service.graphql(
        '{ environment { id } dataSources { nodes { id } } dataPools { nodes { id } } metrics { nodes { id } } applications { nodes { id } } }',
      )
    ).data;
    const [source, pool, metric, application] = [
      own.dataSources,
      own.dataPools,
      own.metrics,
      own.applications,
    ].map((list) => list.nodes[0].id);
    const attempts = [
      `{ environment(id: "${own.environment.id}") { id } }`,
      `{ dataSource(id: "${source}") { id } }`,
      '{ dataSourceByName(uniqueName: "events") { id } }',
      `{ dataPool(id: "${pool}") { id } }`,
      '{ dataPoolByName(uniqueName: "events") { id } }',
      `{ metric(id: "${metric}") { id } }`,
      '{ metricByName(uniqueName: "all") { id } }',
      `{ application(id: "${application}") { id } }`,
      '{ applicationByName(uniqueName: "default") { id } }',
      `{ counter(input: {metric: {id: "${metric}"}}) { value } }`,
      `{ counter(input: {metric: {count: {dataPool: {id: "${pool}"}}}}) { value } }`,
      '{ counter(input: {metric: {count: {dataPool: {name: "events"}}}}) { value } }',
      `mutation { deleteDataSource(id: "${source}", cascade: true) }`,
      `mutation { deleteDataPool(id: "${pool}", cascade: true) }`,
      `mutation { deleteMetric(id: "${metric}") }`,
      `mutation { deleteApplication(id: "${application}") }`,
      `mutation { rotateApplicationSecret(id: "${application}") { application { secret } } }`,
      `mutation { createCountMetric(input: {dataPool: "${pool}"}) { metric { id } } }`,
      `mutation { modifyMetric(input: {metric: "${metric}", description: "x"}) { metric { id } } }`,
      `mutation { retryDataPoolSetup(id: "${pool}") { id } }`,
      `mutation { dismissDataPoolDamage(id: "${pool}") { id } }`,
    ];
    for (const attempt of attempts) {
      const { errors } = await service.graphql(attempt, {}, authorization);
      expect(errors?.[0]?.extensions.code, attempt).toBe('NOT_FOUND');
    }
    const { data } = await service.graphql(
      '{ dataSources { nodes { id } } dataPools { nodes { id } } metrics { nodes { id } } queries { nodes { id } } }',
      {},
      authorization,
    );
    expect(data).toEqual({
      dataSources: { nodes: [] },
      dataPools: { nodes: [] },
      metrics: { nodes: [] },
      queries: { nodes: [] },
    });
    const { data: still } = await service.graphql('{ dataPoolByName(uniqueName: "events") { status } }');
    expect(still.dataPoolByName.status).toBe('LIVE');
  });
});
