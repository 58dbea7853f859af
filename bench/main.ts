/** `npm run bench [name…]`: every figure beside its floor from the same run. */
import { benchAuth } from './auth.js';
import { benchConsole } from './console.js';
import { benchExports } from './exports.js';
import { benchFoundation } from './foundation.js';
import { benchIntake } from './intake.js';
import { benchJobs } from './jobs.js';
import { benchLive } from './live.js';
import { benchLoads } from './loads.js';
import { type Figure, printTable } from './measure.js';
import { benchPeers } from './peers.js';
import { benchPolicies } from './policies.js';
import { benchQueries } from './queries.js';
import { benchSql } from './sql.js';
import { benchStorage } from './storage.js';

const suites: Readonly<Record<string, () => Promise<Figure[]>>> = {
  foundation: benchFoundation,
  intake: benchIntake,
  auth: benchAuth,
  queries: benchQueries,
  policies: benchPolicies,
  sql: benchSql,
  jobs: benchJobs,
  loads: benchLoads,
  exports: benchExports,
  storage: benchStorage,
  peers: benchPeers,
  live: benchLive,
  console: benchConsole,
};

const asked = process.argv.slice(2);
for (const name of asked)
  if (!(name in suites))
    throw new Error(`There is no bench "${name}"; there are ${Object.keys(suites).join(', ')}`);

let missed = 0;
for (const [name, run] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const figures = await run();
  printTable(name, figures);
  missed += figures.filter((figure) => !figure.met).length;
}
console.log(missed === 0 ? '\nEvery bar is met.' : `\n${missed} bars are missed.`);
