import {
  assertValidSchema,
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { sdl } from './schema.js';

/**
 * The specification's tables, transcribed: one line a type, `Name: field Type, …`. A default follows `=`,
 * and `~name` after a type says that the field is deprecated in favour of `name`.
 */
const outputTypes = `
QueryInfo: id ID!, createdAt DateTime!, createdBy String!, modifiedAt DateTime!, modifiedBy String!, bytesProcessed String!, durationInMilliseconds Int!, recordsProcessed String!, resultingBytes Int!, resultingRecords Int!, tier Tier, status QueryStatus!, type QueryType!, subtype QuerySubtype, sql String!
PageInfo: startCursor String, endCursor String, hasNextPage Boolean!, hasPreviousPage Boolean!
MetricReportConnection: pageInfo PageInfo!, edges [MetricReportEdge!]!, nodes [MetricReportNode!]!, headers [String]!, rows [[String]!]!, query QueryInfo!
MetricReportEdge: node MetricReportNode!, cursor String!
MetricReportNode: headers [String]!, row [String]!
DataGridConnection: headers [String!]!, rows [[String]!]!, query QueryInfo!, pageInfo PageInfo!, edges [DataGridEdge!]!, nodes [DataGridNode!]!
DataGridEdge: node DataGridNode!, cursor String!
DataGridNode: headers [String!]!, row [String]!
SqlResponse: columns [SqlColumnResponse!]!, rows [[String]!]!, info QueryInfo!
SqlColumnResponse: columnName String!, type ColumnType!, isNullable Boolean!
DescribeSqlResponse: columns [SqlColumnResponse!]!
RecordsByUniqueIdResponse: columns [String!]!, values [[String]!]!, query QueryInfo!
TopValuesResponse: values [String!]!
CounterResponse: value String, query QueryInfo!
TimeSeriesResponse: labels [String!]!, values [String]!, groups [TimeSeriesResponseGroup!], query QueryInfo!
TimeSeriesResponseGroup: group [String]!, labels [String!]!, values [String]!
LeaderboardResponse: headers [String!]!, rows [[String]!]!, query QueryInfo!
`;

const metricNaming = 'metric MetricInput, metricId ID ~metric, metricName String ~metric';
const filtering = 'filterSql String, filters [FilterInput!] ~filterSql';
const timing = 'timeRange TimeRangeInput, timeZone String = "UTC"';
const paging = 'first Int, after String, last Int, before String';

const inputTypes = `
TimeRangeInput: timestamp String, relative RelativeTimeRange, n Int, start DateTime, stop DateTime
DataPoolInput: id ID, name String
MetricInput: id ID, name String, custom CustomMetricQueryInput, count CountMetricQueryInput, sum SumMetricQueryInput, average AverageMetricQueryInput, min MinMetricQueryInput, max MaxMetricQueryInput, countDistinct CountDistinctMetricQueryInput
FilterInput: column String!, operator FilterOperator!, value String, and [FilterInput!], or [FilterInput!]
DimensionInput: columnName String!
MetricReportDimensionInput: columnName String!, displayName String, sort Sort = ASC
MetricReportMetricInput: metric MetricInput, displayName String, ${filtering}, sort Sort = DESC, uniqueName String ~metric, id ID ~metric
MetricReportInput: ${timing}, dimensions [MetricReportDimensionInput!]!, metrics [MetricReportMetricInput!]!, ${filtering}, orderByColumn Int, ${paging}
SqlV1Input: query String!, dialect SqlDialectV1
DescribeSqlV1Input: query String!, dialect SqlDialectV1
DataGridInput: dataPool DataPoolInput!, ${timing}, columns [String!]!, orderByColumn Int, sort Sort = DESC, ${filtering}, ${paging}
RecordsByUniqueIdInput: dataPool DataPoolInput!, columns [String!]!, uniqueIds [String!]!
TopValuesInput: dataPool DataPoolInput!, columnName String!, ${timing}, maxValues Int = 10
CounterInput: ${metricNaming}, ${timing}, ${filtering}
TimeSeriesInput: ${metricNaming}, ${timing}, granularity TimeSeriesGranularity!, ${filtering}, groupBy [String!]
LeaderboardInput: ${metricNaming}, ${timing}, dimensions [DimensionInput!]!, sort Sort = DESC, rowLimit Int!, ${filtering}
`;

const operations = `
metricReport MetricReportInput! MetricReportConnection
sqlV1 SqlV1Input! SqlResponse!
describeSqlV1 DescribeSqlV1Input! DescribeSqlResponse!
dataGrid DataGridInput! DataGridConnection!
recordsByUniqueId RecordsByUniqueIdInput! RecordsByUniqueIdResponse!
topValues TopValuesInput! TopValuesResponse!
counter CounterInput! CounterResponse
counters [CounterInput!]! [CounterResponse]!
timeSeries TimeSeriesInput! TimeSeriesResponse
leaderboard LeaderboardInput! LeaderboardResponse
`;

const enums = `
Tier: P1_X_SMALL P1_SMALL P1_MEDIUM P1_LARGE P1_X_LARGE
QueryStatus: COMPLETED ERROR TIMED_OUT
QueryType: METRIC STATS REPORT RECORDS RECORDS_BY_UNIQUE_ID SQL TOP_VALUES
QuerySubtype: COUNTER TIME_SERIES LEADERBOARD
Sort: ASC DESC
SqlDialectV1: POSTGRESQL COLUMNSTORE
ColumnType: BOOLEAN STRING FLOAT DOUBLE INT8 INT16 INT32 INT64 DATE TIMESTAMP JSON COLUMNSTORE
TimeSeriesGranularity: MINUTE FIVE_MINUTES TEN_MINUTES FIFTEEN_MINUTES HOUR DAY WEEK MONTH YEAR
`;

/** Values that Weir adds to those of the specification. */
const addedValues: Readonly<Record<string, readonly string[]>> = {
  TimeSeriesGranularity: ['THIRTY_MINUTES', 'QUARTER'],
  ColumnType: ['DECIMAL'],
};

/** The specification names only some values of these. */
const openEnums = `
RelativeTimeRange: LAST_N THIS_MONTH
FilterOperator: GREATER_THAN LESS_THAN_OR_EQUAL_TO EQUALS
`;

/** What its creation takes; the specification gives no requiredness, so `!` is not compared. */
const webhookInputs = `
CreateWebhookDataSourceInput: uniqueName String, description String, connectionSettings WebhookConnectionSettingsInput
WebhookConnectionSettingsInput: basicAuth HttpBasicAuthInput, columns [WebhookDataSourceColumnInput], accessControlEnabled Boolean, tableSettings TableSettingsInput
HttpBasicAuthInput: username String, password String
WebhookDataSourceColumnInput: name String, jsonProperty String, type ColumnType, nullable Boolean
TableSettingsInput: engine TableEngineInput, orderBy [String], partitionBy [String]
TableEngineInput: mergeTree MergeTreeTableEngineInput
MergeTreeTableEngineInput: type TableEngineType
`;

const weekStart = 'weekStart WeekStart';
const useBooster = 'useBooster Boolean = true';
const compare = 'compare CompareInput';

/** Section 1 says that every query result carries a QueryInfo; the table of TopValuesResponse leaves it out. */
const additions: Readonly<Record<string, readonly string[]>> = {
  TopValuesResponse: ['counts [String!]!', 'query QueryInfo!'],
  CounterResponse: ['format MetricFormat', 'comparison CounterComparison'],
  TimeSeriesResponse: ['format MetricFormat', 'incompleteFrom String', 'comparison TimeSeriesComparison'],
  LeaderboardResponse: ['format MetricFormat', 'hasOthers Boolean!', 'comparison LeaderboardComparison'],
  MetricReportConnection: ['formats [MetricFormat]!'],
  QueryInfo: ['booster QueryBooster'],
  CounterInput: [weekStart, useBooster, compare],
  TimeSeriesInput: ['groupLimit Int', weekStart, useBooster, compare],
  TimeSeriesResponseGroup: ['isOthers Boolean!', 'comparison TimeSeriesGroupComparison'],
  LeaderboardInput: ['others Boolean = false', weekStart, useBooster, compare],
  MetricReportInput: [weekStart, useBooster],
  DataGridInput: [weekStart],
  TopValuesInput: [weekStart],
  SqlResponse: ['dialect SqlDialectV1!'],
  SqlColumnResponse: ['precision Int', 'scale Int'],
  DescribeSqlResponse: ['dialect SqlDialectV1!'],
};

const schema = buildSchema(sdl);

const lines = (table: string) => table.trim().split('\n');

const rows = (table: string) =>
  lines(table).map((line) => {
    const [name = '', fields = ''] = line.split(': ');
    return { name, fields: fields.split(', ').sort() };
  });

function typeNamed(name: string): GraphQLNamedType {
  const type = schema.getType(name);
  if (type === undefined) throw new Error(`The schema has no type ${name}`);
  return type;
}

const literal = (value: unknown, type: string) =>
  value === undefined ? '' : ` = ${type === 'String' ? JSON.stringify(value) : value}`;

const replacement = (reason: string | null | undefined) =>
  reason ? ` ~${/^Use `(\w+)`\.$/.exec(reason)?.[1]}` : '';

/** A type's fields as the tables write them. */
function fieldsOf(type: GraphQLNamedType): string[] {
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map(
      (field) =>
        `${field.name} ${field.type}${literal(field.defaultValue, String(field.type))}${replacement(field.deprecationReason)}`,
    );
  }
  if (!isObjectType(type)) throw new Error(`${type.name} has no fields`);
  return Object.values(type.getFields()).map(
    (field) => `${field.name} ${field.type}${replacement(field.deprecationReason)}`,
  );
}

describe('the schema holds to the specification', () => {
  it('is valid GraphQL', () => {
    expect(() => assertValidSchema(schema)).not.toThrow();
  });

  it.each(['ID', 'String', 'Int', 'Boolean', 'DateTime'])('has the scalar %s', (name) => {
    expect(isScalarType(schema.getType(name))).toBe(true);
  });

  it.each(rows(outputTypes))('has the response type $name exactly', ({ name, fields }) => {
    const type = typeNamed(name);
    expect(isObjectType(type)).toBe(true);
    expect(fieldsOf(type).sort()).toEqual([...fields, ...(additions[name] ?? [])].sort());
  });

  it.each(rows(inputTypes))('has the input type $name exactly', ({ name, fields }) => {
    const type = typeNamed(name);
    expect(isInputObjectType(type)).toBe(true);
    expect(fieldsOf(type).sort()).toEqual([...fields, ...(additions[name] ?? [])].sort());
  });

  it.each(lines(operations).map((line) => line.split(' ')))(
    'has the operation %s(input: %s): %s',
    (...row) => {
      const [name = '', input, result] = row;
      const field = schema.getQueryType()?.getFields()[name];
      expect(field?.args.map((argument) => `${argument.name} ${argument.type}`)).toEqual([`input ${input}`]);
      expect(String(field?.type)).toBe(result);
    },
  );

  it.each(lines(enums).map((line) => line.split(': ')))('has the enumeration %s with %s', (...row) => {
    const [name = '', values = ''] = row;
    const type = typeNamed(name);
    if (!isEnumType(type)) throw new Error(`${name} is not an enumeration`);
    const wanted = values.split(' ');
    const found = type.getValues().filter((value) => value.deprecationReason == null);
    const names = found.map((value) => value.name);
    const added = addedValues[name] ?? [];
    expect(names.filter((value) => !added.includes(value))).toEqual(wanted);
    expect(names).toHaveLength(wanted.length + added.length);
    const aliases = type.getValues().filter((value) => value.deprecationReason != null);
    expect(aliases.map((value) => `${value.name}${replacement(value.deprecationReason)}`)).toEqual(
      wanted.includes('COLUMNSTORE') ? ['CLICKHOUSE ~COLUMNSTORE'] : [],
    );
  });

  it.each(lines(openEnums).map((line) => line.split(': ')))('has in %s at least %s', (...row) => {
    const [name = '', values = ''] = row;
    const type = typeNamed(name);
    if (!isEnumType(type)) throw new Error(`${name} is not an enumeration`);
    expect(type.getValues().map((value) => value.name)).toEqual(expect.arrayContaining(values.split(' ')));
  });

  it.each(rows(webhookInputs))('takes $name to create a webhook', ({ name, fields }) => {
    const found = fieldsOf(typeNamed(name)).map((field) => field.replace(/ = .*$/, '').replaceAll('!', ''));
    expect(found).toEqual(expect.arrayContaining(fields));
  });

  it('answers the creation of a webhook with its Data Source', () => {
    const field = schema.getMutationType()?.getFields()['createWebhookDataSource'];
    expect(field?.args.map((argument) => `${argument.name} ${argument.type}`)).toEqual([
      'input CreateWebhookDataSourceInput!',
    ]);
    expect(fieldsOf(typeNamed('DataSourceResponse'))).toEqual(['dataSource DataSource!']);
    expect(fieldsOf(typeNamed('DataSource'))).toEqual(
      expect.arrayContaining(['id ID!', 'uniqueName String!', 'status DataSourceStatus!']),
    );
  });

  it('says in the description how much each tier may process, and which is the default', () => {
    const limits = {
      P1_X_SMALL: '5,',
      P1_SMALL: '25,',
      P1_MEDIUM: '100,',
      P1_LARGE: '250,',
      P1_X_LARGE: '500,',
    };
    const type = typeNamed('Tier');
    if (!isEnumType(type)) throw new Error('Tier is not an enumeration');
    for (const [tier, millions] of Object.entries(limits)) {
      expect(type.getValue(tier)?.description).toContain(` ${millions}000,000 records per second`);
    }
    const defaults = type.getValues().filter(({ description }) => description?.includes('The default.'));
    expect(defaults.map(({ name }) => name)).toEqual(['P1_X_LARGE']);
  });
});
