/**
 * GraphQL requests made to cost as much as the limits on a document allow, by name. Each must be answered or refused
 * without holding up the event loop.
 */
export interface HostileDocument {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const times = (count: number, each: (index: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, index) => each(index)).join(separator);

const nested = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels);

/** Fragments of which each spreads the next one several times. */
const multiplying = (levels: number, spreads: number, on = 'Query', leaf = '__typename') =>
  `${times(levels, (level) => `fragment f${level} on ${on} { ${times(spreads, () => `...f${level + 1}`)} }`)} fragment f${levels} on ${on} { ${leaf} }`;

const count = 'counter(input: {metric: {count: {dataPool: {name: "events"}}}})';
const filter = '{column: "a", operator: EQUALS, value: "b"}';
const scopedCount = (filters: string) =>
  `counter(input: {metric: {count: {dataPool: {name: "events"}}}, filters: ${filters}})`;
const nestedFilters = (levels: number) =>
  nested(levels, '[{column: "a", operator: EQUALS, value: "b", and: ', `[${filter}]`, '}]');

/** A value of `variables` nested this deep, but not too deep to be written as JSON. */
function nestedValue(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = { column: 'a', operator: 'EQUALS', value: 'b' };
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

const withVariables = `query ($filters: [FilterInput!]) {
  counter(input: {metric: {count: {dataPool: {name: "events"}}}, filters: $filters}) { value }
}`;
const withNames = 'query ($input: DataGridInput!) { dataGrid(input: $input) { headers } }';

/** Fragments and selections that multiply. */
const multiplied: Record<string, HostileDocument> = {
  'fragments that spread the next twice': { query: `{ ...f0 } ${multiplying(20, 2)}` },
  'fragments that spread the next twice, 300 levels': { query: `{ ...f0 } ${multiplying(300, 2)}` },
  'fragments that spread the next ten times': { query: `{ ...f0 } ${multiplying(80, 10)}` },
  'fragments that nest fields and multiply': {
    query: `{ dataPools { nodes { ...f0 } } } ${times(5, (n) => `fragment f${n} on DataPool { ${times(6, (m) => `a${m}: dataSource { dataPools { nodes { ...f${n + 1} } } }`)} }`)} fragment f5 on DataPool { id }`,
  },
  'multiplying fragments under statistics': {
    query: `{ metrics { nodes { dimensions { stats { ...f0 } } } } } ${multiplying(20, 2, 'DimensionStatistics', 'min')}`,
  },
  'fragments that spread each other in cycles': {
    query: `{ ...f0 } ${times(60, (n) => `fragment f${n} on Query { ${times(30, (m) => `...f${(n + m) % 60}`)} }`)}`,
  },
  'fragments that spread what is not there': {
    query: `{ ...f0 } ${times(20, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)}`,
  },
  'many fragments that all spread all others': {
    query: `{ ...f0 } ${times(55, (n) => `fragment f${n} on Query { __typename ${times(54 - n, (m) => `...f${n + m + 1}`)} }`)}`,
  },
  'many operations over many fragments': {
    query: `${times(300, (n) => `query q${n} { ...f0 }`)} ${times(400, (n) => `fragment f${n} on Query { __typename ...f${n + 1} }`)} fragment f400 on Query { __typename }`,
  },
  'many operations that use variables of many fragments': {
    query: `${times(200, (n) => `query q${n}($v: ID!) { ...f0 }`)} ${times(300, (n) => `fragment f${n} on Query { a${n}: dataPool(id: $v) { id } ...f${n + 1} }`)} fragment f300 on Query { __typename }`,
  },
  'unused fragments that multiply': { query: `{ __typename } ${multiplying(25, 2)}` },
  'inline fragments inside each other': {
    query: `{ ${nested(1_000, '... on Query { ', '__typename', ' }')} }`,
  },
  'root fields by fragments': {
    query: `{ ...f ...g ... { ${times(40, (n) => `c${n}: ${count} { value }`)} } } fragment f on Query { ${times(40, (n) => `a${n}: ${count} { value }`)} } fragment g on Query { ${times(40, (n) => `b${n}: ${count} { value }`)} }`,
  },
};

/** What is compared field by field. */
const compared: Record<string, HostileDocument> = {
  'one field thousands of times': { query: `{ ${times(9_900, () => '__typename')} }` },
  'one field a thousand times': { query: `{ ${times(1_000, () => '__typename')} }` },
  'one field with a subselection 450 times': {
    query: `{ ${times(450, () => 'environment { id }')} }`,
  },
  'one field in inline fragments': { query: `{ ${times(450, () => '... on Query { __typename }')} }` },
  'fields that repeat at every level': {
    query: `{ dataPools { nodes { ${treeOf(8)} } } }`,
  },
  'one field with long arguments many times': {
    query: `{ ${times(40, () => `${scopedCount(`[${times(20, () => filter)}]`)} { value }`)} }`,
  },
  'one long argument many times': {
    query: `{ ${times(90, () => `${scopedCount(`[${times(8, () => filter)}]`)} { value }`)} }`,
  },
  'aliases that conflict': {
    query: `{ ${times(450, (n) => `a: ${n % 2 ? 'dataPools' : 'metrics'} { nodes { id } }`)} }`,
  },
  'conflicting arguments': {
    query: `{ ${times(600, (n) => `dataPool(id: "${n}") { id }`)} }`,
  },
  'fragments of the same fields': {
    query: `{ ${times(140, (n) => `...f${n}`)} } ${times(140, (n) => `fragment f${n} on Query { ${times(6, (m) => `a${m}: dataPools { nodes { id } }`)} }`)}`,
  },
  'fragments of the same fields at two levels': {
    query: `{ dataPools { nodes { ${times(60, (n) => `...f${n}`)} } } } ${times(60, (n) => `fragment f${n} on DataPool { dataSource { dataPools { nodes { ${times(8, (m) => `...g${m}`)} } } } }`)} ${times(8, (n) => `fragment g${n} on DataPool { id uniqueName description }`)}`,
  },
};

/** Two of the same field at each level. */
function treeOf(levels: number): string {
  if (levels === 0) return 'id';
  const inner = treeOf(levels - 1);
  return `dataSource { dataPools { nodes { ${inner} } } } dataSource { dataPools { nodes { ${inner} } } }`;
}

/** Documents that are large, or deep. */
const large: Record<string, HostileDocument> = {
  'thousands of fields': { query: `{ ${times(3_300, (n) => `a${n}: __typename`)} }` },
  'a thousand aliases below one field': {
    query: `{ dataPools { nodes { ${times(990, (n) => `a${n}: id`)} } } }`,
  },
  'unknown fields with similar names': { query: `{ ${times(9_000, (n) => `counte${n % 10}`)} }` },
  'one unknown field with a long name': { query: `{ ${'counter'.repeat(14_000)} }` },
  'thousands of directives on one field': {
    query: `{ __typename ${times(1_900, () => '@skip(if: false)')} }`,
  },
  'thousands of unknown directives': { query: `{ __typename ${times(4_900, (n) => `@d${n}`)} }` },
  'thousands of variable definitions': {
    query: `query (${times(2_400, (n) => `$v${n}: Int`)}) { __typename }`,
  },
  'thousands of variable definitions, each used': {
    query: `query (${times(900, (n) => `$v${n}: ID!`)}) { ${times(900, (n) => `a${n}: dataPool(id: $v${n}) { id }`)} }`,
  },
  'variables of deeply nested list types': {
    query: `query ($v: ${nested(4_900, '[', 'Int', ']')}) { __typename }`,
  },
  'a deeply nested list literal': {
    query: `{ dataPool(id: ${nested(4_900, '[', '1', ']')}) { id } }`,
  },
  'a deeply nested object literal': {
    query: `{ dataPool(id: ${nested(2_400, '{a: ', '1', '}')}) { id } }`,
  },
  'deeply nested filters in the document': { query: `{ ${scopedCount(nestedFilters(400))} { value } }` },
  'a list literal of thousands of values': {
    query: `{ dataGrid(input: {dataPool: {name: "events"}, columns: [${times(9_800, (n) => `"c${n}"`)}]}) { headers } }`,
  },
  'an object literal of thousands of fields': {
    query: `{ counter(input: {${times(3_200, (n) => `a${n}: 1`)}}) { value } }`,
  },
  'wrong values in a long list': {
    query: `{ dataGrid(input: {dataPool: {name: "events"}, columns: [${times(9_800, () => '{}')}]}) { headers } }`,
  },
  'selections nested thousands deep': { query: nested(4_900, '{ a ', '{ b }', ' }') },
  'selections nested below a field': {
    query: `{ dataPools { nodes { ${nested(800, 'dataSource { dataPools { nodes { ', 'id', ' } } }')} } } }`,
  },
  'a document of punctuation': { query: '{'.repeat(99_000) },
  'a document of brackets': { query: `{ a(b: ${'['.repeat(99_000)}` },
  'a document of comments': { query: `{ __typename }\n${'#\n'.repeat(49_000)}` },
  'a document of commas': { query: `{ __typename ${','.repeat(99_000)} }` },
  'a long string': { query: `{ dataPool(id: "${'x'.repeat(99_000)}") { id } }` },
  'a block string of many lines': { query: `{ dataPool(id: """${' \n'.repeat(49_000)}""") { id } }` },
  'escapes in a string': { query: `{ dataPool(id: "${'\\u{1F600}'.repeat(10_000)}") { id } }` },
  'nested filters of Metrics': {
    query: `{ metrics { nodes { settings { ${[
      'Count',
      'Sum',
      'CountDistinct',
      'Average',
      'Min',
      'Max',
      'Custom',
    ]
      .map((kind) => `... on ${kind}MetricSettings { filters { ${treeOfFilters(5)} } }`)
      .join(' ')} } } } }`,
  },
  'jobs, which have many types, within each other': {
    query: `{ jobs { nodes { ${jobsOf(3)} } } }`,
  },
};

function treeOfFilters(levels: number): string {
  return levels === 0 ? 'column' : `and { ${treeOfFilters(levels - 1)} } or { ${treeOfFilters(levels - 1)} }`;
}

function jobsOf(levels: number): string {
  const own = 'id status progress createdAt environment { id uniqueName } error { code message }';
  if (levels === 0) return own;
  return `${own} dataPool { a: jobs { nodes { ${jobsOf(levels - 1)} } } b: jobs { nodes { ${jobsOf(levels - 1)} } } }`;
}

const typeFields = (inner: string) => `fields { name type { ${inner} } }`;

/** The schema's description of itself, which multiplies with the number of its types. */
const introspection: Record<string, HostileDocument> = {
  'types of fields of types': {
    query: `{ __schema { types { ${typeFields(typeFields(typeFields('name')))} } } }`,
  },
  'types of fields of types, twice': {
    query: `{ __schema { types { ${typeFields(typeFields('name'))} } } }`,
  },
  'types by many aliases': {
    query: `{ __schema { ${times(150, (n) => `t${n}: types { name fields { name args { name } } }`)} } }`,
  },
  'fields of types by many aliases': {
    query: `{ __schema { types { ${times(90, (n) => `f${n}: fields { name description type { name kind } args { name type { name } } }`)} } } }`,
  },
  'the schema by many aliases': {
    query: `{ ${times(48, (n) => `s${n}: __schema { types { fields { name type { name ofType { name } } } } }`)} }`,
  },
  'one type by many aliases': {
    query: `{ ${times(48, (n) => `s${n}: __type(name: "Query") { ${typeFields(typeFields('name'))} }`)} }`,
  },
  'the type of a type': {
    query: `{ __type(name: "Query") { fields { type { ${nested(300, 'ofType { ', 'name', ' }')} } } } }`,
  },
};

/** What is just within the limits, so that all of it is validated, compiled and run. */
const withinLimits: Record<string, HostileDocument> = {
  'as many values in a list as tokens allow': {
    query: `{ dataGrid(input: {dataPool: {name: "events"}, columns: [${times(5_900, (n) => `"c${n}"`)}]}) { headers } }`,
  },
  'as many unknown fields of an input as tokens allow': {
    query: `{ counter(input: {${times(1_950, (n) => `metrc${n}: 1`)}}) { value } }`,
  },
  'as many long arguments of one field as tokens allow': {
    query: `{ ${times(20, () => `${scopedCount(`[${times(20, () => filter)}]`)} { value }`)} }`,
  },
  'as many distinct arguments as tokens allow': {
    query: `{ ${times(49, (n) => `a${n}: ${scopedCount(`[${times(7, () => filter)}]`)} { value }`)} }`,
  },
  'as many fields as may be selected': {
    query: `{ ${times(48, (n) => `a${n}: dataPools { nodes { ${times(18, (m) => `b${m}: id`)} } }`)} }`,
  },
  'as many fields as may be selected, by fragments': {
    query: `{ ${times(40, (n) => `a${n}: dataPools { nodes { ...f } }`)} } fragment f on DataPool { ${times(21, (m) => `b${m}: id`)} }`,
  },
  'as many repeated fields as may be compared': {
    query: `{ environment { ${times(99, () => 'id')} } }`,
  },
  'many fields repeated a few times': {
    query: `{ environment { ${times(10, () => times(95, (n) => `a${n}: id`))} } }`,
  },
  'as many fragments as there may be': {
    query: `{ environment { ${times(98, (n) => `...f${n}`)} } } ${times(98, (n) => `fragment f${n} on Environment { ${times(8, (m) => `a${n}_${m}: id`)} }`)}`,
  },
  'fragments of fragments': {
    query: `{ environment { ...f0 } } ${times(98, (n) => `fragment f${n} on Environment { ${times(8, (m) => `a${n}_${m}: id`)} ...f${n + 1} }`)} fragment f98 on Environment { id }`,
  },
  'as many operations as there may be, over fragments': {
    query: `${times(50, (n) => `query q${n} { ...f0 }`)} ${times(17, (n) => `fragment f${n} on Query { ...f${n + 1} }`)} fragment f17 on Query { __typename }`,
  },
  'as many variables as there may be': {
    query: `query (${times(200, (n) => `$v${n}: [FilterInput!] = [${filter}]`)}) { ${times(40, (n) => `a${n}: ${scopedCount(`$v${n}`)} { value }`)} }`,
  },
  'as many compiled fields as there may be': {
    query: `{ dataPools { nodes { ${times(297, (n) => `a${n}: id`)} } } }`,
  },
  'jobs of jobs, of which each may be of three types': {
    query: `{ jobs { nodes { ${times(14, (n) => `a${n}: id`)} dataPool { jobs { nodes { ${times(14, (n) => `a${n}: id`)} dataPool { jobs { nodes { ${times(40, (n) => `b${n}: environment { id uniqueName }`)} } } } } } } } } }`,
  },
  'as much of the schema as may be asked for': {
    query: `{ __schema { types { ${times(9, (n) => `f${n}: fields { name description args { name } }`)} } } }`,
  },
  'as much of one type as may be asked for': {
    query: `{ ${times(26, (n) => `t${n}: __type(name: "Query") { fields { name description args { name description type { name } } } }`)} }`,
  },
  'as many values in variables as there may be': {
    query: withNames,
    variables: {
      input: { dataPool: { name: 'events' }, columns: Array.from({ length: 11_900 }, (_, n) => `c${n}`) },
    },
  },
  'as many filters in variables as there may be': {
    query: withVariables,
    variables: {
      filters: Array.from({ length: 2_900 }, () => ({ column: 'a', operator: 'EQUALS', value: 'b' })),
    },
  },
  'as many unknown keys in variables as there may be': {
    query: withNames,
    variables: {
      input: Object.fromEntries(Array.from({ length: 199 }, (_, n) => [`column${n}`, n])),
    },
  },
  'objects with as many unknown keys as there may be': {
    query: withVariables,
    variables: {
      filters: Array.from({ length: 58 }, () =>
        Object.fromEntries(Array.from({ length: 199 }, (_, n) => [`column${n}`, n])),
      ),
    },
  },
};

const manyErrors = Array.from({ length: 50_000 }, () => ({ colum: 1, operatr: 2 }));

/** Values beside the document. */
const variables: Record<string, HostileDocument> = {
  'filters nested hundreds deep in variables': {
    query: withVariables,
    variables: {
      filters: [nestedValue(800, (inner) => ({ column: 'a', operator: 'EQUALS', value: 'b', and: [inner] }))],
    },
  },
  'lists nested hundreds deep in variables': {
    query: withVariables,
    variables: { filters: nestedValue(1_500, (inner) => [inner]) },
  },
  'deep nesting in a variable that is not used': {
    query: '{ __typename }',
    variables: { other: nestedValue(1_500, (inner) => ({ inner })) },
  },
  'filters in their tens of thousands in variables': {
    query: withVariables,
    variables: {
      filters: Array.from({ length: 50_000 }, () => ({ column: 'a', operator: 'EQUALS', value: 'b' })),
    },
  },
  'errors in their tens of thousands in variables': {
    query: withVariables,
    variables: { filters: manyErrors },
  },
  'values in their hundreds of thousands in variables': {
    query: withNames,
    variables: {
      input: { dataPool: { name: 'events' }, columns: Array.from({ length: 500_000 }, (_, n) => `c${n}`) },
    },
  },
  'keys in their tens of thousands in variables': {
    query: '{ __typename }',
    variables: Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, n])),
  },
  'keys that the input does not know': {
    query: withNames,
    variables: {
      input: Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`column${n}`, n])),
    },
  },
  'a string of megabytes in variables': {
    query: withNames,
    variables: { input: { dataPool: { name: 'x'.repeat(8_000_000) } } },
  },
  'a wrong value of megabytes in variables': {
    query: 'query ($first: Int) { dataPools(first: $first) { nodes { id } } }',
    variables: { first: 'x'.repeat(8_000_000) },
  },
};

const statements: Record<string, HostileDocument> = {
  'statements whose last word is wrong': {
    query: `query ($query: String!) { ${times(50, (n) => `a${n}: sqlV1(input: {query: $query}) { rows }`)} }`,
    variables: { query: `SELECT ${times(900, (n) => `x + ${n}`, ', ')}, missing FROM events` },
  },
  'different statements whose last word is wrong': {
    query: `query (${times(50, (n) => `$q${n}: String!`, ', ')}) { ${times(50, (n) => `a${n}: sqlV1(input: {query: $q${n}}) { rows }`)} }`,
    variables: Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [
        `q${n}`,
        `SELECT ${times(900, (item) => `x + ${item}`, ', ')}, missing_${n} FROM events`,
      ]),
    ),
  },
};

export const hostileDocuments: Readonly<Record<string, HostileDocument>> = {
  ...multiplied,
  ...compared,
  ...large,
  ...introspection,
  ...withinLimits,
  ...variables,
  ...statements,
};
