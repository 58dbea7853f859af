import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadParsers } from '../../server/src/sql/compiler/parsers.js';
import type { EmbeddedEngine } from '../support/engines.js';
import { extent } from '../support/extent.js';
import { freshDatabase } from '../support/fresh-database.js';
import { compareRandom } from './compare-random.js';
import { filledEngine, fillPostgres } from './sides.js';

let embedded: EmbeddedEngine;
let client: pg.Client;

beforeAll(async () => {
  embedded = await filledEngine();
  client = new pg.Client({
    connectionString: await freshDatabase("template template0 encoding 'UTF8' locale 'C.UTF-8'"),
  });
  await client.connect();
  await fillPostgres(client);
});
afterAll(() => client.end());

const statementsCount = extent(30, 3_000);
const sameCountMin = statementsCount * 0.75;

test('random statements give what PostgreSQL gives, or are refused', async () => {
  const { engine } = embedded;
  const more = (count: number) => count < statementsCount;
  const { same, different } = await compareRandom({
    parsers: await loadParsers(),
    engine,
    client,
    seed: 20_261_116,
    more,
  });
  expect(different).toEqual([]);
  expect(same).toBeGreaterThan(sameCountMin);
});
