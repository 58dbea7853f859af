/**
 * What sqlV1 adds to the engine's own time, for a statement of a kilobyte: one that was never read before, and one
 * that comes again; and what a page deep in a data grid costs beside the first. The floor of a statement is the
 * SQL that Weir makes of it, on a copy of the same data in a process of its own; the two take turns. Neither has the
 * bench's own work in it: the floor is timed around the engine's call, the service from the first byte sent to the
 * last received.
 */
import type { Column } from '../server/src/catalog/column.js';
import { dataPoolSource } from '../server/src/sql/compiler/data-pool-source.js';
import { parseStatement } from '../server/src/sql/compiler/parse-statement.js';
import { loadParsers } from '../server/src/sql/compiler/parsers.js';
import { inlineStatement } from '../server/src/sql/compiler/statement-sql.js';
import type { ApiClient } from './client.js';
import { type Figure, middle, ms, times } from './measure.js';
import { firstMs, type Loading, type Orders, records, stepMs, withOrders } from './orders.js';

const port = 18_083;
/** Reading statements is much code, which JavaScript's compiler has seen often enough only after hundreds of them. */
const warmUpRounds = 300;
const statementRounds = 300;
const overheadMsMax = 5;
const pageWarmUpRounds = 5;
const pageRounds = 40;
const pageRows = 100;
const deepRatioMax = 1.5;
const depths = [0.1, 0.5, 0.9] as const;

type Grid = (typeof grids)[number];

/** In the table's own order, which is read no further than the page; and in another, for which all is looked at. */
const grids = [
  { name: 'newest first', sort: 'DESC', orderByColumn: null },
  { name: 'oldest first', sort: 'ASC', orderByColumn: null },
  { name: 'by another column', sort: 'DESC', orderByColumn: 2 },
] as const;

export async function benchSql(): Promise<Figure[]> {
  const cursors = new Map<Grid, readonly string[]>();
  const before = async (loading: Loading) => {
    await placeMarkers(loading);
    for (const grid of grids) cursors.set(grid, await markerCursors(loading, grid));
  };
  return await withOrders({ port, bareSessions: 1, before }, async (orders) => [
    ...(await benchStatements(orders)),
    ...(await benchPages(orders, cursors)),
  ]);
}

/** Records that stand at these depths of what will come, so that there are cursors of such places. */
async function placeMarkers({ command, table }: Loading): Promise<void> {
  const rows = depths.map((depth) => {
    const atMs = firstMs + Math.floor(records * depth) * stepMs + 1;
    return `(fromUnixTimestamp64Milli(${atMs}), '{}', generateUUIDv4(), fromUnixTimestamp64Milli(${atMs}), 'c', 'marker', 0, ${100 * depth})`;
  });
  await command(
    `INSERT INTO ${table} (_service_received_at, _service_payload, _weir_request, at, country, product, user_id, price) VALUES ${rows.join(', ')}`,
  );
}

interface GridAnswer {
  readonly dataGrid: { readonly rows: string[][]; readonly edges: { readonly cursor: string }[] };
}

async function askGrid(
  { client, dataPoolId }: { readonly client: ApiClient; readonly dataPoolId: string },
  { sort, orderByColumn }: Grid,
  after: string | null,
): Promise<GridAnswer['dataGrid']> {
  const columns = ['at', 'price', 'country', 'product'];
  const { dataGrid } = await client.ask<GridAnswer>(
    'query ($input: DataGridInput!) { dataGrid(input: $input) { rows edges { cursor } } }',
    {
      input: {
        dataPool: { id: dataPoolId },
        columns,
        sort,
        ...(orderByColumn && { orderByColumn }),
        first: pageRows,
        after,
      },
    },
  );
  return dataGrid;
}

async function markerCursors(loading: Loading, grid: Grid): Promise<string[]> {
  const { edges } = await askGrid(loading, grid, null);
  if (edges.length !== depths.length) throw new Error('The markers are not all there');
  return edges.map(({ cursor }) => cursor);
}

async function benchStatements(orders: Orders): Promise<Figure[]> {
  let asked = 0;
  const repeated = statementText(0);
  return [
    await benchStatement(orders, 'sqlV1, a new statement of 1 KB', () => {
      asked += 1;
      return statementText(asked);
    }),
    await benchStatement(orders, 'sqlV1, the same statement again', () => repeated),
  ];
}

/** Such as a dashboard's generator writes: a kilobyte, over the records of a few hours. */
function statementText(nth: number): string {
  return `SELECT "recent_orders"."country_of_the_customer" AS "recent_orders.country_of_the_customer",
  count(*) AS "recent_orders.number_of_orders",
  count(DISTINCT "recent_orders"."user_id") AS "recent_orders.number_of_different_customers",
  sum("recent_orders"."price_of_the_order") AS "recent_orders.total_price_of_all_orders",
  max("recent_orders"."price_of_the_order") AS "recent_orders.highest_price_of_an_order",
  avg(CASE WHEN "recent_orders"."price_of_the_order" > 10 THEN "recent_orders"."price_of_the_order" END) AS "recent_orders.average_price_of_large_orders"
FROM (
  SELECT "orders"."country" AS "country_of_the_customer", "orders"."price" AS "price_of_the_order", "orders"."user_id"
  FROM "orders" AS "orders"
  WHERE "orders"."at" >= '2026-02-16 00:00:00' AND "orders"."at" < '2026-02-16 01:00:00' AND "orders"."user_id" <> ${nth}
) AS "recent_orders"
WHERE "recent_orders"."country_of_the_customer" LIKE 'c%' AND "recent_orders"."price_of_the_order" IS NOT NULL
GROUP BY "recent_orders"."country_of_the_customer"
ORDER BY "recent_orders.number_of_orders" DESC, 1 ASC LIMIT 500`;
}

async function benchStatement(orders: Orders, name: string, nextText: () => string): Promise<Figure> {
  const { client, bare } = orders;
  const toEngine = await engineSql(orders);
  const service: number[] = [];
  const floors: number[] = [];
  for (let round = -warmUpRounds; round < statementRounds; round++) {
    const text = nextText();
    await client.ask('query ($input: SqlV1Input!) { sqlV1(input: $input) { columns { columnName } rows } }', {
      input: { query: text, dialect: 'POSTGRESQL' },
    });
    const measuredMs = client.wireMs();
    const floor = await bare.ask({ texts: [toEngine(text)], clients: 1 });
    if (round < 0) continue;
    service.push(measuredMs);
    floors.push(floor.p50Ms);
  }
  const overheadMs = middle(service.map((measuredMs, round) => measuredMs - (floors[round] ?? Number.NaN)));
  return {
    name: `${name} (${nextText().length} characters), p50`,
    measured: `${ms(middle(service))}, ${ms(overheadMs)} more`,
    floor: `${ms(middle(floors))}, the same SQL on the bare engine`,
    bar: `at most ${ms(overheadMsMax)} more`,
    met: overheadMs <= overheadMsMax,
  };
}

async function engineSql({ environmentId, dataPoolId }: Orders): Promise<(text: string) => string> {
  const parsers = await loadParsers();
  const column = (name: string, type: Column['type']): Column => ({
    name,
    type,
    nullable: false,
    jsonProperty: name,
  });
  const source = dataPoolSource(
    { id: dataPoolId, environmentId },
    [
      column('at', 'TIMESTAMP'),
      column('country', 'STRING'),
      column('product', 'STRING'),
      column('user_id', 'INT64'),
      column('price', 'DOUBLE'),
    ],
    null,
  );
  return (text) => inlineStatement(parseStatement(parsers, text, 'POSTGRESQL', () => source));
}

async function benchPages(orders: Orders, cursors: ReadonlyMap<Grid, readonly string[]>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const grid of grids) {
    const first: number[] = [];
    const deep: number[] = [];
    const timed = async (after: string | null) => {
      const startedAt = performance.now();
      const { rows } = await askGrid(orders, grid, after);
      if (rows.length !== pageRows) throw new Error(`A page of ${rows.length} rows`);
      return performance.now() - startedAt;
    };
    const places = cursors.get(grid) ?? [];
    for (let round = -pageWarmUpRounds; round < pageRounds; round++) {
      const [firstPageMs, deepPageMs] = [
        await timed(null),
        await timed(places[Math.abs(round) % places.length] ?? ''),
      ];
      if (round < 0) continue;
      first.push(firstPageMs);
      deep.push(deepPageMs);
    }
    const ratio = middle(deep) / middle(first);
    figures.push({
      name: `a page deep in ${records} records, ${grid.name}, p50`,
      measured: ms(middle(deep)),
      floor: `${ms(middle(first))}, the first page (${times(ratio)})`,
      bar: `at most ${times(deepRatioMax)}`,
      met: ratio <= deepRatioMax,
    });
  }
  return figures;
}
