/** An error about one field of the input says which, so that a form can show it there. */
import { beforeAll, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook } from '../support/webhook.js';

let service: Service;
let dataPool: string;

beforeAll(async () => {
  service = await openService();
  dataPool = (await createWebhook(service, [{ name: 'n', type: 'INT64' }])).dataPoolId;
  const created = await createMetric({ uniqueName: 'taken' });
  expect(created.errors).toBeUndefined();
});

const createMetric = (input: object) =>
  service.graphql(
    'mutation ($input: CreateCountMetricInput!) { createCountMetric(input: $input) { metric { id } } }',
    { input: { dataPool, ...input } },
  );

it.each([
  [{ uniqueName: 'taken' }, 'CONFLICT', 'uniqueName'],
  [{ uniqueName: ' ' }, 'BAD_REQUEST', 'uniqueName'],
  [{ filterSql: 'n = ' }, 'BAD_REQUEST', 'filterSql'],
  [{ format: { style: 'CURRENCY' } }, 'BAD_REQUEST', 'format.currency'],
])('%o is %s, with the field %s', async (input, code, field) => {
  expect((await createMetric(input)).errors).toMatchObject([{ extensions: { code, field } }]);
});

it.each([
  [
    'rowLimit',
    'leaderboard',
    '{ metric: { count: { dataPool: { id: $id } } }, dimensions: [], rowLimit: 0 }',
  ],
  ['maxValues', 'topValues', '{ dataPool: { id: $id }, columnName: "n", maxValues: 9999 }'],
  ['orderByColumn', 'dataGrid', '{ dataPool: { id: $id }, columns: ["n"], orderByColumn: 2 }'],
  ['first', 'dataGrid', '{ dataPool: { id: $id }, columns: ["n"], first: 0 }'],
])('%s of %s out of its range is named', async (field, operation, input) => {
  const text = `query ($id: ID!) { ${operation}(input: ${input}) { query { id } } }`;
  expect((await service.graphql(text, { id: dataPool })).errors).toMatchObject([
    {
      message: expect.stringMatching(`^${field} must be from 1 to \\d+, but is \\d+$`),
      extensions: { code: 'BAD_REQUEST', field },
    },
  ]);
});

it('is also in a failure that is an answer', async () => {
  const { data } = await service.graphql(
    `mutation ($input: createApplicationInput!) {
      createApplication(input: $input) { ... on FailureResponse { error { code field } } }
    }`,
    { input: { uniqueName: 'x'.repeat(300), scopes: ['ADMIN'] } },
  );
  expect(data?.createApplication).toEqual({ error: { code: 'BAD_REQUEST', field: 'uniqueName' } });
});
