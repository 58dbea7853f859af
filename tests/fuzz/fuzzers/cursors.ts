import type { Choices } from '../choices.js';
import { type Fuzzer, graphqlRequest, withoutErrors } from '../fuzz-case.js';
import type { World } from '../world/world.js';

/** Cursors from answers: as they are, of another page, of another tenant, with bits changed, spliced together. */
interface Paged {
  readonly actors: readonly (keyof World['actors'])[];
  readonly document: (page: string, world: World) => string;
}

const tenants = ['a', 'b'] as const;
const pageInfo = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage } edges { cursor }';
const grid = (columns: string, order: string): Paged => ({
  actors: [...tenants, 'c'],
  document: (page, { pools }) =>
    `{ dataGrid(input: { dataPool: { name: "${pools.ledger.name}" }, columns: [${columns}] ${order} ${page} }) { ${pageInfo} rows query { sql recordsProcessed } } }`,
});
const list = (field: string, rest = '', actors: Paged['actors'] = ['d']): Paged => ({
  actors,
  document: (page) => `{ ${field}(${page}) { ${pageInfo} ${rest} } }`,
});

const fields: readonly Paged[] = [
  grid('"id", "name", "qty"', ''),
  grid('"id", "note", "big"', 'orderByColumn: 2, sort: ASC'),
  grid('"name", "price", "due"', 'orderByColumn: 3, sort: DESC'),
  {
    actors: tenants,
    document: (page, { pools }) =>
      `{ metricReport(input: { dimensions: [{ columnName: "note" }], metrics: [{ metric: { count: { dataPool: { name: "${pools.ledger.name}" } } } }] ${page} }) { ${pageInfo} rows } }`,
  },
  {
    actors: tenants,
    document: (page, { pools }) =>
      `{ dataPoolByName(uniqueName: "${pools.ledger.name}") { columns(${page}) { ${pageInfo} nodes { columnName } } } }`,
  },
  list('queries', 'nodes { id sql createdBy }', [...tenants, 'c', 'd']),
  list('dataPools', 'nodes { id uniqueName }', [...tenants, 'd']),
  list('metrics', 'nodes { id uniqueName }', [...tenants, 'd']),
  list('applications', 'nodes { id uniqueName }'),
  list('dataSources', 'nodes { id uniqueName }'),
  list('jobs'),
  list('dataPoolAccessPolicies', 'nodes { id filterSql }'),
];

/** `queries` pages forward only. */
function pageOf(choices: Choices, cursor: string | undefined, document: string): string {
  const isForwardOnly = document.includes('queries(');
  const backward = !isForwardOnly && choices.chance(40);
  const size = choices.pick([1, 3, 10, 0, -1, 100]);
  const at = cursor === undefined ? '' : `${backward ? 'before' : 'after'}: ${JSON.stringify(cursor)}`;
  return `${backward ? 'last' : 'first'}: ${size} ${at}`;
}

function changed(choices: Choices, cursor: string, other: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const flipped = () => {
    if (bytes.length > 0)
      bytes.writeUInt8(
        (bytes[choices.below(bytes.length)] ?? 0) ^ (1 << choices.below(8)),
        choices.below(bytes.length),
      );
    return bytes.toString('base64url');
  };
  return choices.weighted([
    [3, () => cursor],
    [4, flipped],
    [
      2,
      () => cursor.slice(0, choices.below(cursor.length + 1)) + other.slice(choices.below(other.length + 1)),
    ],
    [1, () => cursor.slice(0, choices.below(cursor.length + 1))],
    [1, () => Buffer.from(JSON.stringify([['String', "x' OR 1=1 --"]])).toString('base64url')],
    [1, () => `${cursor}=\n`],
    [1, () => choices.pick(['', '0', '-1', 'null', '\0', 'A'.repeat(70_000), '{"a":1}'])],
  ]);
}

export const cursorsFuzzer: Fuzzer = {
  name: 'cursors',
  acceptedPercentMin: 15,
  generate: (choices, world) => {
    const field = choices.pick(fields);
    const actor = choices.pick(field.actors);
    const own = world.cursors.get(actor) ?? [];
    const all = choices.chance(40) ? [...world.cursors.values()].flat() : own;
    const cursor =
      choices.chance(70) && all.length > 0
        ? changed(choices, choices.pick(all), choices.pick(all))
        : undefined;
    const plain = field.document('', world);
    const document = field.document(pageOf(choices, cursor, plain), world);
    return { actor, request: graphqlRequest(world.actors[actor].authorization, document) };
  },
  accepted: withoutErrors,
};

const cursorsKeptMax = 200;
const cursorPattern = /"(?:startCursor|endCursor|cursor)":"([^"]+)"/g;

/** Keeps the cursors of an answer for later cases. */
export function keepCursors({ cursors }: World, actor: string, body: string): void {
  const kept = cursors.get(actor) ?? [];
  for (const [, cursor] of body.matchAll(cursorPattern)) {
    if (cursor === undefined || kept.includes(cursor)) continue;
    kept.push(cursor);
    if (kept.length > cursorsKeptMax) kept.shift();
  }
  cursors.set(actor, kept);
}
