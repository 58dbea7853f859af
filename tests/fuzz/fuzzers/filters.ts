import type { Choices } from '../choices.js';
import { type FuzzCase, type Fuzzer, type FuzzRequest, withoutErrors } from '../fuzz-case.js';
import { damaged } from '../generate/damage.js';
import { Expressions } from '../generate/expressions.js';
import { ledgerNamed } from '../generate/statements.js';
import { texts } from '../generate/texts.js';
import type { World } from '../world/world.js';
import { graphqlCase, queriers } from './twins.js';

/** Everything that takes a filter or a Metric, with `filterSql`, with trees of `FilterInput`, and with expressions. */
const info = 'query { id sql recordsProcessed bytesProcessed resultingRecords status }';
const pageInfo = 'pageInfo { startCursor endCursor hasNextPage hasPreviousPage }';

interface Operation {
  /** The fields of `input`, and what to select of the answer. */
  readonly field: string;
  readonly isList?: true;
  readonly takesFilter?: false;
  readonly selected: string;
  readonly input: (choices: Choices, pool: PoolInput, metric: unknown) => Record<string, unknown>;
}

interface PoolInput {
  readonly name?: string;
  readonly id?: string;
}

const columns = ledgerNamed.map(({ name }) => name);
const dimensionsOf = (choices: Choices) => choices.many(1, 3, () => ({ columnName: choices.pick(columns) }));
const columnsOf = (choices: Choices) => [...new Set([...choices.many(1, 6, () => choices.pick(columns))])];

const compares: readonly object[] = [
  { start: '2026-03-01T00:00:00Z', stop: '2026-03-02T00:00:00Z' },
  { start: '1990-01-01T00:00:00Z', stop: '2040-01-01T00:00:00Z' },
  { period: 'PREVIOUS_PERIOD', alignWeekdays: true },
];
const compareOf = (choices: Choices) => (choices.chance(25) ? { compare: choices.pick(compares) } : {});

const operations: readonly Operation[] = [
  {
    field: 'counter',
    selected: `value comparison { value change changePercent } ${info}`,
    input: (choices, _pool, metric) => ({ metric, ...compareOf(choices) }),
  },
  {
    field: 'counters',
    isList: true,
    selected: `value ${info}`,
    input: (_, _pool, metric) => ({ metric }),
  },
  {
    field: 'timeSeries',
    selected: `labels values groups { group isOthers values comparison { changes } } comparison { labels values } ${info}`,
    input: (choices, _pool, metric) => ({
      metric,
      granularity: choices.pick([
        'DAY',
        'HOUR',
        'MONTH',
        'YEAR',
        'MINUTE',
        'WEEK',
        'QUARTER',
        'THIRTY_MINUTES',
      ]),
      ...(choices.chance(40) ? { groupBy: [choices.pick(columns)] } : {}),
      ...(choices.chance(20) ? { groupLimit: choices.pick([1, 10, 1000]) } : {}),
      ...compareOf(choices),
    }),
  },
  {
    field: 'leaderboard',
    selected: `headers rows hasOthers comparison { rows { value rank } gone } ${info}`,
    input: (choices, _pool, metric) => ({
      metric,
      dimensions: dimensionsOf(choices),
      rowLimit: choices.pick([10, 1000, 1]),
      sort: choices.pick(['DESC', 'ASC']),
      others: choices.chance(40),
      ...compareOf(choices),
    }),
  },
  {
    field: 'metricReport',
    selected: `headers rows ${pageInfo} ${info}`,
    input: (choices, _pool, metric) => ({
      dimensions: dimensionsOf(choices),
      metrics: choices.many(1, 2, () => ({ metric })),
      first: choices.pick([10, 100, 1]),
    }),
  },
  {
    field: 'dataGrid',
    selected: `headers rows ${pageInfo} ${info}`,
    input: (choices, dataPool) => ({
      dataPool,
      columns: choices.chance(60) ? columns : columnsOf(choices),
      first: choices.pick([10, 200, 1]),
      ...(choices.chance(40) ? { orderByColumn: 1, sort: choices.pick(['ASC', 'DESC']) } : {}),
    }),
  },
  {
    field: 'topValues',
    takesFilter: false,
    selected: `values ${info}`,
    input: (choices, dataPool) => ({
      dataPool,
      columnName: choices.pick(columns),
      maxValues: choices.pick([10, 1000]),
    }),
  },
  {
    field: 'recordsByUniqueId',
    takesFilter: false,
    selected: `columns values ${info}`,
    input: (choices, dataPool) => ({
      dataPool,
      columns: columnsOf(choices),
      uniqueIds: choices.many(1, 40, () => `r${String(choices.below(200)).padStart(4, '0')}`),
    }),
  },
];

const operators = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'LIKE',
  'NOT_LIKE',
  'IS_NULL',
  'IS_NOT_NULL',
];
const valuesByType: Readonly<Record<string, readonly string[]>> = {
  string: texts,
  integer: ['1', '0', '-5', '2147483647', '9223372036854775807'],
  number: ['0.5', '1e3', '-2'],
  boolean: ['true', 'false'],
  date: ['2026-01-31', '2025-02-28'],
  timestamp: ['2026-03-01T00:00:05Z', '2026-03-01 00:00:05.005'],
  json: texts,
};

function filterTree(choices: Choices, depth: number): Record<string, unknown> {
  const { name, type } = choices.pick(ledgerNamed);
  const value = choices.pick(valuesByType[type] ?? texts);
  const nested = () => choices.many(1, 3, () => filterTree(choices, depth - 1));
  return {
    column: choices.chance(3)
      ? choices.pick(['_weir_request', 'nothing', '_service_payload', '"', 'doc.n'])
      : name,
    operator: choices.pick(type === 'string' ? operators : operators.filter((one) => !one.includes('LIKE'))),
    value,
    ...(depth > 0 && choices.chance(40) ? { and: nested() } : {}),
    ...(depth > 0 && choices.chance(30) ? { or: nested() } : {}),
  };
}

/** Stands in variables for a list inside a list, which is too deep for JSON.stringify here. */
const deepMark = (levels: number) => `deep tree of ${levels} levels`;
const deepMarked = /"deep tree of (\d+) levels"/g;
const deepLeaf = '{"column":"qty","operator":"EQUALS","value":"1"';

export function withTrees(made: FuzzCase): FuzzCase {
  const request = withDeepTrees(made.request);
  return made.twin ? { ...made, request, twin: withDeepTrees(made.twin) } : { ...made, request };
}

function withDeepTrees(request: FuzzRequest): FuzzRequest {
  if (typeof request.body !== 'string') return request;
  const tree = (_: string, levels: string) =>
    `${`${deepLeaf},"and":[`.repeat(Number(levels))}${deepLeaf}}${']}'.repeat(Number(levels))}`;
  return { ...request, body: request.body.replace(deepMarked, tree) };
}

function filterOf(choices: Choices): Record<string, unknown> {
  const dialect = choices.pick(['COLUMNSTORE', 'POSTGRESQL'] as const);
  const condition = () => new Expressions(choices, dialect, ledgerNamed).of('boolean', 1 + choices.below(3));
  return choices.weighted<Record<string, unknown>>([
    [2, () => ({})],
    [8, () => ({ filterSql: condition() })],
    [1, () => ({ filterSql: damaged(choices, condition()) })],
    [5, () => ({ filters: choices.many(1, 3, () => filterTree(choices, 2)) })],
    [1, () => ({ filters: [deepMark(choices.pick([5, 50, 500, 3_000]))] })],
  ]);
}

function metricOf(choices: Choices, { metrics }: World, dataPool: PoolInput): unknown {
  const measure = {
    columnName: choices.pick(ledgerNamed.filter(({ type }) => type === 'number' || type === 'integer')).name,
  };
  const expression = () => {
    const dialect = choices.pick(['COLUMNSTORE', 'POSTGRESQL'] as const);
    const expressions = new Expressions(choices, dialect, ledgerNamed);
    const one = expressions.aggregate(choices.pick(['number', 'integer']), 2);
    return choices.chance(30) ? `${one} / ${expressions.aggregate('integer', 1)}` : one;
  };
  return choices.weighted<unknown>([
    [3, () => ({ count: { dataPool } })],
    [2, () => ({ sum: { dataPool, measure } })],
    [1, () => ({ average: { dataPool, measure } })],
    [1, () => ({ max: { dataPool, measure } })],
    [1, () => ({ countDistinct: { dataPool, dimension: { columnName: choices.pick(columns) } } })],
    [4, () => ({ custom: { dataPool, expression: expression() } })],
    [1, () => ({ name: metrics[choices.below(2)]?.name })],
  ]);
}

function rangeOf(choices: Choices): Record<string, unknown> {
  return choices.weighted<Record<string, unknown>>([
    [4, () => ({})],
    [3, () => ({ timeRange: { start: '2026-03-01T00:00:00Z', stop: '2026-03-01T00:10:00Z' } })],
    [
      1,
      () => ({
        timeRange: {
          relative: choices.pick(['TODAY', 'LAST_N_DAYS', 'THIS_YEAR']),
          n: choices.pick([1, 400, 0, -1]),
        },
      }),
    ],
    [1, () => ({ timeZone: choices.pick(['Europe/Berlin', 'Pacific/Apia', 'Mars/Base', '']) })],
  ]);
}

/** A question about the ledger, and how many pages of its answer to read. */
export interface Asked {
  readonly field: string;
  /** The type of the variable `input`. */
  readonly type: string;
  readonly selected: string;
  readonly input: unknown;
  readonly pages: number;
}

const nameOfType = (field: string) => field.slice(0, 1).toUpperCase() + field.slice(1);

export function asked(choices: Choices, world: World, fields?: readonly string[]): Asked {
  const { ledger } = world.pools;
  const dataPool = choices.chance(50) ? { id: ledger.id } : { name: ledger.name };
  const { field, isList, takesFilter, selected, input } = choices.pick(
    operations.filter((one) => !fields || fields.includes(one.field)),
  );
  const one = {
    ...input(choices, dataPool, metricOf(choices, world, dataPool)),
    ...(takesFilter === false ? {} : { ...filterOf(choices), ...rangeOf(choices) }),
  };
  return {
    field,
    type: isList ? '[CounterInput!]!' : `${nameOfType(field)}Input!`,
    selected,
    input: isList ? choices.many(1, 3, () => one) : one,
    pages: selected.includes(pageInfo) && choices.chance(40) ? 3 : 1,
  };
}

export const documentOf = (operation: 'query' | 'subscription', { field, type, selected }: Asked) =>
  `${operation} ($input: ${type}) { ${field}(input: $input) { ${selected} } }`;

const statistics = (metric: string, dataPool: string) => `{
  metricByName(uniqueName: "${metric}") { timestamp { columnName } dimensions { columnName type isNullable
    stats { min max average uniqueValues query { recordsProcessed bytesProcessed } } } }
  dataPoolByName(uniqueName: "${dataPool}") { timestamp { columnName } uniqueId { columnName }
    columns(first: 50) { nodes { columnName type isNullable columnStoreType } }
    freshness { lastEventAt lastReceivedAt lateness { p50 p95 p99 } query { sql recordsProcessed } } } }`;

const statisticsPercent = 3;

export const filtersFuzzer: Fuzzer = {
  name: 'filters',
  acceptedPercentMin: 50,
  generate: (choices, world) => {
    const actor = choices.pick(queriers);
    const { metrics, pools } = world;
    if (choices.chance(statisticsPercent))
      return graphqlCase(world, actor, statistics(choices.pick(metrics).name, pools.ledger.name), {});
    const question = asked(choices, world);
    const made = graphqlCase(world, actor, documentOf('query', question), { input: question.input });
    return { ...withTrees(made), pages: question.pages };
  },
  accepted: withoutErrors,
};
