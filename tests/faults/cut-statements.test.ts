import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOfTables } from '../../server/src/sql/stored-table.js';
import { DiskImage, fileSystems, type MountedDisk } from '../support/disk-image.js';
import { type EmbeddedEngine, openEmbedded, read, sql } from '../support/engines.js';
import { sample } from '../support/extent.js';

/** The power fails at once after the engine has answered: the statement, what it needs, and a query that shows it. */
const table = (name: string) =>
  `CREATE TABLE d.${name} (n UInt64, m UInt64) ENGINE = MergeTree ORDER BY n SETTINGS ${settingsOfTables}`;
const rows = (name: string) => `INSERT INTO d.${name} SELECT number, number FROM numbers(10)`;
const cases: readonly (readonly [string, readonly string[], string, string, string])[] = [
  [
    'attached parts',
    [table('a1'), table('a2'), rows('a2')],
    'ALTER TABLE d.a1 ATTACH PARTITION ALL FROM d.a2',
    'SELECT count() FROM d.a1',
    '10',
  ],
  ['inserted rows', [table('b')], rows('b'), 'SELECT count() FROM d.b', '10'],
  ['a new table', [], table('c'), 'SELECT count() FROM d.c', '0'],
  [
    'exchanged tables',
    [table('e1'), table('e2'), rows('e2')],
    'EXCHANGE TABLES d.e1 AND d.e2',
    'SELECT count() FROM d.e1',
    '10',
  ],
  [
    'a new column',
    [table('f'), rows('f')],
    'ALTER TABLE d.f ADD COLUMN k UInt64 DEFAULT 1',
    'SELECT sum(k) FROM d.f',
    '10',
  ],
  [
    'a change of records',
    [table('g'), rows('g')],
    'ALTER TABLE d.g UPDATE m = m + 1 WHERE 1 SETTINGS mutations_sync = 1',
    'SELECT sum(m) FROM d.g',
    '55',
  ],
  [
    'a dropped table',
    [table('h')],
    'DROP TABLE d.h SYNC',
    "SELECT count() FROM system.tables WHERE database = 'd' AND name = 'h'",
    '0',
  ],
];

describe.each(sample(fileSystems, 1))(
  'a power cut on %s, when the engine has just answered',
  (fileSystem) => {
    let image: DiskImage;
    let disk: MountedDisk;
    let running: EmbeddedEngine;

    beforeAll(async () => {
      image = new DiskImage(fileSystem);
      disk = image.mount();
      const directory = join(disk.path, 'data');
      mkdirSync(directory);
      running = await openEmbedded(directory);
      await running.engine.command(sql('CREATE DATABASE d'));
    });
    afterAll(async () => {
      await running?.close();
      await disk?.unmount();
      await image?.remove();
    });

    it.each(sample(cases, 2))('undoes nothing: %s', async (_what, before, statement, shown, expected) => {
      for (const text of before) await running.engine.command(sql(text));
      execFileSync('sync', ['--file-system', disk.path]);
      await running.engine.command(sql(statement));
      const copy = image.cut();
      const after = await openEmbedded(join(copy.path, 'data'));
      const { rows: found } = await read(after.engine, shown);
      await after.close();
      await copy.unmount();
      expect(found).toEqual([[expected]]);
    });
  },
);
