import { expect, it } from 'vitest';
import { listedPools } from './shown-pools.js';

const column = (columnName: string) => ({ columnName, type: 'STRING' });
const tables = new Map([
  ['orders', [column('country'), column('price')]],
  ['users', [column('Country'), column('name')]],
]);
const names = (search: string, opened: readonly string[] = []) =>
  listedPools(tables, search, new Set(opened)).pools.map(({ name, columns }) => [
    name,
    columns.map(({ columnName }) => columnName),
  ]);

it('shows the columns of the Data Pools that are open', () => {
  expect(names('', ['users'])).toEqual([
    ['orders', []],
    ['users', ['Country', 'name']],
  ]);
});

it('finds columns, in whichever case, and opens their Data Pools', () => {
  expect(names('COUNTRY')).toEqual([
    ['orders', ['country']],
    ['users', ['Country']],
  ]);
});

it('finds Data Pools by their names, and leaves them closed', () => {
  expect(names('user')).toEqual([['users', []]]);
  expect(names('user', ['users'])).toEqual([['users', ['Country', 'name']]]);
  expect(names('nothing')).toEqual([]);
});

it('is bounded, and says by how much', () => {
  const wide = new Map([['wide', Array.from({ length: 700 }, (_, at) => column(`c${at}`))]]);
  const [pool] = listedPools(wide, '', new Set(['wide'])).pools;
  expect([pool?.columns.length, pool?.columnsLeftOut]).toEqual([500, 200]);
  const many = new Map(Array.from({ length: 250 }, (_, at) => [`pool ${at}`, [column('c')]]));
  expect(listedPools(many, '', new Set()).poolsLeftOut).toBe(50);
});
