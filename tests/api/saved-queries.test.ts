/** Saved queries as administrators manage them and as others read them, over GraphQL. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphqlAnswer, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { strangerTo } from '../support/stranger.js';

let service: Service;
const scoped = new Map<string, string>();

beforeAll(async () => {
  service = await openService();
  for (const scope of ['admin', 'metric:query', 'data_pool:query'])
    scoped.set(scope, `Bearer ${(await token(service, { scope })).body['access_token']}`);
});

const fields = 'id uniqueName description sql dialect environment { uniqueName } createdBy modifiedBy';

let names = 0;
const create = (input: object, as?: string): Promise<GraphqlAnswer> =>
  service.graphql(
    `mutation ($input: CreateSavedQueryInput!) { createSavedQuery(input: $input) { savedQuery { ${fields} } } }`,
    { input: { uniqueName: `query ${++names}`, sql: 'SELECT 1', ...input } },
    as,
  );
const modify = (input: object, as?: string): Promise<GraphqlAnswer> =>
  service.graphql(
    `mutation ($input: ModifySavedQueryInput!) { modifySavedQuery(input: $input) { savedQuery { ${fields} } } }`,
    { input },
    as,
  );
const remove = (id: string, as?: string): Promise<GraphqlAnswer> =>
  service.graphql('mutation ($id: ID!) { deleteSavedQuery(id: $id) }', { id }, as);
const read = (id: string, as?: string): Promise<GraphqlAnswer> =>
  service.graphql(`query ($id: ID!) { savedQuery(id: $id) { ${fields} } }`, { id }, as);

async function created(input: object) {
  const { data, errors } = await create(input);
  expect(errors).toBeUndefined();
  return data.createSavedQuery.savedQuery;
}

describe('a saved query', () => {
  it('keeps its text exactly, also one that no Data Pool fits yet', async () => {
    const sql = "-- été 🌊\nSELECT *\n\tFROM later WHERE name = 'O''Brien'  ";
    const saved = await created({ description: 'of the shop', sql, dialect: 'CLICKHOUSE' });
    expect(saved.id).toMatch(/^SQY[0-9A-Z]{26}$/);
    expect(saved).toMatchObject({ description: 'of the shop', sql, dialect: 'COLUMNSTORE' });
    expect((await read(saved.id)).data.savedQuery).toEqual(saved);
    const byName = await service.graphql(
      `query ($name: String!) { savedQueryByName(uniqueName: $name) { ${fields} } }`,
      { name: saved.uniqueName },
    );
    expect(byName.data.savedQueryByName).toEqual(saved);
  });

  it('changes only what is given, and its dialect with its statement', async () => {
    const before = await created({ description: 'old', sql: 'SELECT 1', dialect: 'POSTGRESQL' });
    const { id } = before;
    const renamed = await modify({ id, uniqueName: 'renamed' });
    expect(renamed.data.modifySavedQuery.savedQuery).toEqual({ ...before, uniqueName: 'renamed' });
    const changed = await modify({ id, sql: 'SELECT 2' });
    expect(changed.data.modifySavedQuery.savedQuery).toMatchObject({ sql: 'SELECT 2', dialect: null });
    expect((await modify({ id, dialect: 'POSTGRESQL' })).errors?.[0]?.message).toBe(
      'dialect: it belongs to a statement; give sql, too',
    );
    expect((await read(id)).data.savedQuery).toEqual(changed.data.modifySavedQuery.savedQuery);
  });

  it('has a name that no other one has', async () => {
    const { id, uniqueName } = await created({});
    const other = await created({});
    const taken = { message: `Saved query with unique name "${uniqueName}" already exists` };
    expect((await create({ uniqueName })).errors).toMatchObject([
      { ...taken, extensions: { code: 'CONFLICT' } },
    ]);
    expect((await modify({ id: other.id, uniqueName })).errors).toMatchObject([taken]);
    expect((await modify({ id, uniqueName })).errors).toBeUndefined();
  });

  it('is deleted, and then not found', async () => {
    const { id } = await created({});
    expect((await remove(id)).data.deleteSavedQuery).toBe(id);
    const gone = [{ message: `Saved query ${id} not found`, extensions: { code: 'NOT_FOUND' } }];
    expect((await remove(id)).errors).toMatchObject(gone);
    expect((await read(id)).errors).toMatchObject(gone);
    expect((await modify({ id, description: 'x' })).errors).toMatchObject(gone);
  });

  it('is listed in pages, newest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.unshift((await created({})).id);
    const list =
      'query ($after: String) { savedQueries(first: 2, after: $after) { edges { cursor node { id } } } }';
    const page = async (after?: string) =>
      (await service.graphql(list, { after })).data.savedQueries.edges as {
        cursor: string;
        node: { id: string };
      }[];
    const first = await page();
    const second = await page(first.at(-1)?.cursor);
    expect([...first, ...second].slice(0, 3).map(({ node }) => node.id)).toEqual(made);
  });

  it.each([
    ['nothing', ' \n', 'sql is empty'],
    ['a text that is too long to run', 'x'.repeat(65_537), 'sql is 65537 characters long; at most 65536'],
    ['a control character', 'SELECT \u0000', 'control character'],
  ])('refuses %s, when it is created and when it is changed', async (_what, sql, message) => {
    const saved = await created({});
    for (const { errors } of [await create({ sql }), await modify({ id: saved.id, sql })])
      expect(errors).toMatchObject([
        { message: expect.stringContaining(message), extensions: { code: 'BAD_REQUEST' } },
      ]);
    expect((await read(saved.id)).data.savedQuery).toEqual(saved);
  });
});

describe('another caller', () => {
  it('reads with the scope that runs SQL, and changes nothing', async () => {
    const saved = await created({ sql: 'SELECT 42' });
    const reader = scoped.get('data_pool:query');
    expect((await read(saved.id, reader)).data.savedQuery).toEqual(saved);
    const forbidden = [{ extensions: { code: 'FORBIDDEN' } }];
    expect((await create({}, reader)).errors).toMatchObject(forbidden);
    expect((await modify({ id: saved.id, sql: 'SELECT 2' }, reader)).errors).toMatchObject(forbidden);
    expect((await remove(saved.id, reader)).errors).toMatchObject(forbidden);
    // A caller who could not run the statement does not see it.
    expect((await read(saved.id, scoped.get('metric:query'))).errors).toMatchObject(forbidden);
    expect((await read(saved.id)).data.savedQuery).toEqual(saved);
  });

  it('of another Environment finds nothing', async () => {
    const { id, uniqueName } = await created({});
    const stranger = await strangerTo(service);
    const gone = [{ extensions: { code: 'NOT_FOUND' } }];
    expect((await read(id, stranger)).errors).toMatchObject(gone);
    expect((await modify({ id, description: 'x' }, stranger)).errors).toMatchObject(gone);
    expect((await remove(id, stranger)).errors).toMatchObject(gone);
    const byName = `{ savedQueryByName(uniqueName: "${uniqueName}") { id } }`;
    expect((await service.graphql(byName, {}, stranger)).errors).toMatchObject(gone);
    const { data } = await service.graphql('{ savedQueries { nodes { id } } }', {}, stranger);
    expect(data.savedQueries.nodes).toEqual([]);
    // Names belong to an Environment.
    expect((await create({ uniqueName }, stranger)).errors).toBeUndefined();
  });
});
