import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { comparePeriods } from '../base/compared-range.js';
import { errorCodes } from '../base/errors.js';
import { granularities } from '../base/granularity.js';
import { scopes } from '../base/scope.js';
import { tiers } from '../base/tier.js';
import { weekStarts } from '../base/week-start.js';
import { columnTypes } from '../catalog/column.js';
import { filterOperators } from '../catalog/filter.js';
import { sdl } from './schema.js';

const schema = buildSchema(sdl);

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(': '));

/** Type names that clients declare variables with or spread fragments on, and what they must have. */
const members = `
idOrUniqueName: id uniqueName
createApplicationInput: uniqueName description tier scopes
modifyApplicationInput: idOrUniqueName uniqueName description tier scopes
modifyDataPoolInput: idOrUniqueName uniqueName description timestamp accessControlEnabled dataRetentionInDays
CreateWebhookDataSourceInput: uniqueName description connectionSettings
ModifyWebhookDataSourceInput: idOrUniqueName uniqueName description connectionSettings
WebhookConnectionSettingsInput: basicAuth columns timestamp uniqueId accessControlEnabled tableSettings
PartialWebhookConnectionSettingsInput: basicAuth basicAuthEnabled
WebhookDataSourceColumnInput: name jsonProperty type nullable
HttpBasicAuthInput: username password
TableSettingsInput: engine orderBy partitionBy primaryKey ttl
TableEngineInput: mergeTree replacingMergeTree summingMergeTree aggregatingMergeTree
MergeTreeTableEngineInput: type
ReplacingMergeTreeTableEngineInput: type ver
SummingMergeTreeTableEngineInput: type columns
AggregatingMergeTreeTableEngineInput: type
CreateCountMetricInput: dataPool uniqueName description filterSql filters dimensions
CreateSumMetricInput: dataPool uniqueName description filterSql filters dimensions measure
CreateCountDistinctMetricInput: dataPool uniqueName description filterSql filters dimensions dimension
CreateAverageMetricInput: dataPool uniqueName description filterSql filters dimensions measure
CreateMinMetricInput: dataPool uniqueName description filterSql filters dimensions measure
CreateMaxMetricInput: dataPool uniqueName description filterSql filters dimensions measure
CreateCustomMetricInput: dataPool uniqueName description filterSql filters dimensions expression
ModifyMetricInput: metric uniqueName description filterSql filters dimensions
CountMetricQueryInput: dataPool
SumMetricQueryInput: dataPool measure
AverageMetricQueryInput: dataPool measure
MinMetricQueryInput: dataPool measure
MaxMetricQueryInput: dataPool measure
CountDistinctMetricQueryInput: dataPool dimension
CustomMetricQueryInput: dataPool expression
CreateDataPoolAccessPolicyInput: dataPool uniqueName description columns filterSql rows
ModifyDataPoolAccessPolicyInput: id uniqueName description columns filterSql rows
CreateDeletionJobInput: dataPool filterSql
CreateAddColumnToDataPoolJobInput: dataPool columnName columnType jsonProperty
CreateUpdateDataPoolRecordsJobInput: dataPool filterSql set
UpdateDataPoolRecordsJobSetColumnInput: column expression
Application: id uniqueName description environment createdAt createdBy modifiedAt modifiedBy tier scopes secret
DataSource: id uniqueName description environment createdAt createdBy modifiedAt modifiedBy type status connectionSettings dataPools
WebhookConnectionSettings: webhookUrl basicAuth columns timestamp uniqueId tableSettings accessControlEnabled
DataPool: id uniqueName description environment createdAt createdBy modifiedAt modifiedBy dataSource status timestamp uniqueId columns recordCount sizeInBytes metrics tableSettings accessControlEnabled dataRetentionInDays validateExpression
DataPoolColumn: columnName type isNullable columnStoreType
ValidateExpressionResult: valid reason
Metric: id uniqueName description environment createdAt createdBy modifiedAt modifiedBy type dataPool dimensions timestamp settings
Dimension: columnName type isNullable stats
DimensionStatistics: min max average uniqueValues query
CountMetricSettings: filters filterSql
SumMetricSettings: filters filterSql measure
CountDistinctMetricSettings: filters filterSql dimension
CustomMetricSettings: filters filterSql expression
DataSourceResponse: dataSource
MetricResponse: metric
ApplicationResponse: application
DataPoolResponse: dataPool
FailureResponse: error
Error: code message
DataPoolAccessPolicyResponse: dataPoolAccessPolicy
DataPoolAccessPolicy: id uniqueName dataPool columns filterSql rows applications
DeletionJobResponse: job
AddColumnToDataPoolJobResponse: job
UpdateDataPoolRecordsJobResponse: job
DeletionJob: id progress status error filterSql
AddColumnToDataPoolJob: id progress status error columnName columnType jsonProperty
UpdateDataPoolRecordsJob: id progress status error filterSql set
`;

const unions = `
ApplicationOrFailureResponse: ApplicationResponse FailureResponse
DataPoolOrFailureResponse: DataPoolResponse FailureResponse
ConnectionSettings: WebhookConnectionSettings
MetricSettings: CountMetricSettings SumMetricSettings CountDistinctMetricSettings AverageMetricSettings MinMetricSettings MaxMetricSettings CustomMetricSettings
TableEngine: MergeTreeTableEngine ReplacingMergeTreeTableEngine SummingMergeTreeTableEngine AggregatingMergeTreeTableEngine
`;

const relativeRanges = `
LAST_N LAST_N_MINUTES LAST_N_HOURS LAST_N_DAYS LAST_N_WEEKS LAST_N_MONTHS LAST_N_QUARTERS LAST_N_YEARS
THIS_HOUR TODAY THIS_WEEK THIS_MONTH THIS_QUARTER THIS_YEAR
PREVIOUS_HOUR YESTERDAY PREVIOUS_WEEK PREVIOUS_MONTH PREVIOUS_QUARTER PREVIOUS_YEAR
NEXT_HOUR TOMORROW NEXT_WEEK NEXT_MONTH NEXT_QUARTER NEXT_YEAR`;

const fixedRanges = `
LAST_15_MINUTES LAST_30_MINUTES LAST_HOUR LAST_4_HOURS LAST_12_HOURS LAST_24_HOURS LAST_7_DAYS LAST_30_DAYS
LAST_90_DAYS LAST_3_MONTHS LAST_6_MONTHS LAST_YEAR LAST_2_YEARS LAST_5_YEARS`;

const words = (text: string) => text.trim().split(/\s+/);

function valuesOf(name: string, deprecated = false): string[] {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is not an enumeration`);
  return type
    .getValues()
    .filter((value) => (value.deprecationReason != null) === deprecated)
    .map((value) => value.name);
}

describe('the schema has what the contract names', () => {
  it.each(lines(members))('%s has %s', (name = '', wanted = '') => {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`The schema has no type ${name}`);
    expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(words(wanted)));
  });

  it.each(lines(unions))('%s can be %s', (name = '', wanted = '') => {
    const type = schema.getType(name);
    if (!isUnionType(type)) throw new Error(`${name} is not a union`);
    expect(type.getTypes().map((member) => member.name)).toEqual(expect.arrayContaining(words(wanted)));
  });

  it('has every relative time range, the fixed ones deprecated', () => {
    expect(valuesOf('RelativeTimeRange')).toEqual(words(relativeRanges));
    expect(valuesOf('RelativeTimeRange', true)).toEqual(words(fixedRanges));
  });

  it('has the states of Data Sources, Data Pools and jobs in their order', () => {
    expect(valuesOf('DataSourceStatus')).toEqual(words('CREATED CONNECTING CONNECTED BROKEN DELETING'));
    expect(valuesOf('DataPoolStatus')).toEqual(words('CREATED PENDING LIVE SETUP_FAILED DELETING'));
    expect(valuesOf('JobStatus')).toEqual(words('CREATED IN_PROGRESS SUCCEEDED FAILED'));
    expect(valuesOf('MetricType')).toEqual(words('COUNT SUM COUNT_DISTINCT AVERAGE MIN MAX CUSTOM'));
  });

  it('has the same words as the code has', () => {
    expect(valuesOf('ErrorCode')).toEqual(Object.keys(errorCodes));
    expect(valuesOf('Tier')).toEqual(Object.keys(tiers));
    expect(valuesOf('TimeSeriesGranularity')).toEqual([...granularities]);
    expect(valuesOf('WeekStart')).toEqual([...weekStarts]);
    expect(valuesOf('ComparePeriod')).toEqual([...comparePeriods]);
    expect(valuesOf('ColumnType')).toEqual([...columnTypes]);
    expect(valuesOf('FilterOperator')).toEqual([...filterOperators]);
    expect(valuesOf('ApplicationScope')).toEqual(
      scopes.map((scope) => scope.replace(':', '_').toUpperCase()),
    );
  });
});

/** Requests as clients of the published API write them: variables by type name, fragments by type. */
const requests: Readonly<Record<string, string>> = {
  'create a webhook Data Source': `
    mutation ($input: CreateWebhookDataSourceInput!) {
      createWebhookDataSource(input: $input) {
        dataSource {
          id uniqueName status
          connectionSettings {
            ... on WebhookConnectionSettings {
              webhookUrl timestamp uniqueId
              basicAuth { username password }
              columns { name type jsonProperty nullable }
              tableSettings {
                engine {
                  ... on MergeTreeTableEngine { type }
                  ... on ReplacingMergeTreeTableEngine { type ver }
                  ... on SummingMergeTreeTableEngine { type columns }
                  ... on AggregatingMergeTreeTableEngine { type }
                }
                orderBy partitionBy primaryKey
              }
            }
          }
          dataPools { nodes { id timestamp { columnName } uniqueId { columnName } } }
        }
      }
    }`,
  'modify and delete Data Sources': `
    mutation ($input: ModifyWebhookDataSourceInput!, $id: ID!, $name: String!) {
      modifyWebhookDataSource(input: $input) { dataSource { id } }
      deleteDataSource(id: $id)
      deleteDataSourceByName(uniqueName: $name)
      deleteDataPool(id: $id)
      deleteDataPoolByName(uniqueName: $name)
      deleteMetric(id: $id)
      deleteMetricByName(uniqueName: $name)
    }`,
  'create, modify and rotate Applications': `
    mutation ($new: createApplicationInput!, $changed: modifyApplicationInput!, $id: ID!) {
      createApplication(input: $new) {
        ... on ApplicationResponse { application { ...application } }
        ... on FailureResponse { error { ...error } }
      }
      modifyApplication(input: $changed) {
        ... on ApplicationResponse { application { ...application } }
        ... on FailureResponse { error { ...error } }
      }
      rotateApplicationSecret(id: $id) { application { ...application } }
    }
    fragment application on Application { id clientId secret tier scopes ...common }
    fragment common on Common { uniqueName description environment { id } createdAt modifiedAt createdBy modifiedBy }
    fragment error on Error { code message }`,
  'modify a Data Pool': `
    mutation ($input: modifyDataPoolInput!) {
      modifyDataPool(input: $input) {
        ... on DataPoolResponse { dataPool { id } }
        ... on FailureResponse { error { code message } }
      }
    }`,
  'create Metrics with variables that need not be given': `
    mutation (
      $count: CreateCountMetricInput, $sum: CreateSumMetricInput, $distinct: CreateCountDistinctMetricInput!
      $average: CreateAverageMetricInput, $min: CreateMinMetricInput, $max: CreateMaxMetricInput
      $custom: CreateCustomMetricInput!, $changed: ModifyMetricInput
    ) {
      createCountMetric(input: $count) { metric { id } }
      createSumMetric(input: $sum) { metric { id } }
      createCountDistinctMetric(input: $distinct) { metric { id } }
      createAverageMetric(input: $average) { metric { id } }
      createMinMetric(input: $min) { metric { id } }
      createMaxMetric(input: $max) { metric { id } }
      createCustomMetric(input: $custom) { metric { id } }
      modifyMetric(input: $changed) { metric { id settings { ... on SumMetricSettings { measure { columnName } } } } }
    }`,
  'read the catalog': `
    query ($id: ID!, $name: String!, $first: Int, $after: String, $last: Int, $before: String) {
      metric(id: $id) { dimensions { stats { min max average uniqueValues(limit: 5) query { id } } } }
      metricByName(uniqueName: $name) { id }
      metrics(first: $first, after: $after, last: $last, before: $before) {
        pageInfo { endCursor } nodes { id } edges { cursor node { id } }
      }
      dataPool(id: $id) { columns { nodes { columnName } } validateExpression(expression: "COUNT()") { valid reason } }
      dataPoolByName(uniqueName: $name) { id }
      dataPools(first: $first) { nodes { id } }
      dataSource(id: $id) { id }
      dataSourceByName(uniqueName: $name) { id }
      dataSources(first: $first) { nodes { id } }
      queryInfo(id: $id) { status }
      queries(first: $first, after: $after, filter: { status: ERROR }) { nodes { sql } }
    }`,
  'assign access policies': `
    mutation ($input: CreateDataPoolAccessPolicyInput!, $policy: ID!, $application: ID!) {
      createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id columns } }
      assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application)
      unAssignDataPoolAccessPolicyFromApplication(dataPoolAccessPolicy: $policy, application: $application)
      deleteDataPoolAccessPolicy(id: $policy)
    }`,
  'start jobs': `
    mutation (
      $deletion: CreateDeletionJobInput!, $column: CreateAddColumnToDataPoolJobInput!
      $update: CreateUpdateDataPoolRecordsJobInput!, $id: ID!
    ) {
      createDeletionJob(input: $deletion) { job { id status progress error { message } } }
      createAddColumnToDataPoolJob(input: $column) { job { id columnName columnType } }
      createUpdateDataPoolRecordsJob(input: $update) { job { id set { column expression } } }
      cancelJob(id: $id) { status ... on DeletionJob { filterSql } }
    }`,
  'use the older name of the column store': `
    { sqlV1(input: { query: "SELECT 1", dialect: CLICKHOUSE }) { rows } }`,
};

describe('the schema takes requests as clients write them', () => {
  it.each(Object.entries(requests))('%s', (_, request) => {
    expect(validate(schema, parse(request)).map((error) => error.message)).toEqual([]);
  });
});
