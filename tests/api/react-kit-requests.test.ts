/** The recorded requests of the React kit, as a page sends them. The kit itself is in tests/compatibility. */
import { beforeAll, expect, it } from 'vitest';
import { type KitRequest, kitOperations, kitRequest, seedKitOrders } from '../support/react-kit.js';
import { type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
let dataPoolId = '';
let authorization = '';
beforeAll(async () => {
  service = await openService();
  dataPoolId = await seedKitOrders(service);
  const { body } = await token(service, { scope: 'metric:query metric:stats data_pool:query' });
  authorization = `Bearer ${body['access_token']}`;
});

const ask = async ({ query, variables }: KitRequest) => {
  const { data, errors } = await service.graphql(query, variables, authorization);
  expect(errors).toBeUndefined();
  return data;
};

it.each(kitOperations('').map(([what], index) => [what, index] as const))('%s', async (_what, index) => {
  const [, request, answer] = kitOperations(dataPoolId)[index]!;
  expect(await ask(request)).toMatchObject(answer);
});

it('the pages of a grid, with both page sizes, forward and back', async () => {
  const input = {
    columns: ['id'],
    dataPool: { name: 'orders' },
    timeRange: { relative: 'LAST_N_DAYS', n: 30 },
    orderByColumn: 1,
    sort: 'ASC',
  };
  const page = async (of: object) => {
    const { dataGrid } = await ask(kitRequest('dataGrid', { ...input, ...of }));
    return { ...dataGrid.pageInfo, ids: dataGrid.rows.flat() };
  };
  const first = await page({ first: 2, last: 50 });
  const second = await page({ first: 2, last: 50, after: first.endCursor });
  const last = await page({ first: 2, last: 50, after: second.endCursor });
  const back = await page({ first: 50, last: 2, before: last.startCursor });
  expect([first, second, last, back].map(({ ids }) => ids)).toEqual([
    ['o1', 'o2'],
    ['o3', 'o4'],
    ['o5'],
    ['o3', 'o4'],
  ]);
  expect([last.hasNextPage, back.hasPreviousPage]).toEqual([false, true]);
});
