/** GraphQL over HTTP. The audits of `graphql-http` are in tests/compatibility. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  introspectionFromSchema,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlClientRequests } from '../support/graphql-client-requests.js';
import { type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});

const json = 'application/json; charset=utf-8';
const graphqlResponse = 'application/graphql-response+json; charset=utf-8';
const question = '{ environment { weekStart } }';
const answer = { data: { environment: { weekStart: 'MONDAY' } } };

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** POST with a body, otherwise GET. */
async function send({ headers = {}, body, parameters = {} }: Sent) {
  const response = await fetch(`${service.url}/graphql?${new URLSearchParams(parameters)}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: service.authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

describe('the requests of GraphQL clients', () => {
  it.each(Object.entries(graphqlClientRequests))('%s', async (_client, request) => {
    const { status, body } = await send(request);
    const [{ data, errors }] = Array.isArray(body) ? body : [body];
    expect([status, errors]).toEqual([200, undefined]);
    expect(data.counter.value).toBe('0');
  });
});

/** With both media types: `application/json` has 200 for what is wrong in the document. */
describe.each([
  ['application/json', 200],
  ['application/graphql-response+json', 400],
])('a request that accepts %s', (accept, documentStatus) => {
  const ofEveryKind = [{ obj: 'ect' }, 'string', 0, false, ['array']];
  const isMap = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
  const wrong: [string, unknown[]][] = [
    ['query', ofEveryKind.filter((value) => typeof value !== 'string')],
    ['operationName', ofEveryKind.filter((value) => typeof value !== 'string')],
    ['variables', ofEveryKind.filter((value) => !isMap(value))],
    ['extensions', ofEveryKind.filter((value) => !isMap(value))],
  ];

  it.each(wrong)('is refused with another type of %s', async (parameter, values) => {
    for (const value of values) {
      const { status, body } = await send({
        body: { query: question, [parameter]: value },
        headers: { accept },
      });
      expect([status, body.errors[0].extensions.code], JSON.stringify(value)).toEqual([400, 'BAD_REQUEST']);
      expect(body).not.toHaveProperty('data');
    }
  });

  it('may have null and right types, in a body with or without a charset', async () => {
    const query = 'query a { environment { weekStart } }';
    for (const given of [
      { operationName: null, variables: null, extensions: null },
      { operationName: 'a', variables: { a: 1 }, extensions: { a: 1 } },
    ])
      for (const type of ['application/json', 'application/json; charset=utf-8'])
        expect(
          await send({ body: { query, ...given }, headers: { accept, 'content-type': type } }),
        ).toMatchObject({ status: 200, body: answer });
  });

  it('is refused without a document, JSON or its content type', async () => {
    const statusOf = async (text: string, type = 'application/json') =>
      (await send({ body: Buffer.from(text), headers: { accept, 'content-type': type } })).status;
    expect(await statusOf('{}')).toBe(400);
    expect(await statusOf('{ "not a JSON')).toBe(400);
    expect(await statusOf('')).toBe(400);
    expect(await statusOf(JSON.stringify({ query: question }), 'text/plain')).toBe(415);
  });

  it.each([
    ['no GraphQL', { query: '{' }],
    ['an invalid document', { query: '{ nothing }' }],
    ['variables of other types', { query: 'query ($id: ID!) { __type(name: $id) { name } }' }],
  ])(`has the status ${documentStatus} and no data for %s`, async (_what, body) => {
    const refused = await send({ body, headers: { accept } });
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([documentStatus, 'BAD_REQUEST']);
    expect(refused.body).not.toHaveProperty('data');
  });
});

it.each(['POST', 'GET'])('tools read the whole schema by %s, with a token', async (method) => {
  const { body: granted } = await token(service, { scope: 'metric:query' });
  const headers = { authorization: `Bearer ${granted['access_token']}` };
  const query = getIntrospectionQuery({ inputValueDeprecation: true, descriptions: false });
  const { body } = await send({
    headers,
    ...(method === 'GET' ? { parameters: { query } } : { body: { query } }),
  });
  const printed = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));
  const expected = introspectionFromSchema(buildSchema(readFileSync('schema.graphql', 'utf8')), {
    descriptions: false,
  });
  expect(printed(buildClientSchema(body.data))).toBe(printed(buildClientSchema(expected)));
});

describe('the media type and the status', () => {
  it.each([
    ['nothing', undefined, json],
    ['JSON', 'application/json', json],
    ['the media type of the specification', 'application/graphql-response+json', graphqlResponse],
    [
      'both, as Apollo Client does',
      'application/graphql-response+json,application/json;q=0.9',
      graphqlResponse,
    ],
    ['both, the other one preferred', 'application/graphql-response+json;q=0.8, application/json', json],
    ['both, with a charset', 'application/graphql-response+json; charset=utf-8, */*;q=0.1', graphqlResponse],
    ['neither', 'image/png', json],
    ['a page, but by POST', 'text/html', json],
    ['thousands of types', `${'a/b,'.repeat(3000)}application/graphql-response+json`, json],
  ])('follow Accept: %s', async (_name, accept, expected) => {
    const { status, headers, body } = await send({
      body: { query: question },
      headers: accept === undefined ? {} : { accept },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(expected);
    expect(body).toEqual(answer);
  });

  it('of a field that fails is 200, with the data of the others', async () => {
    const query = '{ environment { weekStart } metricByName(uniqueName: "nothing") { id } }';
    const { status, body } = await send({
      body: { query },
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(status).toBe(200);
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('of a document over a limit is 400, without data', async () => {
    const query = `{ ${'a '.repeat(7_000)} }`;
    const { status, body } = await send({
      body: { query },
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('data');
  });
});

describe('GET', () => {
  it('runs a query with variables, and is never cached', async () => {
    const query = 'query type($name: String!) { __type(name: $name) { name } } query other { __typename }';
    const { status, headers, body } = await send({
      parameters: { query, operationName: 'type', variables: '{"name":"Metric"}', extensions: '{}' },
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ data: { __type: { name: 'Metric' } } });
  });

  it('refuses mutations with 405 and Allow, whatever the media type', async () => {
    const query = 'mutation { deleteMetricByName(uniqueName: "orders") }';
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, headers, body } = await send({ parameters: { query }, headers: { accept } });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST');
      expect(body.errors[0].message).toBe('GET runs only queries; send mutations with POST');
    }
  });

  it('refuses a mutation among queries only when it is the one to run', async () => {
    const query = `query a ${question} mutation b { deleteMetricByName(uniqueName: "orders") }`;
    expect((await send({ parameters: { query, operationName: 'a' } })).body).toEqual(answer);
    expect((await send({ parameters: { query, operationName: 'b' } })).status).toBe(405);
  });

  it.each([
    ['no query', { operationName: 'a' }, 'query must be a string'],
    ['variables that are not JSON', { query: question, variables: '{' }, 'variables is not valid JSON'],
    ['variables that are no object', { query: question, variables: '[]' }, 'variables must be an object'],
    [
      'variables that change a prototype',
      { query: question, variables: '{"__proto__":1}' },
      'not valid JSON',
    ],
    ['deep variables', { query: question, variables: '['.repeat(100) }, 'nested more than 64 levels'],
  ])('refuses %s', async (_name, parameters: Record<string, string>, message) => {
    const { status, body } = await send({ parameters });
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(message);
  });

  it('holds documents to the limits of POST', async () => {
    const query = `{ ${Array.from({ length: 60 }, (_, index) => `f${index}: environment { id }`).join(' ')} }`;
    const [byGet, byPost] = [await send({ parameters: { query } }), await send({ body: { query } })];
    expect(byGet.body).toEqual(byPost.body);
    expect(byGet.body.errors[0].message).toContain('more than 50 fields at its root');
  });

  it('needs credentials in a header, so a link or an image on another page can run nothing', async () => {
    const { status } = await send({ parameters: { query: question }, headers: { authorization: '' } });
    expect(status).toBe(401);
  });

  it('shows GraphiQL to a browser, without credentials and with assets of this service only', async () => {
    const response = await fetch(`${service.url}/graphql?query=${encodeURIComponent(question)}`, {
      headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toMatch(/(src|href)="https?:/);
  });
});

describe('a batch', () => {
  it('is answered as a list, in order, each operation for itself', async () => {
    const operations = [
      { query: question },
      { query: '{' },
      { query: 'query ($name: String!) { __type(name: $name) { name } }', variables: { name: 'Metric' } },
      { query: 'query ($name: String!) { __type(name: $name) { name } }' },
      'no object',
      { query: '{ metricByName(uniqueName: "nothing") { id } }' },
    ];
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, body } = await send({ body: operations, headers: { accept } });
      expect(status).toBe(200);
      expect(body).toHaveLength(operations.length);
      expect(body[0]).toEqual(answer);
      expect(body[2]).toEqual({ data: { __type: { name: 'Metric' } } });
      for (const failed of [1, 3, 4]) {
        expect(body[failed]).not.toHaveProperty('data');
        expect(body[failed].errors[0].extensions.code).toBe('BAD_REQUEST');
      }
      expect(body[5].errors[0].extensions.code).toBe('NOT_FOUND');
    }
  });

  it('may change things', async () => {
    const mutation = (name: string) => ({
      query: `mutation { createWebhookDataSource(input: { uniqueName: "${name}", connectionSettings: { columns: [] } }) { dataSource { uniqueName } } }`,
    });
    const { body } = await send({ body: [mutation('batched_a'), mutation('batched_b')] });
    const created = (uniqueName: string) => ({
      data: { createWebhookDataSource: { dataSource: { uniqueName } } },
    });
    expect(body).toEqual([created('batched_a'), created('batched_b')]);
  });

  it.each([0, 21, 1_000])('of %s operations is refused', async (count) => {
    const { status, body } = await send({ body: Array(count).fill({ query: question }) });
    expect(status).toBe(400);
    expect(body.errors[0].message).toBe(`A batch must have 1 to 20 operations; this one has ${count}`);
  });

  it('of 20 operations is answered', async () => {
    const { body } = await send({ body: Array(20).fill({ query: question }) });
    expect(body).toEqual(Array(20).fill(answer));
  });

  it('shares the limits of one answer', async () => {
    // Each result has a fifth of the cells that one request may return.
    const columns = Array.from({ length: 8 }, (_, index) => `number AS n${index}`);
    const sql = `SELECT ${columns.join(', ')} FROM numbers(100000)`;
    const operation = {
      query: `query ($sql: String!) { sqlV1(input: { query: $sql, dialect: COLUMNSTORE }) { rows } }`,
      variables: { sql },
    };
    const { body } = await send({ body: Array(6).fill(operation) });
    const failures = body.flatMap(({ errors = [] }: { errors?: { message: string }[] }) => errors);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThan(6);
    expect(failures[0].message).toContain('the limit for one request');
  });
});

describe('a persisted query', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'ab'.repeat(32) } };
  const refusal = {
    errors: [
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ],
  };

  it('without its text is refused in the way that makes clients send it', async () => {
    expect((await send({ body: { extensions } })).body).toEqual(refusal);
    expect((await send({ body: [{ extensions }, { query: question }] })).body).toEqual([refusal, answer]);
    const parameters = { extensions: JSON.stringify(extensions) };
    expect((await send({ parameters })).body).toEqual(refusal);
  });

  it('with its text runs', async () => {
    expect((await send({ body: { query: question, extensions } })).body).toEqual(answer);
  });
});

it.each(['gzip', 'x-gzip'])('a body compressed with %s is read', async (encoding) => {
  const body = gzipSync(JSON.stringify({ query: question }));
  expect((await send({ body, headers: { 'content-encoding': encoding } })).body).toEqual(answer);
});

describe('CORS', () => {
  const origin = 'https://dashboards.example';

  it.each([
    [
      'Apollo Client',
      'POST',
      'apollographql-client-name,apollographql-client-version,authorization,content-type',
    ],
    ['Apollo Client, against CSRF', 'GET', 'apollo-require-preflight,authorization,x-apollo-operation-name'],
    ['urql', 'GET', 'authorization'],
    ['others', 'POST', 'authorization,content-type,x-graphql-client-name,x-graphql-operation-name'],
  ])('lets a page send the headers of %s', async (_client, method, headers) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(response.headers.get('access-control-allow-headers')).toBe(headers);
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it.each(['/v1/t', '/v1/b'])("lets a page send by Segment's SDK to %s", async (path) => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const asked = { ...headers, 'access-control-request-headers': 'authorization' };
    const response = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers: asked });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization');
  });

  it('lets a page read answers, without cookies', async () => {
    const { headers } = await send({ parameters: { query: question }, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  });
});

describe('every response', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', `/graphql?query=${encodeURIComponent(question)}`, 200],
    ['POST', '/graphql', 415],
    ['GET', '/healthz', 200],
    ['POST', '/v1/WHKnone', 404],
    ['GET', '/v1/exports/none', 400],
    ['GET', '/nothing', 404],
    ['GET', '/assets/nothing.js', 404],
  ])('keeps a browser from guessing its media type: %s %s', async (method, path, status) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: service.authorization },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });
});
