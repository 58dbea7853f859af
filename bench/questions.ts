/** What a dashboard asks about the orders. */
import { firstMs, type Orders } from './orders.js';

const dayMs = 86_400_000;
let asked = 0;

export interface Range {
  readonly start: string;
  readonly stop: string;
}

/** A range that no question before had, a little longer than so many days. */
export function freshRange(days: number, stepMs = 1): Range {
  asked += 1;
  const stopMs = firstMs + days * dayMs + asked * stepMs;
  return { start: new Date(firstMs).toISOString(), stop: new Date(stopMs).toISOString() };
}

const metricOf = (dataPoolId: string) => ({
  sum: { dataPool: { id: dataPoolId }, measure: { columnName: 'price' } },
});

const ofMetric = (dataPoolId: string) => ({ metric: metricOf(dataPoolId) });
const ofDataPool = (dataPoolId: string) => ({ dataPool: { id: dataPoolId } });

const queryFields = 'query { sql booster { used reason } }';

export const questions = {
  counter: {
    text: `query ($input: CounterInput!) { answer: counter(input: $input) { value ${queryFields} } }`,
    subject: ofMetric,
    input: { filterSql: "country = 'c3'" },
    days: 20,
  },
  timeSeries: {
    text: `query ($input: TimeSeriesInput!) { answer: timeSeries(input: $input) { labels values ${queryFields} } }`,
    subject: ofMetric,
    input: { granularity: 'DAY', timeZone: 'Europe/Berlin' },
    days: 25,
  },
  leaderboard: {
    text: `query ($input: LeaderboardInput!) { answer: leaderboard(input: $input) { headers rows ${queryFields} } }`,
    subject: ofMetric,
    input: { dimensions: [{ columnName: 'product' }], rowLimit: 10 },
    days: 20,
  },
  metricReport: {
    text: `query ($input: MetricReportInput!) { answer: metricReport(input: $input) { rows ${queryFields} } }`,
    subject: (dataPoolId: string) => ({
      metrics: [ofMetric(dataPoolId), { ...ofMetric(dataPoolId), filterSql: 'price > 50' }],
    }),
    input: { dimensions: [{ columnName: 'country' }], first: 20 },
    days: 20,
  },
  topValues: {
    text: `query ($input: TopValuesInput!) { answer: topValues(input: $input) { values ${queryFields} } }`,
    subject: ofDataPool,
    input: { columnName: 'product', maxValues: 10 },
    days: 20,
  },
  dataGrid: {
    text: `query ($input: DataGridInput!) { answer: dataGrid(input: $input) { rows ${queryFields} } }`,
    subject: ofDataPool,
    input: { columns: ['at', 'country', 'product', 'user_id', 'price'], first: 100 },
    days: 20,
  },
} as const;

export type Question = keyof typeof questions;

export interface Answered {
  /** The SQL that answered, as the bare engine takes it. */
  readonly sql: string;
  readonly booster: { readonly used: boolean; readonly reason: string | null } | null;
}

export async function ask(
  { client, dataPoolId, table }: Pick<Orders, 'client' | 'dataPoolId' | 'table'>,
  question: Question,
  timeRange: Range,
  input: object = {},
): Promise<Answered> {
  const { text, input: usual, subject } = questions[question];
  const { answer } = await client.ask<{ answer: { query: Answered } }>(text, {
    input: { ...subject(dataPoolId), timeRange, ...usual, ...input },
  });
  const { sql, booster } = answer.query;
  return { sql: sql.replaceAll(`\`${dataPoolId}\``, table), booster };
}
