/**
 * What a Data Pool takes on disk, and DuckDB for the same rows in the same order. Sizes do not depend on the machine: a
 * million made-up orders, always the same, arriving in batches, with times slightly out of order.
 */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Column, payloadColumn, serviceColumns } from '../server/src/catalog/column.js';
import { columnStoreType } from '../server/src/sql/column-store-type.js';
import {
  createDataPoolTable,
  createEnvironment,
  type TableDefinition,
} from '../server/src/sql/data-pool-ddl.js';
import { type EmbeddedEngine, openEmbedded, read, sql } from '../tests/support/engines.js';
import { openDuckDb } from './duckdb.js';
import { type Figure, megabytes, times } from './measure.js';

const rows = 1_000_000;
const eventsPerRequest = 100;
const rowsPerRead = 20_000;
const timeoutMs = 600_000;
const columnsRatioMax = 1.3;
const payloadRatioMax = 0.3;

const column = (name: string, type: Column['type']): Column => ({
  name,
  type,
  nullable: false,
  jsonProperty: name,
});
const columns: readonly Column[] = [
  ...serviceColumns,
  column('created_at', 'TIMESTAMP'),
  column('order_id', 'STRING'),
  column('customer', 'STRING'),
  column('country', 'STRING'),
  column('status', 'STRING'),
  column('path', 'STRING'),
  column('price', 'DOUBLE'),
  column('quantity', 'INT64'),
  column('sequence', 'INT64'),
  column('gift', 'BOOLEAN'),
];

const pool: TableDefinition = {
  id: 'DPOBENCH',
  environmentId: 'ENVBENCH',
  columns,
  timestamp: 'created_at',
  rowIdInSortKey: true,
  dataRetentionInDays: null,
  tableSettings: {
    engine: { type: 'MERGE_TREE' },
    orderBy: ['created_at'],
    partitionBy: ['toYYYYMM(created_at)'],
    primaryKey: [],
    ttl: null,
  },
};
const table = `${pool.environmentId}.${pool.id}`;

/** A number from 0 to `below`, small ones more often. */
const skewed = (salt: number, below: number) =>
  `toUInt32(floor(pow((cityHash64(number, ${salt}) % 1000003) / 1000003, 3) * ${below}))`;
const hex = (number: string, digits: number) => `leftPad(hex(${number}), ${digits}, '0')`;
const request = `intDiv(number, ${eventsPerRequest})`;
const first = `toDateTime64('2026-01-01 00:00:00', 3, 'UTC')`;

const insertion = `INSERT INTO ${table} (created_at, _service_received_at, order_id, customer, country, status, path, price,
    quantity, sequence, gift, _weir_request, _service_payload)
  WITH ${skewed(4, 50_000)} AS user, ${skewed(7, 2_000)} AS product
  SELECT ${first} + toIntervalMillisecond(number * 400 + cityHash64(number, 1) % 5000) AS created_at,
    ${first} + toIntervalMillisecond(((${request} + 1) * ${eventsPerRequest}) * 400 + cityHash64(${request}, 9) % 400),
    concat('ord_', lower(hex(cityHash64(number, 2))), lower(hex(toUInt32(cityHash64(number, 3))))) AS order_id,
    concat('user', toString(user), '@example', toString(user % 40), '.com') AS customer,
    ['US', 'DE', 'FR', 'IT', 'CH', 'GB', 'ES', 'NL', 'BE', 'AT', 'PL', 'SE', 'NO', 'DK', 'FI', 'IE', 'PT', 'CZ', 'HU', 'RO']
      [${skewed(5, 20)} + 1] AS country,
    ['paid', 'shipped', 'pending', 'refunded', 'cancelled'][${skewed(6, 5)} + 1] AS status,
    concat('/products/', ['shirts', 'shoes', 'hats', 'bags', 'coats'][product % 5 + 1], '/item-', toString(product)) AS path,
    round(5 + (cityHash64(product) % 20000) / 100, 2) AS price, toInt64(1 + ${skewed(8, 10)}) AS quantity,
    toInt64(1000000 + number) AS sequence, cityHash64(number, 10) % 7 = 0 AS gift,
    toUUID(concat(${hex(`cityHash64(${request}, 11)`, 16)}, ${hex(`toUInt32(cityHash64(${request}, 12))`, 8)},
      ${hex(`toUInt32(number % ${eventsPerRequest})`, 8)})) AS id,
    concat('{"id":"', order_id, '","type":"order.created","created_at":"', toString(created_at), '","customer":{"email":"', customer,
      '","country":"', country, '"},"status":"', status, '","items":[{"path":"', path, '","price":', toString(price),
      ',"quantity":', toString(quantity), '}],"sequence":', toString(sequence), ',"gift":', if(gift, 'true', 'false'),
      ',"user_agent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/', toString(100 + cityHash64(number, 13) % 30),
      '.0.0.0 Safari/537.36","ip":"', IPv4NumToString(toUInt32(cityHash64(number, 14))), '"}')
  FROM numbers(${rows})`;

export async function benchStorage(): Promise<Figure[]> {
  const embedded = await openEmbedded();
  try {
    await fill(embedded);
    const sizes = await columnSizes(embedded, table);
    for (const [name, bytes] of sizes) console.log(`${name.padEnd(41)} ${perRow(bytes)}`);
    await compareCodecs(embedded);
    const payload = sizes.get(payloadColumn.name) ?? Number.NaN;
    const others = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) - payload;
    const text = await count(embedded, `SELECT sum(length(_service_payload)) FROM ${table}`);
    return [
      figure(
        'columns without the payload',
        others,
        await duckDbBytes(embedded),
        'in DuckDB',
        columnsRatioMax,
      ),
      figure('payload', payload, text, 'as JSON text', payloadRatioMax),
    ];
  } finally {
    await embedded.close();
  }
}

const perRow = (bytes: number) => `${(bytes / rows).toFixed(2)} bytes per record`;

function figure(name: string, bytes: number, floor: number, what: string, ratioMax: number): Figure {
  return {
    name: `${name} of ${rows} records`,
    measured: `${megabytes(bytes)}, ${times(bytes / floor)}`,
    floor: `${megabytes(floor)} ${what}`,
    bar: `at most ${times(ratioMax)}`,
    met: bytes / floor <= ratioMax,
  };
}

async function fill({ engine }: EmbeddedEngine): Promise<void> {
  await engine.command(createEnvironment(pool.environmentId, undefined));
  for (const statement of createDataPoolTable(pool, undefined)) await engine.command(statement);
  await engine.command(sql(insertion), timeoutMs);
  await engine.command(sql(`OPTIMIZE TABLE ${table} FINAL`), timeoutMs);
}

async function columnSizes({ engine }: EmbeddedEngine, name: string): Promise<Map<string, number>> {
  const { rows: sizes } = await read(
    engine,
    `SELECT column, sum(column_data_compressed_bytes) FROM system.parts_columns
      WHERE active AND concat(database, '.', table) = {name:String} GROUP BY column, column_position ORDER BY column_position`,
    { name },
  );
  return new Map(sizes.map(([column, bytes]) => [String(column), Number(bytes)]));
}

/** With a dictionary instead of plain text. */
const dictionary = 'dictionary, ';

/** The codecs to choose from, for columns of each type. */
const candidates: Readonly<Record<string, readonly string[]>> = {
  created_at: ['LZ4', 'ZSTD(1)', 'Delta, LZ4', 'Delta, ZSTD(1)', 'DoubleDelta, ZSTD(1)', 'T64, ZSTD(1)'],
  order_id: ['LZ4', 'LZ4HC(9)', 'ZSTD(1)', 'ZSTD(3)', 'ZSTD(6)'],
  status: ['LZ4', 'LZ4HC(9)', 'ZSTD(1)', 'ZSTD(3)', 'ZSTD(6)', `${dictionary}LZ4`, `${dictionary}ZSTD(1)`],
  path: ['LZ4', 'LZ4HC(9)', 'ZSTD(1)', 'ZSTD(3)', 'ZSTD(6)', `${dictionary}LZ4`, `${dictionary}ZSTD(1)`],
  price: ['LZ4', 'ZSTD(1)', 'ZSTD(3)', 'Gorilla, ZSTD(1)', 'FPC, ZSTD(1)'],
  quantity: ['LZ4', 'ZSTD(1)', 'T64, LZ4', 'T64, ZSTD(1)'],
  sequence: ['LZ4', 'ZSTD(1)', 'Delta, ZSTD(1)', 'T64, LZ4', 'T64, ZSTD(1)'],
  _service_payload: ['LZ4', 'ZSTD(1)', 'ZSTD(3)', 'ZSTD(6)'],
};

/** Each candidate is a column of one table, in the order of the Data Pool. */
async function compareCodecs(embedded: EmbeddedEngine): Promise<void> {
  const copy = `${pool.environmentId}.codecs`;
  const copies = columns.flatMap((source) =>
    (candidates[source.name] ?? []).map((codec, index) => ({
      source,
      codec,
      name: `${source.name}_${index}`,
    })),
  );
  const definitions = copies.map(({ source, codec, name }) => {
    const plain = columnStoreType(source);
    return codec.startsWith(dictionary)
      ? `${name} LowCardinality(${plain}) CODEC(${codec.slice(dictionary.length)})`
      : `${name} ${plain} CODEC(${codec})`;
  });
  for (const text of [
    `CREATE TABLE ${copy} (at DateTime64(3, 'UTC'), id UUID, ${definitions.join(', ')}) ENGINE = MergeTree ORDER BY (at, id)`,
    `INSERT INTO ${copy} SELECT created_at, _weir_request, ${copies.map(({ source }) => source.name).join(', ')} FROM ${table}`,
    `OPTIMIZE TABLE ${copy} FINAL`,
  ])
    await embedded.engine.command(sql(text), timeoutMs);
  const sizes = await columnSizes(embedded, copy);
  for (const { source, codec, name } of copies)
    console.log(`${source.name.padEnd(20)} ${codec.padEnd(20)} ${perRow(sizes.get(name) ?? Number.NaN)}`);
}

const duckDbTypes: Readonly<Partial<Record<Column['type'], string>>> = {
  TIMESTAMP: 'TIMESTAMP',
  STRING: 'VARCHAR',
  DOUBLE: 'DOUBLE',
  INT64: 'BIGINT',
  BOOLEAN: 'BOOLEAN',
};

/** The same columns but the payload, of the same rows. */
async function duckDbBytes(embedded: EmbeddedEngine): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const duckDb = await openDuckDb();
  try {
    const file = join(directory, 'rows.ndjson');
    const compared = columns.filter(({ name }) => name !== payloadColumn.name);
    await writeRows(embedded, compared, file);
    const types = compared.map(({ name, type }) => `${name}: '${duckDbTypes[type]}'`);
    await duckDb.ask(`CREATE TABLE orders AS FROM read_json('${file}', columns = {${types.join(', ')}})`);
    return await duckDb.fileBytes();
  } finally {
    duckDb.close();
    rmSync(directory, { recursive: true });
  }
}

async function writeRows(
  { engine }: EmbeddedEngine,
  written: readonly Column[],
  file: string,
): Promise<void> {
  const names = written.map(({ name }) => name);
  for (let at = 0; at < rows; at += rowsPerRead) {
    const { rows: some } = await read(
      engine,
      `SELECT ${names.join(', ')} FROM ${table} ORDER BY created_at, _weir_request LIMIT ${rowsPerRead} OFFSET ${at}`,
      {},
      { timeoutMs },
    );
    const lines = some.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index]]))),
    );
    appendFileSync(file, `${lines.join('\n')}\n`);
  }
}

async function count({ engine }: EmbeddedEngine, text: string): Promise<number> {
  const { rows: found } = await read(engine, text, {}, { timeoutMs });
  return Number(found[0]?.[0]);
}
