import { beforeAll, expect, test } from 'vitest';
import { type EmbeddedEngine, sharedEngine } from '../../../tests/support/engines.js';
import { badRequest, unavailable } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { createLog } from '../base/log.js';
import type { WebhookDataSource } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import type { AnsweredRequest } from './answered-request.js';
import { RecentRefusals } from './recent-refusals.js';

let embedded: EmbeddedEngine;
let isDown = false;
/** The same engine, which a test can make unavailable for inserts. */
let engine: Engine;

beforeAll(async () => {
  embedded = await sharedEngine();
  engine = Object.assign(Object.create(embedded.engine) as Engine, {
    command: (...call: Parameters<Engine['command']>) => embedded.engine.command(...call),
    query: (...call: Parameters<Engine['query']>) => embedded.engine.query(...call),
    insert: async (...call: Parameters<Engine['insert']>) => {
      if (isDown) throw unavailable('The engine is down');
      await embedded.engine.insert(...call);
    },
  });
});

async function node(): Promise<RecentRefusals> {
  const refusals = new RecentRefusals({ engine, log: createLog('silent'), cluster: undefined });
  await refusals.open();
  return refusals;
}

const request = (dataSourceId: string, body: string, more: Partial<AnsweredRequest> = {}) =>
  ({
    receiptId: newId('receipt'),
    dataSource: { id: dataSourceId, settings: { basicAuth: null } } as WebhookDataSource,
    receivedAtMs: Date.now(),
    durationMs: 1,
    dataPoolId: 'DPO1',
    verification: 'NONE',
    body: Buffer.from(body),
    status: 400,
    reason: 'other',
    error: badRequest('It is wrong'),
    ...more,
  }) satisfies AnsweredRequest;

const samples = async (refusals: RecentRefusals, dataSourceId: string) =>
  (await refusals.list(dataSourceId, 30)).map(({ sample }) => sample);

test('the refusals of several nodes are listed together, newest first', async () => {
  const [one, two] = [await node(), await node()];
  one.record(request('DSO1', 'first, of one'));
  two.record(request('DSO1', 'second, of two'));
  one.record(request('DSO1', 'third, of one'));
  one.record(request('DSO2', 'of another Data Source'));
  await one.close();
  expect(await samples(two, 'DSO1')).toEqual(['third, of one', 'second, of two', 'first, of one']);
  await two.close();
});

test('refusals that could not be written are written later, unless newer ones took their slots', async () => {
  const refusals = await node();
  isDown = true;
  for (let sent = 0; sent < 20; sent++) refusals.record(request('DSO3', `before ${sent}`));
  expect(await samples(refusals, 'DSO3')).toEqual([]);
  for (let sent = 0; sent < 20; sent++) refusals.record(request('DSO3', `after ${sent}`));
  isDown = false;
  const listed = await samples(refusals, 'DSO3');
  expect(listed).toHaveLength(25);
  expect(listed.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => `after ${19 - index}`));
  expect(listed.slice(20)).toEqual([19, 18, 17, 16, 15].map((sent) => `before ${sent}`));
  await refusals.close();
});

test.each([429, 500, 503])('a %i says nothing about the request and is not kept', async (status) => {
  const refusals = await node();
  refusals.record(request(`DSO${status}`, 'fine', { status, error: unavailable('Busy') }));
  expect(await samples(refusals, `DSO${status}`)).toEqual([]);
  await refusals.close();
});

test('an unexpected error is not described', async () => {
  const refusals = await node();
  refusals.record(request('DSO4', 'x', { status: 400, error: new Error('an internal detail') }));
  expect(await refusals.list('DSO4', 30)).toMatchObject([{ errors: [], sample: 'x' }]);
  await refusals.close();
});
