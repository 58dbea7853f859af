/**
 * Metric queries over ten million records. The floor runs the very SQL that the service reports, with the
 * same settings, on a copy of the same data in a process of its own; the two take turns. Every question is
 * asked once, so that no figure but the last comes from the service's memory of results.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiers } from '../server/src/base/tier.js';
import { resultBytesMax, resultRowsMax } from '../server/src/query/query-runner.js';
import { connectEngine } from '../tests/support/service.js';
import { type BareEngine, openBareEngine } from './bare-engine.js';
import { type ApiClient, openClient } from './client.js';
import { compareLoads, percent, perSecond, startBareMercurius } from './load.js';
import { type Figure, middle, ms, times } from './measure.js';
import { type Service, startService } from './service.js';

const port = 18_082;
/** The bars are about ten million; fewer make a quick look. */
const records = Number(process.env['BENCH_RECORDS'] ?? 10_000_000);
const tier = 'P1_X_LARGE';
const warmUpRounds = 5;
const latencyRounds = 30;
const clients = 16;
const countersPerClient = 4;
const parallelTurns = 7;
/** Short ones: a query waits a few seconds at most for a place in the engine. */
const parallelDays = 2;
const latencyRatioMax = 1.25;
const shortSqlMs = 10;
const shortSqlExtraMs = 2;
const parallelShareMin = 0.8;
const cachedPerSecondMin = 5_000;
const cachedShareMin = 0.4;

interface Bench {
  readonly service: Service;
  readonly client: ApiClient;
  readonly bare: BareEngine;
  readonly dataPoolId: string;
  readonly table: string;
}

export async function benchQueries(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const copy = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const opened: (() => unknown)[] = [];
  try {
    const { dataPoolId, environmentId } = await load(directory);
    cpSync(join(directory, 'engine'), join(copy, 'engine'), { recursive: true, verbatimSymlinks: true });
    const service = await startService(directory, port);
    opened.push(() => service.stop());
    const client = await openClient(service.url);
    opened.push(() => client.close());
    const limits = { timeoutMs: 30_000, resultRowsMax, resultBytesMax, ...tiers[tier] };
    const bare = await openBareEngine(copy, clients, limits);
    opened.push(() => bare.close());
    const bench = { service, client, bare, dataPoolId, table: `\`${environmentId}\`.\`${dataPoolId}\`` };
    return [...(await benchLatencies(bench)), await benchParallel(bench), await benchCached(bench)];
  } finally {
    for (const close of opened.reverse()) await close();
    for (const path of [directory, copy]) rmSync(path, { recursive: true });
  }
}

/** A Data Pool of thirty days' orders, made by the engine itself. */
async function load(directory: string): Promise<{ dataPoolId: string; environmentId: string }> {
  const service = await startService(directory, port);
  const client = await openClient(service.url);
  const column = (name: string, type: string) => ({ name, type, jsonProperty: name, nullable: false });
  const created = await client.ask<{
    createWebhookDataSource: { dataSource: { dataPools: { nodes: { id: string }[] } } };
    environment: { id: string };
  }>(
    `mutation ($input: CreateWebhookDataSourceInput!) {
      createWebhookDataSource(input: $input) { dataSource { dataPools { nodes { id } } } } }`,
    {
      input: {
        uniqueName: 'orders',
        connectionSettings: {
          timestamp: 'at',
          columns: [
            column('at', 'TIMESTAMP'),
            column('country', 'STRING'),
            column('product', 'STRING'),
            column('user_id', 'INT64'),
            column('price', 'DOUBLE'),
          ],
        },
      },
    },
  );
  const { environment } = await client.ask<{ environment: { id: string } }>('{ environment { id } }');
  await client.ask(
    'mutation ($input: modifyApplicationInput!) { modifyApplication(input: $input) { __typename } }',
    { input: { idOrUniqueName: { uniqueName: 'default' }, tier } },
  );
  const dataPoolId = created.createWebhookDataSource.dataSource.dataPools.nodes[0]?.id ?? '';
  const table = `\`${environment.id}\`.\`${dataPoolId}\``;
  const engine = connectEngine(directory);
  const startedAt = performance.now();
  await engine.command({
    text: `INSERT INTO ${table} (_service_received_at, _service_payload, at, country, product, user_id, price)
      SELECT at, '{}', fromUnixTimestamp64Milli(1771200000000 + toInt64(number) * 259) AS at,
        concat('c', toString(cityHash64(number) % 20)), concat('product-', toString(cityHash64(number, 1) % 1000)),
        cityHash64(number, 2) % 1000000, (cityHash64(number, 3) % 10000) / 100
      FROM numbers(${records})`,
    parameters: {},
  });
  await engine.command({ text: `OPTIMIZE TABLE ${table} FINAL`, parameters: {} });
  console.log(`${records} records in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  await engine.close();
  await client.close();
  await service.stop();
  return { dataPoolId, environmentId: environment.id };
}

const queryFields = 'query { sql }';
const firstMs = 1_771_200_000_000;
const dayMs = 86_400_000;
let asked = 0;

/** A range that no question before had. */
function freshRange(days: number): { start: string; stop: string } {
  asked += 1;
  const stopMs = firstMs + days * dayMs + asked;
  return { start: new Date(firstMs).toISOString(), stop: new Date(stopMs).toISOString() };
}

const operations = {
  counter: {
    text: `query ($input: CounterInput!) { answer: counter(input: $input) { value ${queryFields} } }`,
    input: { filterSql: "country = 'c3'" },
    days: 20,
  },
  timeSeries: {
    text: `query ($input: TimeSeriesInput!) { answer: timeSeries(input: $input) { labels values ${queryFields} } }`,
    input: { granularity: 'DAY', timeZone: 'Europe/Berlin' },
    days: 25,
  },
  leaderboard: {
    text: `query ($input: LeaderboardInput!) { answer: leaderboard(input: $input) { headers rows ${queryFields} } }`,
    input: { dimensions: [{ columnName: 'product' }], rowLimit: 10 },
    days: 20,
  },
} as const;

type Operation = keyof typeof operations;

const metricOf = (dataPoolId: string) => ({
  sum: { dataPool: { id: dataPoolId }, measure: { columnName: 'price' } },
});

/** Asks what was never asked, and gives the SQL that answered it, as the bare engine takes it. */
async function askAnew(
  { client, dataPoolId, table }: Bench,
  operation: Operation,
  days: number = operations[operation].days,
): Promise<string> {
  const { text, input } = operations[operation];
  const { answer } = await client.ask<{ answer: { query: { sql: string } } }>(text, {
    input: { metric: metricOf(dataPoolId), timeRange: freshRange(days), ...input },
  });
  return answer.query.sql.replaceAll(`\`${dataPoolId}\``, table);
}

/** One question to the service, then its SQL to the bare engine: a noisy moment touches both. */
async function benchLatencies(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const operation of Object.keys(operations) as Operation[]) {
    const service: number[] = [];
    const bare: number[] = [];
    for (let round = -warmUpRounds; round < latencyRounds; round++) {
      const startedAt = performance.now();
      const text = await askAnew(bench, operation);
      const measuredMs = performance.now() - startedAt;
      const floor = await bench.bare.ask({ texts: [text], clients: 1 });
      if (round < 0) continue;
      service.push(measuredMs);
      bare.push(floor.p50Ms);
    }
    const [measured, floor] = [middle(service), middle(bare)];
    const ratio = middle(service.map((measuredMs, round) => measuredMs / (bare[round] ?? Number.NaN)));
    const extraMs = floor < shortSqlMs ? shortSqlExtraMs : 0;
    console.log(`${operation}: ${ms(measured)}, bare ${ms(floor)}`);
    figures.push({
      name: `${operation}, p50`,
      measured: ms(measured),
      floor: `${ms(floor)}, the same SQL on the bare engine (${times(ratio)})`,
      bar: `at most ${times(latencyRatioMax)}${extraMs > 0 ? ` and ${ms(extraMs)}` : ''}`,
      met: ratio - extraMs / floor <= latencyRatioMax,
    });
  }
  return figures;
}

async function benchParallel(bench: Bench): Promise<Figure> {
  const own = await Promise.all(Array.from({ length: clients }, () => openClient(bench.service.url)));
  const service: number[] = [];
  const bare: number[] = [];
  for (let turn = -1; turn < parallelTurns; turn++) {
    const texts: string[] = [];
    const startedAt = performance.now();
    await Promise.all(
      own.map(async (client) => {
        for (let i = 0; i < countersPerClient; i++)
          texts.push(await askAnew({ ...bench, client }, 'counter', parallelDays));
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const floor = await bench.bare.ask({ texts, clients });
    if (turn < 0) continue;
    service.push(texts.length / seconds);
    bare.push(floor.perSecond);
  }
  await Promise.all(own.map((client) => client.close()));
  const share = middle(service.map((rate, turn) => rate / (bare[turn] ?? Number.NaN)));
  return {
    name: `${clients} clients, different counters`,
    measured: `${middle(service).toFixed(0)} queries/s`,
    floor: `${middle(bare).toFixed(0)} queries/s on the bare engine (${percent(share)})`,
    bar: `at least ${percent(parallelShareMin)}`,
    met: share >= parallelShareMin,
  };
}

/** Eight panels of one dashboard, asked again and again. */
async function benchCached({ service, client, dataPoolId }: Bench): Promise<Figure> {
  const panels = (
    [
      'counter',
      'counter',
      'counter',
      'counter',
      'timeSeries',
      'timeSeries',
      'leaderboard',
      'leaderboard',
    ] as const
  ).map((operation) => {
    const { text, input, days } = operations[operation];
    const timeRange = freshRange(days);
    return JSON.stringify({
      query: text,
      variables: { input: { metric: metricOf(dataPoolId), timeRange, ...input } },
    });
  });
  const mercurius = await startBareMercurius();
  const [measured = 0, floor = 0] = await compareLoads([
    { url: `${service.url}/graphql`, headers: client.headers, bodies: panels },
    mercurius.target,
  ]);
  mercurius.close();
  const bar = Math.min(cachedPerSecondMin, floor * cachedShareMin);
  return {
    name: 'a dashboard asked again, nothing new',
    measured: perSecond(measured),
    floor: `${perSecond(floor)}, bare Mercurius (${percent(measured / floor)})`,
    bar: `at least ${perSecond(bar)}`,
    met: measured >= bar,
  };
}
