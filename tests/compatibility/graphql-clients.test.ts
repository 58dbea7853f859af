/** GraphQL clients, unmodified, against the running service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClientRequest,
  graphqlClientRequests,
  recordedDocument,
  recordedVariables,
} from '../support/graphql-client-requests.js';
import { type OwnService, startService, token } from '../support/service.js';
import { type GraphqlClient, graphqlClients } from './graphql-clients.js';

let service: OwnService;
let bearer = '';
beforeAll(async () => {
  service = await startService();
  bearer = `Bearer ${(await token(service)).body['access_token']}`;
});
afterAll(async () => await service.discard());

/** Whether each request was sent by GET, and as a batch. */
interface SentRequest {
  readonly method: string;
  readonly isBatch: boolean;
  readonly request: Request;
}

/** In the form in which requests are recorded. */
async function recordOf(request: Request): Promise<ClientRequest> {
  const { authorization: _, ...headers } = Object.fromEntries(request.headers);
  return request.method === 'GET'
    ? { headers, parameters: Object.fromEntries(new URL(request.url).searchParams) }
    : { headers, body: await request.json() };
}

describe.each(Object.entries(graphqlClients))('%s', (name, create) => {
  const sent: SentRequest[] = [];
  const connect = (authorization = bearer): GraphqlClient =>
    create({
      uri: `${service.url}/graphql`,
      headers: { authorization },
      fetch: (url, init = {}) => {
        sent.push({
          method: init.method ?? 'GET',
          isBatch: String(init.body).startsWith('['),
          request: new Request(url, init),
        });
        return fetch(url, init);
      },
    });
  const uniqueName = `by_${name.replaceAll(/\W+/g, '_').toLowerCase()}`;

  it('queries, with variables', async () => {
    const client = connect();
    expect(await client.query(recordedDocument, recordedVariables)).toMatchObject({
      counter: { value: '0' },
    });
    expect(sent.some(({ method }) => method === 'GET')).toBe(/GET|urql 5/.test(name));
    expect(await recordOf(sent.at(-1)!.request)).toEqual(graphqlClientRequests[name]);
  });

  it('mutates', async () => {
    const document = `mutation create($name: String!) {
      createWebhookDataSource(input: { uniqueName: $name, connectionSettings: { columns: [] } }) {
        dataSource { uniqueName } } }`;
    expect(await connect().mutate(document, { name: uniqueName })).toMatchObject({
      createWebhookDataSource: { dataSource: { uniqueName } },
    });
  });

  it('queries several things at once', async () => {
    const client = connect();
    const names = ['Metric', 'DataPool', 'DataSource'];
    const answers = await Promise.all(
      names.map((type) =>
        client.query('query type($type: String!) { __type(name: $type) { name } }', { type }),
      ),
    );
    expect(answers).toMatchObject(names.map((type) => ({ __type: { name: type } })));
    expect(sent.some(({ isBatch }) => isBatch)).toBe(name.includes('batches'));
  });

  it.each([
    ['a field that does not exist', 'query wrong { nothing }', 'Cannot query field "nothing"'],
    ['a missing variable', 'query wrong($a: String!) { __type(name: $a) { name } }', '"$a" of required type'],
    ['a failed field', 'query wrong { metric(id: "MET0") { id } }', 'Metric MET0 not found'],
  ])('shows the message about %s', async (_problem, document, message) => {
    await expect(connect().query(document)).rejects.toThrow(message);
  });

  it('fails with a wrong token', async () => {
    await expect(connect('Bearer wrong').query('query me { environment { id } }')).rejects.toThrow(
      /access token is not valid|401/,
    );
  });
});
