import {
  counterQuery,
  createWebhookDataSourceMutation,
  createWeirClient,
  dataGridQuery,
  dataPoolColumnSizesQuery,
  deleteDataSourceMutation,
  type WeirClient,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { storeByColumn } from '../support/stored.js';

let service: Service;
let client: WeirClient;

beforeAll(async () => {
  service = await openService();
  const { url, clientId, clientSecret } = service;
  client = createWeirClient({ url, credentials: { clientId, clientSecret } });
});

/** Of the settings of a Data Source, which differ by its kind. */
function webhookUrlOf(settings: object | undefined): string {
  return settings && 'webhookUrl' in settings ? String(settings.webhookUrl) : '';
}

describe('the client on a real service', () => {
  it('exports files under the names that the service gives them', async () => {
    const { createWebhookDataSource } = await client.request(createWebhookDataSourceMutation, {
      input: {
        uniqueName: 'größen',
        connectionSettings: { columns: [{ name: 'n', type: 'INT64', jsonProperty: 'n' }] },
      },
    });
    const webhookUrl = webhookUrlOf(createWebhookDataSource?.dataSource.connectionSettings);
    await client.sendEvents(webhookUrl, [{ n: 1 }, { n: 2 }]);
    const file = await client.exportFile({
      dataGrid: { dataPool: { name: 'größen' }, columns: ['n'], orderByColumn: 1, sort: 'ASC' },
      format: 'csv',
    });
    expect(file).toMatchObject({
      fileName: 'größen.csv',
      mediaType: 'text/csv; charset=utf-8; header=present',
      queryId: expect.stringMatching(/^QRY/),
    });
    expect(await new Response(file.body).text()).toBe('"n"\n1\n2\n');
    await expect(client.exportFile({ sql: 'SELECT 1 / 0', format: 'csv' })).rejects.toMatchObject({
      name: 'WeirError',
      code: expect.stringMatching(/^(QUERY_FAILED|BAD_REQUEST)$/),
    });
  });

  it('goes from a source to events to a metric, and sends a retry once', async () => {
    const { createWebhookDataSource } = await client.request(createWebhookDataSourceMutation, {
      input: {
        uniqueName: 'orders',
        connectionSettings: {
          basicAuth: { username: 'sender', password: 'sender-password' },
          columns: [{ name: 'price', type: 'DOUBLE' }],
        },
      },
    });
    const source = createWebhookDataSource?.dataSource;
    const webhookUrl = webhookUrlOf(source?.connectionSettings);
    const options = {
      idempotencyKey: 'first',
      basicAuth: { username: 'sender', password: 'sender-password' },
    };
    await client.sendEvents(webhookUrl, [{ price: 12.5 }, { price: 7 }], options);
    await client.sendEvents(webhookUrl, [{ price: 12.5 }, { price: 7 }], options);
    const { counter } = await client.request(counterQuery, {
      input: { metric: { sum: { dataPool: { name: 'orders' }, measure: { columnName: 'price' } } } },
    });
    expect(counter?.value).toBe('19.5');
    expect(counter?.query).toMatchObject({ status: 'COMPLETED', subtype: 'COUNTER' });
    const { dataGrid } = await client.request(dataGridQuery, {
      input: { dataPool: { name: 'orders' }, columns: ['price'], orderByColumn: 1, sort: 'ASC' },
    });
    expect(dataGrid.rows).toEqual([['7'], ['12.5']]);
    await expect(
      client.sendEvents(webhookUrl, [{ price: 'dear' }], { basicAuth: options.basicAuth }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    await expect(client.sendEvents(webhookUrl, [{ price: 1 }])).rejects.toMatchObject({ status: 401 });
    await client.request(deleteDataSourceMutation, { id: source?.id ?? '', cascade: true });
  });

  it('shows the size of each column', async () => {
    const { createWebhookDataSource } = await client.request(createWebhookDataSourceMutation, {
      input: {
        uniqueName: 'sizes',
        connectionSettings: {
          columns: [
            { name: 'note', type: 'STRING' },
            { name: 'count', type: 'INT64' },
          ],
        },
      },
    });
    const source = createWebhookDataSource?.dataSource;
    const id = source?.dataPools?.nodes[0]?.id ?? '';
    const sizes = async () =>
      (await client.request(dataPoolColumnSizesQuery, { id })).dataPool?.columnSizes ?? undefined;
    const records = 500;
    const events = Array.from({ length: records }, (_, count) => ({ note: 'the same text', count }));
    await client.sendEvents(webhookUrlOf(source?.connectionSettings), events);
    expect(await sizes()).toEqual([]);
    await storeByColumn(service, id);
    const stored = (await sizes()) ?? [];
    expect(stored.map(({ columnName }) => columnName)).toEqual([
      '_service_received_at',
      '_service_payload',
      'note',
      'count',
      '_weir_request',
    ]);
    const bytes = stored.map(({ sizeInBytes }) => Number(sizeInBytes));
    expect(Math.min(...bytes)).toBeGreaterThan(0);
    expect(stored.map(({ uncompressedSizeInBytes }) => Number(uncompressedSizeInBytes) >= records)).toEqual(
      stored.map(() => true),
    );
    const [, payload, note] = stored;
    expect(Number(payload?.sizeInBytes)).toBeGreaterThan(Number(note?.sizeInBytes));
  });

  it('says what is wrong, by code', async () => {
    const input = { metric: { count: { dataPool: { name: 'nothing' } } } };
    await expect(client.request(counterQuery, { input })).rejects.toMatchObject({
      name: 'WeirError',
      code: 'NOT_FOUND',
      message: 'Data Pool nothing not found',
    });
    const { url, clientId } = service;
    const stranger = createWeirClient({
      url,
      credentials: { clientId, clientSecret: 'something else here' },
    });
    await expect(stranger.accessToken()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
  });
});
