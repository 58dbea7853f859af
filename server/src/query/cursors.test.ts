import { expect, it } from 'vitest';
import type { Principal } from '../base/principal.js';
import { Cursors } from './cursors.js';

const principal: Principal = {
  environmentId: 'ENV1',
  applicationId: 'APP1',
  scopes: new Set(['admin']),
  tier: 'P1_X_LARGE',
  policyValues: { tenant: 'a' },
};
const position = [{ type: 'String', text: 'x' }];
const cursorsOf = (changes: Partial<Principal> = {}, query: readonly unknown[] = ['q'], secret = 'secret') =>
  new Cursors(secret, { operation: 'dataGrid', principal: { ...principal, ...changes }, query });

it('takes a cursor of the same query, Application and policy values', () => {
  const cursor = cursorsOf().write(position);
  expect(cursorsOf({ scopes: new Set(), tier: 'P1_SMALL' }).read('after', cursor)).toEqual(position);
});

it.each([
  ['Application', cursorsOf({ applicationId: 'APP2' })],
  ['Environment', cursorsOf({ environmentId: 'ENV2' })],
  ['tenant', cursorsOf({ policyValues: { tenant: 'b' } })],
  ['token without policy values', cursorsOf({ policyValues: {} })],
  ['query', cursorsOf({}, ['r'])],
  ['service', cursorsOf({}, ['q'], 'other')],
])('refuses a cursor of another %s', (_, other) => {
  expect(() => cursorsOf().read('after', other.write(position))).toThrow('does not belong to this query');
});
