/** Data Pools that have grown are rebuilt by the service itself, unless it is told not to. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Service, startService, token } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook } from '../support/webhook.js';

const records = 500_000;
const longerThanALookMs = 2_000;
const csv = `at,country,customer\n${Array.from(
  { length: records },
  (_, n) => `2026-01-01T00:00:00Z,country ${n % 20},${n}\n`,
).join('')}`;

const jobsOf = async (service: Service, uniqueName: string) => {
  const { dataPoolByName } = await service.request<{
    dataPoolByName: { jobs: { nodes: { __typename: string; status: string }[] } };
  }>(
    'query ($uniqueName: String!) { dataPoolByName(uniqueName: $uniqueName) { jobs { nodes { __typename status } } } }',
    { uniqueName },
  );
  return dataPoolByName.jobs.nodes;
};

it('gives a Data Pool of 500,000 records its dictionaries, and not where it is turned off', async () => {
  let service = await startService({ env: { WEIR_AUTO_REBUILD: 'false' } });
  try {
    const columns = [
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'country', type: 'STRING' },
      { name: 'customer', type: 'STRING' },
    ];
    const uniqueName = 'orders';
    const { table } = await createWebhook(service, columns, { timestamp: 'at' }, { uniqueName });
    const { body } = await token(service, { scope: 'data_pool:load' });
    const loaded = await fetch(`${service.url}/v1/load/${uniqueName}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body['access_token']}`, 'content-type': 'text/csv' },
      body: csv,
    });
    expect(await loaded.json()).toMatchObject({ rows: records });
    const load = { __typename: 'LoadJob', status: 'SUCCEEDED' };
    const rebuild = { __typename: 'RebuildDataPoolJob', status: 'SUCCEEDED' };
    const restart = async (env: Record<string, string>) => {
      const { directory } = service;
      await service.stop();
      service = await startService({ directory, env });
    };
    await restart({ WEIR_AUTO_REBUILD: 'false' });
    await delay(longerThanALookMs);
    expect(await jobsOf(service, uniqueName)).toEqual([load]);
    await restart({});
    await expect.poll(() => jobsOf(service, uniqueName)).toEqual([rebuild, load]);
    const types = `SELECT name, type FROM system.columns WHERE concat('\`', database, '\`.\`', table, '\`') = {table:String} AND name IN ('country', 'customer')`;
    expect(await stored(service, types, { table })).toEqual([
      ['country', 'LowCardinality(Nullable(String))'],
      ['customer', 'Nullable(String)'],
    ]);
    expect(await stored(service, `SELECT count(), uniqExact(customer) FROM ${table}`)).toEqual([
      [String(records), String(records)],
    ]);
  } finally {
    await service.discard();
  }
});
