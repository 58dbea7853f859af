import type { ApiClient } from './client.js';

const pollMs = 100;

/** A Metric that sums a column. */
export async function createSum(client: ApiClient, dataPool: string, columnName: string): Promise<string> {
  const { createSumMetric } = await client.ask<{ createSumMetric: { metric: { id: string } } }>(
    'mutation ($input: CreateSumMetricInput!) { createSumMetric(input: $input) { metric { id } } }',
    { input: { dataPool, dimensions: [], measure: { columnName } } },
  );
  return createSumMetric.metric.id;
}

/** A booster of the Metric by these columns, when it is LIVE. */
export async function boost(
  client: ApiClient,
  metric: string,
  columnNames: readonly string[],
): Promise<void> {
  const { createBooster } = await client.ask<{ createBooster: { booster: { id: string } } }>(
    'mutation ($input: CreateBoosterInput!) { createBooster(input: $input) { booster { id } } }',
    { input: { metric, dimensions: columnNames.map((columnName) => ({ columnName })) } },
  );
  const { id } = createBooster.booster;
  for (;;) {
    const { booster } = await client.ask<{
      booster: { status: string; error: { message: string } | null };
    }>('query ($id: ID!) { booster(id: $id) { status error { message } } }', { id });
    if (booster.status === 'LIVE') return;
    if (booster.error) throw new Error(booster.error.message);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
