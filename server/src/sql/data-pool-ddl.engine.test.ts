import { beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedEngine, read, sharedEngine, sql } from '../../../tests/support/engines.js';
import { type Column, serviceColumns } from '../catalog/column.js';
import type { TableEngine } from '../catalog/table-settings.js';
import {
  createDataPoolTable,
  createEnvironment,
  dropDataPoolTable,
  modifyDataPoolExpiry,
  type TableDefinition,
} from './data-pool-ddl.js';
import { createQueryHistory } from './query-history.js';

const columns: Column[] = [
  ...serviceColumns,
  { name: 'created at', type: 'TIMESTAMP', nullable: false, jsonProperty: 'at' },
  { name: 'b`ack\\tick', type: 'STRING', nullable: false, jsonProperty: 'b' },
  { name: 'price', type: 'DOUBLE', nullable: true, jsonProperty: 'p' },
  { name: 'version', type: 'INT64', nullable: false, jsonProperty: 'v' },
  { name: 'flag', type: 'BOOLEAN', nullable: true, jsonProperty: 'f' },
  { name: 'day', type: 'DATE', nullable: true, jsonProperty: 'd' },
  { name: 'document', type: 'JSON', nullable: true, jsonProperty: 'j' },
];

const definition = (engine: TableEngine, change: Partial<TableDefinition> = {}): TableDefinition => ({
  id: 'DPO01TEST',
  environmentId: 'ENV01TEST',
  columns,
  timestamp: 'created at',
  tableSettings: {
    engine,
    orderBy: ['b`ack\\tick', 'created at'],
    partitionBy: ['toYYYYMM(created at)'],
    primaryKey: ['b`ack\\tick'],
    ttl: 'created at + INTERVAL 2 YEAR',
  },
  rowIdInSortKey: engine.type === 'MERGE_TREE',
  dataRetentionInDays: 30,
  ...change,
});

const engines: TableEngine[] = [
  { type: 'MERGE_TREE' },
  { type: 'REPLACING_MERGE_TREE', ver: 'version' },
  { type: 'REPLACING_MERGE_TREE', ver: null },
  { type: 'SUMMING_MERGE_TREE', columns: ['version'] },
  { type: 'SUMMING_MERGE_TREE', columns: [] },
  { type: 'AGGREGATING_MERGE_TREE' },
];

describe('on one server', () => {
  it('is one table that is durable', () => {
    const [create, ...others] = createDataPoolTable(
      definition({ type: 'REPLACING_MERGE_TREE', ver: 'version' }),
      undefined,
    );
    expect(others).toEqual([]);
    expect(create?.text).toBe(`CREATE TABLE IF NOT EXISTS \`ENV01TEST\`.\`DPO01TEST\` (
  \`_service_received_at\` DateTime64(3, 'UTC') CODEC(Delta, LZ4),
  \`_service_payload\` String CODEC(ZSTD(1)),
  \`created at\` DateTime64(3, 'UTC') CODEC(Delta, LZ4),
  \`b\\\`ack\\\\tick\` String CODEC(ZSTD(1)),
  \`price\` Nullable(Float64) CODEC(LZ4),
  \`version\` Int64 CODEC(T64, LZ4),
  \`flag\` Nullable(Bool) CODEC(T64, LZ4),
  \`day\` Nullable(Date32) CODEC(Delta, LZ4),
  \`document\` Nullable(String) CODEC(ZSTD(1)),
  \`_weir_request\` UUID CODEC(ZSTD)
)
ENGINE = ReplacingMergeTree(\`version\`)
PARTITION BY (toYYYYMM(\`created at\`))
PRIMARY KEY (\`b\\\`ack\\\\tick\`)
ORDER BY (\`b\\\`ack\\\\tick\`, \`created at\`)
TTL least(toDateTime(least(greatest(toDateTime64(\`created at\`, 0, 'UTC') + INTERVAL 2 YEAR, toDateTime64('1970-01-02', 0, 'UTC')), toDateTime64('2106-01-01', 0, 'UTC')), 'UTC'), toDateTime(least(greatest(toDateTime64(\`created at\`, 0, 'UTC') + INTERVAL 30 DAY, toDateTime64('1970-01-02', 0, 'UTC')), toDateTime64('2106-01-01', 0, 'UTC')), 'UTC'))
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 120, merge_selector_base = 12`);
  });
});

describe('on a cluster', () => {
  it('is a replicated table on every shard under a Distributed one of the same name', () => {
    const [shard, distributed] = createDataPoolTable(definition({ type: 'MERGE_TREE' }), 'main').map(
      ({ text }) => text,
    );
    expect(shard).toContain('CREATE TABLE IF NOT EXISTS `ENV01TEST`.`DPO01TEST_shard` ON CLUSTER `main` (');
    expect(shard).toContain("ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')");
    expect(
      distributed,
    ).toBe(`CREATE TABLE IF NOT EXISTS \`ENV01TEST\`.\`DPO01TEST\` ON CLUSTER \`main\` AS \`ENV01TEST\`.\`DPO01TEST_shard\`
ENGINE = Distributed(\`main\`, \`ENV01TEST\`, \`DPO01TEST_shard\`, rand())`);
    expect(createEnvironment('ENV01TEST', 'main').text).toBe(
      'CREATE DATABASE IF NOT EXISTS `ENV01TEST` ON CLUSTER `main`',
    );
    expect(dropDataPoolTable(definition({ type: 'MERGE_TREE' }), 'main').map(({ text }) => text)).toEqual([
      'DROP TABLE IF EXISTS `ENV01TEST`.`DPO01TEST` ON CLUSTER `main` SYNC',
      'DROP TABLE IF EXISTS `ENV01TEST`.`DPO01TEST_shard` ON CLUSTER `main` SYNC',
    ]);
  });

  it('brings versions of a record to the same shard', () => {
    const [, distributed] = createDataPoolTable(
      definition({ type: 'REPLACING_MERGE_TREE', ver: null }),
      'main',
    );
    expect(distributed?.text).toContain('cityHash64(`b\\`ack\\\\tick`, `created at`)');
  });
});

describe('the engine', () => {
  let embedded: EmbeddedEngine;
  beforeAll(async () => {
    embedded = await sharedEngine();
    await embedded.engine.command(createEnvironment('ENV01TEST', undefined));
  });

  it.each(engines)('takes $type, changes its expiry and drops it', async (engine) => {
    const pool = definition(engine);
    const run = async (statements: readonly { text: string }[]) => {
      for (const { text } of statements) await embedded.engine.command(sql(text));
    };
    await run(createDataPoolTable(pool, undefined));
    await run(createDataPoolTable(pool, undefined));
    await run(modifyDataPoolExpiry({ ...pool, dataRetentionInDays: null }, undefined));
    const withoutTtl = {
      ...pool,
      dataRetentionInDays: null,
      tableSettings: { ...pool.tableSettings, ttl: null },
    };
    await run(modifyDataPoolExpiry(withoutTtl, undefined));
    await run(dropDataPoolTable(pool, undefined));
    await run(dropDataPoolTable(pool, undefined));
  });

  it.each(engines)('parses what a cluster would be told for $type', async (engine) => {
    const statements = [
      createEnvironment('ENV01TEST', 'main'),
      ...createDataPoolTable(definition(engine), 'main'),
      ...modifyDataPoolExpiry(definition(engine), 'main'),
      ...dropDataPoolTable(definition(engine), 'main'),
      ...createQueryHistory(30, 'main').map(({ statement }) => statement),
    ];
    for (const { text } of statements) {
      const { rows } = await read(embedded.engine, 'SELECT formatQuerySingleLineOrNull({text:String})', {
        text,
      });
      expect(rows[0]?.[0], text).toContain('ON CLUSTER');
    }
  });
});
