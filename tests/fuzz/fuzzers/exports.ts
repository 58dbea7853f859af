import type { Choices } from '../choices.js';
import type { FuzzAnswer, Fuzzer, FuzzRequest } from '../fuzz-case.js';
import type { World } from '../world/world.js';
import { asked, withTrees } from './filters.js';
import { statement } from './sql.js';
import { queriers, twinCase } from './twins.js';

/** Files of everything that can be exported, in every format. */
const formats = ['csv', 'ndjson', 'ndjson', 'parquet', 'arrow'] as const;
const pageFields = new Set(['first', 'last', 'after', 'before']);

function withoutPage(input: unknown): unknown {
  return Object.fromEntries(
    Object.entries(input as Record<string, unknown>).filter(([name]) => !pageFields.has(name)),
  );
}

function sourceOf(choices: Choices, world: World): Record<string, unknown> {
  const { pools, surfaces } = world;
  const dialect = choices.pick(['POSTGRESQL', 'COLUMNSTORE'] as const);
  /** The records of a view have random IDs, which differ between the twins. */
  const pool = () => {
    const dataPool = choices.pick([pools.ledger.name, surfaces.view.name, pools.ledger.id, pools.vault.name]);
    return { dataPool, includeRecordIds: choices.chance(60) && dataPool !== surfaces.view.name };
  };
  return choices.weighted<Record<string, unknown>>([
    [3, pool],
    [4, () => ({ sql: statement(choices, dialect, world), dialect })],
    [2, () => ({ dataGrid: withoutPage(asked(choices, world, ['dataGrid']).input) })],
    [2, () => ({ metricReport: withoutPage(asked(choices, world, ['metricReport']).input) })],
  ]);
}

function exportRequest(choices: Choices, world: World, authorization: string): FuzzRequest {
  const format = choices.pick(formats);
  const safe = choices.chance(10) ? { safeForSpreadsheets: true } : {};
  const body = { ...sourceOf(choices, world), format, ...safe };
  const headers = { authorization, 'content-type': 'application/json' };
  return { method: 'POST', path: '/v1/export', headers, body: JSON.stringify(body) };
}

export const exportsFuzzer: Fuzzer = {
  name: 'exports',
  acceptedPercentMin: 30,
  generate: (choices, world) => {
    const actor = choices.pick(queriers);
    const request = exportRequest(choices, world, world.actors[actor].authorization);
    return withTrees(twinCase(world, actor, request));
  },
  accepted: ({ status }: FuzzAnswer) => status === 200,
};
