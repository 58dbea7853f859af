import type { Choices } from '../choices.js';
import { type FuzzCase, type Fuzzer, graphqlRequest } from '../fuzz-case.js';
import { texts } from '../generate/texts.js';
import type { World } from '../world/world.js';
import { twinCase } from './twins.js';

/**
 * What people without an Application have: the token of a share link, which shows what tenant `a` may see on one dashboard, and
 * the link to a file that `a` has exported.
 */
const tileAnswer = `query ($input: TileAnswerInput!) { tileAnswer(input: $input) {
  counter { value } timeSeries { labels values groups { group values } } leaderboard { headers rows }
  sqlV1 { columns { columnName type isNullable } rows } } }`;
const dashboard = `query ($id: ID!) { dashboard(id: $id) { id uniqueName tiles { id title
  metric { metricId kind dimensions metric { id uniqueName } } } } }`;
const forbidden = [
  `query ($id: ID!) { dashboard(id: $id) { filterSql tiles { metric { filterSql } sql { query } } } }`,
  '{ queries(first: 10) { nodes { sql } } }',
  '{ dataPools { nodes { uniqueName columns { nodes { columnName } } } } }',
  '{ metrics { nodes { dataPool { uniqueName } dimensions { columnName } } } }',
];

function viewed(choices: Choices, world: World): FuzzCase {
  const { viewer, dashboardId, tileIds } = world.surfaces;
  const tile = choices.chance(90) ? choices.pick(tileIds) : choices.pick([...world.ids, ...texts]);
  const timeZone = choices.pick(['', 'UTC', 'Asia/Kathmandu', '+05:30', 'Nowhere/Land']);
  const [document, variables] = choices.weighted<[string, Record<string, unknown>]>([
    [6, () => [tileAnswer, { input: { dashboard: dashboardId, tile, timeZone } }]],
    [1, () => [dashboard, { id: dashboardId }]],
    [1, () => [choices.pick(forbidden), { id: dashboardId }]],
  ]);
  const authorization = choices.chance(80) ? viewer : world.actors.a.authorization;
  return twinCase(world, 'a', graphqlRequest(authorization, document, variables));
}

/** One character of the link is another. */
function forged(choices: Choices, link: string): string {
  const from = '/v1/exports/'.length;
  const at = from + choices.below(link.length - from);
  const other = choices.pick([...'0189AZaz-_&']);
  return link.slice(0, at) + other + link.slice(at + 1);
}

function downloaded(choices: Choices, { exportLink }: World): FuzzCase {
  const path = choices.chance(70) ? forged(choices, exportLink) : exportLink;
  // Who has the link as it is may have the file.
  const actor = path === exportLink ? 'a' : 'nobody';
  return { actor, request: { method: 'GET', path, headers: {}, body: '' } };
}

export const linksFuzzer: Fuzzer = {
  name: 'links',
  acceptedPercentMin: 40,
  generate: (choices, world) => (choices.chance(30) ? downloaded(choices, world) : viewed(choices, world)),
  accepted: ({ status, body }) => status === 200 && !body.includes('"errors":['),
};
