/**
 * The questions of a dashboard over ten million records, asked of Weir, of DuckDB, and of the bare engine, which have the
 * same rows. They take turns, and every range is new. The table of Weir and of the bare engine is rebuilt first, as happens
 * by itself at this size: its texts have few values and get dictionaries, which DuckDB chooses by itself, too.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boost, createSum } from './boosters.js';
import type { ApiClient } from './client.js';
import { type DuckDb, openDuckDb } from './duckdb.js';
import { type Figure, middle, ms, times } from './measure.js';
import { type Orders, records, withOrders } from './orders.js';
import { ask, freshRange, type Question, questions, type Range } from './questions.js';
import { rebuild } from './rebuild.js';

const port = 18_085;
const warmUpRounds = 3;
const rounds = 20;
const quarterHourMs = 900_000;
const definitions = { dataPools: 10, boostersEach: 10, metricsEach: 100 };
const definitionsRatioMax = 1.1;

interface Peer {
  readonly question: Question;
  readonly input: object;
  readonly duckDb: (range: string) => string;
  readonly boostedRatioMax?: number;
  readonly plainRatioMax: number;
  /** Of the same SQL on the bare engine. */
  readonly bareRatioMax?: number;
}

/** DuckDB has no time zones without an extension, so the days are UTC's. */
const peers: readonly Peer[] = [
  {
    question: 'counter',
    input: {},
    duckDb: (range) => `SELECT sum(price) FROM orders WHERE country = 'c3' AND ${range}`,
    boostedRatioMax: 0.5,
    plainRatioMax: 2.5,
  },
  {
    question: 'timeSeries',
    input: { timeZone: 'UTC' },
    duckDb: (range) =>
      `SELECT date_trunc('day', time) AS day, sum(price) FROM orders WHERE ${range} GROUP BY day ORDER BY day`,
    boostedRatioMax: 0.25,
    plainRatioMax: 1,
  },
  {
    question: 'leaderboard',
    input: { dimensions: [{ columnName: 'country' }] },
    duckDb: (range) =>
      `SELECT country, sum(price) AS total FROM orders WHERE ${range} GROUP BY country ORDER BY total DESC LIMIT 10`,
    boostedRatioMax: 0.25,
    plainRatioMax: 1,
  },
  {
    question: 'dataGrid',
    input: {},
    duckDb: (range) =>
      `SELECT time, country, product, user_id, price FROM orders WHERE ${range} ORDER BY time DESC LIMIT 100`,
    plainRatioMax: 1,
    bareRatioMax: 1.6,
  },
];

export function benchPeers(): Promise<Figure[]> {
  return withOrders({ port, bareSessions: 1, after: rebuild }, async (orders) => {
    const duckDb = await openDuckDb();
    try {
      await copyTo(duckDb, orders);
      const metric = await createSum(orders.client, orders.dataPoolId, 'price');
      await boost(orders.client, metric, ['country']);
      const figures: Figure[] = [];
      for (const peer of peers) figures.push(...(await benchPeer(orders, duckDb, peer)));
      return [...figures, await benchDefinitions(orders)];
    } finally {
      duckDb.close();
    }
  });
}

async function copyTo(duckDb: DuckDb, { bare, table }: Orders): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const file = join(directory, 'orders.parquet');
  try {
    await bare.write({
      text: `SELECT toUnixTimestamp64Milli(at) AS ms, country, product, user_id, price FROM ${table} ORDER BY at`,
      file,
    });
    await duckDb.ask(
      `CREATE TABLE orders AS SELECT epoch_ms(ms) AS time, country, product, user_id, price FROM '${file}'`,
    );
    const [[copied] = []] = await duckDb.ask('SELECT count(*) FROM orders');
    if (Number(copied) !== records) throw new Error(`DuckDB has ${String(copied)} of ${records} records`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const between = ({ start, stop }: Range) => {
  const text = (time: string) => `TIMESTAMP '${time.replace('T', ' ').replace('Z', '')}'`;
  return `time >= ${text(start)} AND time < ${text(stop)}`;
};

interface Round {
  readonly boosted: number;
  /** The same with a range of whole quarters of an hour, as the ranges of dashboards are: all of it is in the booster. */
  readonly aligned: number;
  readonly plain: number;
  readonly duckDb: number;
  readonly bare: number;
}

async function benchPeer(orders: Orders, duckDb: DuckDb, peer: Peer): Promise<Figure[]> {
  const measured: Round[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const result = await benchRound(orders, duckDb, peer);
    if (round >= 0) measured.push(result);
  }
  const { question, boostedRatioMax, plainRatioMax, bareRatioMax } = peer;
  const names = {
    boosted: ' with a booster',
    aligned: ' with a booster, whole quarters of an hour',
    plain: '',
  };
  const figure = (own: keyof typeof names, other: 'duckDb' | 'bare', bar: number): Figure => {
    const ratio = middle(measured.map((round) => round[own] / round[other]));
    const otherMs = middle(measured.map((round) => round[other]));
    return {
      name: `${question}${names[own]}, p50`,
      measured: ms(middle(measured.map((round) => round[own]))),
      floor: `${ms(otherMs)}, ${other === 'bare' ? 'the same SQL on the bare engine' : 'DuckDB'} (${times(ratio)})`,
      bar: `at most ${times(bar)}`,
      met: ratio <= bar,
    };
  };
  return [
    ...(boostedRatioMax === undefined
      ? []
      : [figure('boosted', 'duckDb', boostedRatioMax), figure('aligned', 'duckDb', boostedRatioMax)]),
    figure('plain', 'duckDb', plainRatioMax),
    ...(bareRatioMax === undefined ? [] : [figure('plain', 'bare', bareRatioMax)]),
  ];
}

async function benchRound(orders: Orders, duckDb: DuckDb, peer: Peer): Promise<Round> {
  const { question, input, boostedRatioMax } = peer;
  const fresh = () => freshRange(questions[question].days);
  let sql = '';
  const plain = await timed(async () => {
    const plainInput = boostedRatioMax === undefined ? input : { ...input, useBooster: false };
    ({ sql } = await ask(orders, question, fresh(), plainInput));
  });
  const boosted = async (range: Range) => {
    if (boostedRatioMax === undefined) return Number.NaN;
    return await timed(async () => {
      const { booster } = await ask(orders, question, range, input);
      if (!booster?.used) throw new Error(`${question} used no booster: ${booster?.reason}`);
    });
  };
  return {
    plain,
    boosted: await boosted(fresh()),
    aligned: await boosted(freshRange(questions[question].days, quarterHourMs)),
    duckDb: await timed(() => duckDb.ask(peer.duckDb(between(fresh())))),
    bare: (await orders.bare.ask({ texts: [sql], clients: 1 })).p50Ms,
  };
}

/** The same counter before and after many others are defined, each compared with the bare engine at that time. */
async function benchDefinitions(orders: Orders): Promise<Figure> {
  const before = await counterTime(orders);
  const { dataPools, boostersEach, metricsEach } = definitions;
  for (let pool = 0; pool < dataPools; pool++)
    await define(orders.client, `defined_${pool}`, boostersEach, metricsEach);
  const after = await counterTime(orders);
  const ratio = after.ratio / before.ratio;
  return {
    name: `counter beside ${dataPools * metricsEach} Metrics and ${dataPools * boostersEach} boosters, p50`,
    measured: ms(after.counterMs),
    floor: `${ms(before.counterMs)} without them (${times(ratio)})`,
    bar: `at most ${times(definitionsRatioMax)}`,
    met: ratio <= definitionsRatioMax,
  };
}

async function counterTime(orders: Orders): Promise<{ counterMs: number; ratio: number }> {
  const measured: { counterMs: number; ratio: number }[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const range = () => freshRange(questions.counter.days);
    const { sql } = await ask(orders, 'counter', range(), { useBooster: false });
    const counterMs = await timed(() => ask(orders, 'counter', range()));
    const { p50Ms } = await orders.bare.ask({ texts: [sql], clients: 1 });
    if (round >= 0) measured.push({ counterMs, ratio: counterMs / p50Ms });
  }
  return {
    counterMs: middle(measured.map(({ counterMs }) => counterMs)),
    ratio: middle(measured.map(({ ratio }) => ratio)),
  };
}

/** A Data Pool with its Metrics, some of which have a booster, each by a column of its own. */
async function define(
  client: ApiClient,
  uniqueName: string,
  boosters: number,
  metrics: number,
): Promise<void> {
  const text = (name: string) => ({ name, type: 'STRING', jsonProperty: name, nullable: false });
  const dimensions = Array.from({ length: boosters }, (_, index) => `d${index}`);
  const created = await client.ask<{
    createWebhookDataSource: { dataSource: { dataPools: { nodes: { id: string }[] } } };
  }>(
    `mutation ($input: CreateWebhookDataSourceInput!) {
      createWebhookDataSource(input: $input) { dataSource { dataPools { nodes { id } } } } }`,
    {
      input: {
        uniqueName,
        connectionSettings: {
          columns: [
            ...dimensions.map(text),
            { name: 'price', type: 'DOUBLE', jsonProperty: 'price', nullable: false },
          ],
        },
      },
    },
  );
  const dataPoolId = created.createWebhookDataSource.dataSource.dataPools.nodes[0]?.id ?? '';
  for (let index = 0; index < metrics; index++) {
    const metric = await createSum(client, dataPoolId, 'price');
    const dimension = dimensions[index];
    if (dimension !== undefined) await boost(client, metric, [dimension]);
  }
}
