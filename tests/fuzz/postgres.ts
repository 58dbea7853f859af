import pg from 'pg';
import { loadParsers } from '../../server/src/sql/compiler/parsers.js';
import { compareRandom } from '../postgres-dialect/compare-random.js';
import { fillEngine, fillPostgres } from '../postgres-dialect/sides.js';
import { openEmbedded } from '../support/engines.js';
import { startPostgres } from '../support/postgres.js';

interface PostgresFuzzOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}

/** Compares random statements with a PostgreSQL for some time. Returns whether all answers were the same. */
export async function fuzzPostgres({ seconds, seed, print }: PostgresFuzzOptions): Promise<boolean> {
  const cluster = await startPostgres();
  const embedded = await openEmbedded();
  const url = new URL(cluster.url);
  try {
    // Text is compared by its bytes, and letters know their case: what Weir declares.
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query("create database fuzz template template0 encoding 'UTF8' locale 'C.UTF-8'");
    await admin.end();
    url.pathname = '/fuzz';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await Promise.all([fillPostgres(client), fillEngine(embedded.engine)]);
    const end = Date.now() + seconds * 1000;
    const { same, refused, different } = await compareRandom({
      parsers: await loadParsers(),
      engine: embedded.engine,
      client,
      seed,
      more: () => Date.now() < end,
    });
    await client.end();
    print(`postgres: ${same} same, ${refused} refused, ${different.length} different (seed ${seed})`);
    for (const each of different) print(each);
    return different.length === 0;
  } finally {
    await embedded.close();
    await cluster.stop();
  }
}
