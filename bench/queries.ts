/**
 * Metric queries over ten million records. The floor runs the very SQL that the service reports, with the
 * same settings, on a copy of the same data in a process of its own; the two take turns. Every question is
 * asked once, so that no figure but the last comes from the service's memory of results.
 */
import { openClient } from './client.js';
import { benchComparisons } from './comparisons.js';
import { compareLoads, percent, perSecond, startBareMercurius } from './load.js';
import { type Figure, middle, ms, times } from './measure.js';
import { type Orders, withOrders } from './orders.js';
import { ask, freshRange, questions } from './questions.js';

const port = 18_082;
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

export function benchQueries(): Promise<Figure[]> {
  return withOrders({ port, bareSessions: clients }, async (orders) => [
    ...(await benchLatencies(orders)),
    ...(await benchComparisons(orders)),
    await benchParallel(orders),
    await benchCached(orders),
  ]);
}

/** The operations whose time is compared. A grid is in `bench peers`. */
const operations = ['counter', 'timeSeries', 'leaderboard', 'metricReport', 'topValues'] as const;

/** One question to the service, then its SQL to the bare engine: a noisy moment touches both. */
async function benchLatencies(bench: Orders): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const operation of operations) {
    const service: number[] = [];
    const bare: number[] = [];
    for (let round = -warmUpRounds; round < latencyRounds; round++) {
      const startedAt = performance.now();
      const { sql: text } = await ask(bench, operation, freshRange(questions[operation].days));
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

async function benchParallel(bench: Orders): Promise<Figure> {
  const own = await Promise.all(Array.from({ length: clients }, () => openClient(bench.service.url)));
  const service: number[] = [];
  const bare: number[] = [];
  for (let turn = -1; turn < parallelTurns; turn++) {
    const texts: string[] = [];
    const startedAt = performance.now();
    await Promise.all(
      own.map(async (client) => {
        for (let i = 0; i < countersPerClient; i++)
          texts.push((await ask({ ...bench, client }, 'counter', freshRange(parallelDays))).sql);
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
async function benchCached({ service, client, dataPoolId }: Orders): Promise<Figure> {
  const panels = (
    [
      'counter',
      'counter',
      'counter',
      'counter',
      'timeSeries',
      'leaderboard',
      'metricReport',
      'topValues',
    ] as const
  ).map((operation) => {
    const { text, input, days, subject } = questions[operation];
    const timeRange = freshRange(days);
    return JSON.stringify({
      query: text,
      variables: { input: { ...subject(dataPoolId), timeRange, ...input } },
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
