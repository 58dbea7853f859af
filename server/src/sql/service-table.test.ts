import { expect, it } from 'vitest';
import { createServiceTable, type ServiceTable } from './service-table.js';

const table: ServiceTable = {
  name: 'counts',
  columns: ['id String', 'at DateTime', 'version UInt64'],
  engine: 'ReplacingMergeTree',
  version: 'version',
  orderBy: 'id',
  ttl: 'at + INTERVAL 7 DAY',
  shardBy: 'cityHash64(id)',
};
const statements = (cluster?: string) =>
  createServiceTable(table, cluster)
    .map(({ statement }) => statement.text)
    .join('\n');

it('is one table on one server', () => {
  expect(statements()).toContain('CREATE TABLE IF NOT EXISTS weir.counts (');
  expect(statements()).toContain('ENGINE = ReplacingMergeTree(version)\nORDER BY (id)');
  expect(statements()).not.toContain('Distributed');
});

it('is replicated on each shard of a cluster, and distributed', () => {
  expect(statements('c1')).toContain('CREATE TABLE IF NOT EXISTS weir.counts_shard ON CLUSTER `c1` (');
  expect(statements('c1')).toContain(
    "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)",
  );
  expect(statements('c1')).toContain('ENGINE = Distributed(`c1`, weir, counts_shard, cityHash64(id))');
});
