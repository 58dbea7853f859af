import { createWebhookDataSourceMutation, type WeirClient } from '@weir/client';

export interface Orders {
  readonly dataSource: string;
  readonly dataPool: string;
  readonly webhookUrl: string;
}

const countries = ['CH', 'DE', 'FR', 'IT'];
const batch = 500;

/** A Data Pool of orders, one per hour back from now, with known sums. */
export async function seedOrders(client: WeirClient, name: string, count: number): Promise<Orders> {
  const { createWebhookDataSource } = await client.request(createWebhookDataSourceMutation, {
    input: {
      uniqueName: name,
      connectionSettings: {
        columns: [
          { name: 'created_at', type: 'TIMESTAMP' },
          { name: 'country', jsonProperty: 'user.country', type: 'STRING' },
          { name: 'price', type: 'DOUBLE' },
          { name: 'quantity', type: 'INT64' },
        ],
        timestamp: 'created_at',
      },
    },
  });
  const source = createWebhookDataSource?.dataSource;
  if (!source || !('webhookUrl' in source.connectionSettings)) throw new Error('No webhook was created');
  const { webhookUrl } = source.connectionSettings;
  const now = Date.now();
  const events = Array.from({ length: count }, (_, index) => ({
    created_at: new Date(now - index * 3_600_000).toISOString(),
    user: { country: countries[index % countries.length] },
    price: (index % 10) + 0.5,
    quantity: index + 1,
  }));
  for (let at = 0; at < count; at += batch) await client.sendEvents(webhookUrl, events.slice(at, at + batch));
  return { dataSource: source.id, dataPool: source.dataPools?.nodes[0]?.id ?? '', webhookUrl };
}
