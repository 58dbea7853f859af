/** How a Metric's values are shown: stored with it, carried in every answer, and never part of the value. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post } from '../support/webhook.js';

let service: Service;
let dataPool = '';

beforeAll(async () => {
  service = await openService();
  const webhook = await createWebhook(service, [
    { name: 'country', type: 'STRING' },
    { name: 'price', type: 'DOUBLE' },
  ]);
  dataPool = webhook.dataPoolId;
  expect((await post(service, webhook.path, [{ country: 'CH', price: 1234.5 }])).status).toBe(200);
});

const fields = 'format { style decimals currency unit }';

const create = (format: object | null, uniqueName: string) =>
  service.graphql(
    `mutation ($input: CreateSumMetricInput) { createSumMetric(input: $input) { metric { id ${fields} } } }`,
    { input: { dataPool, uniqueName, measure: { columnName: 'price' }, format } },
  );

const money = { style: 'CURRENCY', decimals: null, currency: 'CHF', unit: null };

describe('a Metric with a format', () => {
  it('carries it in every answer, whose values stay as they are', async () => {
    const { data } = await create({ style: 'CURRENCY', currency: 'CHF' }, 'revenue');
    expect(data.createSumMetric.metric.format).toEqual(money);
    const metric = { name: 'revenue' };
    const answers = await service.request<Record<string, Record<string, unknown>>>(
      `query ($counter: CounterInput!, $series: TimeSeriesInput!, $board: LeaderboardInput!, $report: MetricReportInput!) {
        counter(input: $counter) { value ${fields} }
        counters(input: [$counter]) { ${fields} }
        timeSeries(input: $series) { values ${fields} }
        leaderboard(input: $board) { rows ${fields} }
        metricReport(input: $report) { headers formats { style decimals currency unit } }
      }`,
      {
        counter: { metric },
        series: { metric, granularity: 'DAY', timeRange: { relative: 'TODAY' } },
        board: { metric, dimensions: [{ columnName: 'country' }], rowLimit: 1 },
        report: {
          dimensions: [{ columnName: 'country' }],
          metrics: [{ metric }, { metric: { count: { dataPool: { id: dataPool } } } }],
        },
      },
    );
    expect(answers['counter']).toEqual({ value: '1234.5', format: money });
    expect(answers['counters']).toEqual([{ format: money }]);
    expect(answers['timeSeries']).toEqual({ values: ['1234.5'], format: money });
    expect(answers['leaderboard']).toEqual({ rows: [['CH', '1234.5']], format: money });
    expect(answers['metricReport']?.['formats']).toEqual([null, money, null]);
  });

  it('shows another one at once, though its answers are cached', async () => {
    const { data } = await create(null, 'changing');
    const { id, format } = data.createSumMetric.metric;
    expect(format).toBeNull();
    const asked = async () =>
      (
        await service.graphql(`query ($id: ID!) { counter(input: { metric: { id: $id } }) { ${fields} } }`, {
          id,
        })
      ).data.counter.format;
    expect(await asked()).toBeNull();
    const modified = await service.graphql(
      `mutation ($input: ModifyMetricInput) { modifyMetric(input: $input) { metric { ${fields} } } }`,
      { input: { metric: id, format: { style: 'DURATION', unit: 'ms', decimals: 1 } } },
    );
    const duration = { style: 'DURATION', decimals: 1, currency: null, unit: 'ms' };
    expect(modified.data.modifyMetric.metric.format).toEqual(duration);
    expect(await asked()).toEqual(duration);
    // Another change keeps it.
    await service.request(
      'mutation ($input: ModifyMetricInput) { modifyMetric(input: $input) { metric { id } } }',
      { input: { metric: id, description: 'renamed' } },
    );
    expect(await asked()).toEqual(duration);
  });

  it.each([
    [{ style: 'CURRENCY' }, 'format.currency: give the three letters of ISO 4217, such as CHF'],
    [
      { style: 'CURRENCY', currency: 'francs' },
      'format.currency: give the three letters of ISO 4217, such as CHF',
    ],
    [{ style: 'NUMBER', currency: 'CHF' }, 'format.currency: only the style CURRENCY has one; remove it'],
    [{ style: 'DURATION', unit: 'weeks' }, 'format.unit: a duration is measured in ms, s, min, h, d'],
    [
      { style: 'PERCENT', unit: 'km' },
      'format.unit: only the styles NUMBER and DURATION have one; remove it',
    ],
    [{ style: 'NUMBER', unit: 'k'.repeat(21) }, 'format.unit: at most 20 characters are allowed'],
    [{ style: 'NUMBER', decimals: 21 }, 'format.decimals: at least 0 and at most 20 are allowed'],
    [{ style: 'NUMBER', decimals: -1 }, 'format.decimals: at least 0 and at most 20 are allowed'],
  ])('is refused with %j', async (format, message) => {
    const { errors } = await create(format, 'refused');
    expect(errors?.map((error) => error.message)).toEqual([message]);
  });
});
