/** The settings of an Environment, and the weeks that follow them, over HTTP and with the client. */
import {
  counterQuery,
  createWeirClient,
  environmentQuery,
  modifyEnvironmentMutation,
  timeSeriesQuery,
  type WeekStart,
  type WeirClient,
} from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { weekdayOf } from '../support/calendars.js';
import { exported } from '../support/exports.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const dayMs = 86_400_000;
let service: Service;
let client: WeirClient;
let webhook: Webhook;

beforeAll(async () => {
  service = await openService();
  const { url, clientId, clientSecret } = service;
  client = createWeirClient({ url, credentials: { clientId, clientSecret } });
  webhook = await createWebhook(service, [{ name: 'at', type: 'TIMESTAMP', nullable: false }], {
    timestamp: 'at',
  });
  // A record for each day of March, and for each day around now.
  const march = Array.from({ length: 31 }, (_, i) => Date.UTC(2026, 2, 1 + i));
  const recent = Array.from({ length: 31 }, (_, i) => Math.floor(Date.now() / dayMs + i - 20) * dayMs);
  const events = [...march, ...recent].map((ms) => ({ at: new Date(ms).toISOString() }));
  expect((await post(service, webhook.path, events)).status).toBe(200);
});

const modify = async (input: object) =>
  (await client.request(modifyEnvironmentMutation, { input })).modifyEnvironment?.environment;
const metric = () => ({ count: { dataPool: { id: webhook.dataPoolId } } });

describe('modifyEnvironment', () => {
  it('changes what it is given, and says who did it', async () => {
    const { environment: before } = await client.request(environmentQuery, {});
    expect(before?.weekStart).toBe('MONDAY');
    const after = await modify({ weekStart: 'SUNDAY', description: 'the shop', uniqueName: 'shop' });
    expect(after).toMatchObject({
      id: before?.id,
      uniqueName: 'shop',
      description: 'the shop',
      weekStart: 'SUNDAY',
      modifiedBy: service.clientId,
    });
    expect((await client.request(environmentQuery, {})).environment).toEqual(after);
    await modify({ weekStart: 'MONDAY' });
  });

  it('changes only the Environment of the credentials', async () => {
    const authorization = await strangerTo(service, 'other');
    const own = '{ environment { uniqueName weekStart } }';
    const change =
      'mutation { modifyEnvironment(input: { weekStart: SATURDAY }) { environment { weekStart } } }';
    expect((await service.graphql(change, {}, authorization)).errors).toBeUndefined();
    expect((await service.graphql(own, {}, authorization)).data.environment).toEqual({
      uniqueName: 'other',
      weekStart: 'SATURDAY',
    });
    expect((await service.graphql(own)).data.environment).toEqual({
      uniqueName: 'shop',
      weekStart: 'MONDAY',
    });
    const taken = await service.graphql(
      'mutation { modifyEnvironment(input: { uniqueName: "other" }) { environment { id } } }',
    );
    expect(taken.errors?.[0]).toMatchObject({
      message: 'Environment with unique name "other" already exists',
      extensions: { code: 'CONFLICT' },
    });
  });

  it('refuses a day on which no week starts', async () => {
    const { errors } = await service.graphql(
      'mutation { modifyEnvironment(input: { weekStart: TUESDAY }) { environment { id } } }',
    );
    expect(errors?.[0]?.message).toContain('"TUESDAY" does not exist in "WeekStart"');
  });
});

/** Repeats the test if the UTC date changed meanwhile. */
async function withinOneDay(test: (todayMs: number) => Promise<void>): Promise<void> {
  const today = () => Math.floor(Date.now() / dayMs) * dayMs;
  const startedMs = today();
  try {
    await test(startedMs);
  } catch (error) {
    if (today() === startedMs) throw error;
    await test(today());
  }
}

describe.each<WeekStart>(['MONDAY', 'SUNDAY', 'SATURDAY'])('a week from %s', (weekStart) => {
  const inputs = { asked: { weekStart }, inherited: {} };

  it.each(['asked', 'inherited'] as const)(
    '%s, is that of series, counters, exports and intake',
    async (how) => {
      await modify({ weekStart: how === 'inherited' ? weekStart : 'MONDAY' });
      const input = inputs[how];
      const { timeSeries } = await client.request(timeSeriesQuery, {
        input: {
          metric: metric(),
          granularity: 'WEEK',
          timeRange: { start: '2026-03-09T00:00:00Z', stop: '2026-03-16T00:00:00Z' },
          ...input,
        },
      });
      expect(timeSeries).toMatchObject(
        {
          MONDAY: { labels: ['2026-03-09T00:00:00Z'], values: ['7'] },
          SUNDAY: { labels: ['2026-03-08T00:00:00Z', '2026-03-15T00:00:00Z'], values: ['6', '1'] },
          SATURDAY: { labels: ['2026-03-07T00:00:00Z', '2026-03-14T00:00:00Z'], values: ['5', '2'] },
        }[weekStart],
      );
      expect(timeSeries?.incompleteFrom).toBeNull();
      await withinOneDay(async (todayMs) => {
        const daysIntoWeek = (new Date(todayMs).getUTCDay() + 7 - weekdayOf[weekStart]) % 7;
        const weekMs = todayMs - daysIntoWeek * dayMs;
        const label = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
        const timeRange = { relative: 'LAST_N_WEEKS', n: 2 } as const;
        const recent = await client.request(timeSeriesQuery, {
          input: { metric: metric(), granularity: 'WEEK', timeRange, ...input },
        });
        expect(recent.timeSeries).toMatchObject({
          labels: [label(weekMs - 7 * dayMs), label(weekMs)],
          values: ['7', '7'],
          incompleteFrom: label(weekMs),
        });
        const { counter } = await client.request(counterQuery, {
          input: { metric: metric(), timeRange, ...input },
        });
        expect(counter?.value).toBe('14');
        const file = await exported(service, {
          dataGrid: {
            dataPool: { id: webhook.dataPoolId },
            columns: ['at'],
            timeRange,
            sort: 'ASC',
            ...input,
          },
          format: 'csv',
        });
        const [, first = ''] = file.toString().split('\n');
        expect(first).toContain(label(weekMs - 7 * dayMs).slice(0, 10));
        const { dataSource } = await service.request<{ dataSource: { intake: { start: string } } }>(
          `query ($id: ID!, $weekStart: WeekStart) { dataSource(id: $id) {
          intake(timeRange: { relative: PREVIOUS_WEEK }, weekStart: $weekStart) { start } } }`,
          { id: webhook.dataSourceId, ...input },
        );
        expect(dataSource.intake.start).toBe(label(weekMs - 7 * dayMs));
      });
    },
  );
});
