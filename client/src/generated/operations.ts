/* Generated from the schema and client/src/operations by `npm run generate`. Do not edit. */
import { typedDocument } from '../typed-document.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Names a resource by exactly one of its identifier and its unique name. */
export type idOrUniqueName = {
  /** The resource's identifier. */
  readonly id?: string | null | undefined;
  /** The resource's unique name. */
  readonly uniqueName?: string | null | undefined;
};

/** How much one query may process a second. Every Application has a tier, and its queries run in it. */
export type Tier =
  /** At most 5,000,000 records a second. The default. */
  | 'P1_X_SMALL'
  /** At most 25,000,000 records a second. */
  | 'P1_SMALL'
  /** At most 100,000,000 records a second. */
  | 'P1_MEDIUM'
  /** At most 250,000,000 records a second. */
  | 'P1_LARGE'
  /** At most 500,000,000 records a second. */
  | 'P1_X_LARGE';

/** The order of rows. */
export type Sort =
  /** Ascending: smallest or earliest first. */
  | 'ASC'
  /** Descending: largest or latest first. */
  | 'DESC';

/** Names a column: a Metric's measure or dimension, or what a leaderboard is broken down by. */
export type DimensionInput = {
  /** The column's name. */
  readonly columnName: string;
};

/** The type of a column. In answers every value is text, or null. */
export type ColumnType =
  /** `true` or `false`. */
  | 'BOOLEAN'
  /** Text. */
  | 'STRING'
  /** A 32-bit floating-point number. */
  | 'FLOAT'
  /** A 64-bit floating-point number. */
  | 'DOUBLE'
  /** An 8-bit signed integer: -128 to 127. */
  | 'INT8'
  /** A 16-bit signed integer: -32,768 to 32,767. */
  | 'INT16'
  /** A 32-bit signed integer: -2,147,483,648 to 2,147,483,647. */
  | 'INT32'
  /** A 64-bit signed integer: -2^63 to 2^63 - 1. */
  | 'INT64'
  /** A date: `YYYY-MM-DD`. */
  | 'DATE'
  /** A date and time in UTC: `yyyy-MM-dd HH:mm:ss`, with `.SSS` where there are milliseconds. */
  | 'TIMESTAMP'
  /** A JSON document. */
  | 'JSON'
  /** A type that only the underlying column store has a name for. */
  | 'COLUMNSTORE'
  /** Accepted in place of `COLUMNSTORE`, and never answered. */
  | 'CLICKHOUSE';

/** How a filter compares a column with its value. */
export type FilterOperator =
  /** Equal to the value. */
  | 'EQUALS'
  /** Not equal to the value. */
  | 'NOT_EQUALS'
  /** Greater than the value. */
  | 'GREATER_THAN'
  /** Greater than the value or equal to it. */
  | 'GREATER_THAN_OR_EQUAL_TO'
  /** Less than the value. */
  | 'LESS_THAN'
  /** Less than the value or equal to it. */
  | 'LESS_THAN_OR_EQUAL_TO'
  /** Matches the value as a pattern: `%` is any text, `_` is any one character. */
  | 'LIKE'
  /** Does not match the value as a pattern. */
  | 'NOT_LIKE'
  /** Is null. Takes no value. */
  | 'IS_NULL'
  /** Is not null. Takes no value. */
  | 'IS_NOT_NULL';

/**
 * A condition on one column; prefer `filterSql`. It means `(itself AND every "and") OR any "or"`.
 * Filters in a list must all hold.
 */
export type FilterInput = {
  /** The column to compare. */
  readonly column: string;
  /** How to compare it. */
  readonly operator: FilterOperator;
  /** What to compare it with, as text that fits the column's type. Absent for `IS_NULL` and `IS_NOT_NULL`. */
  readonly value?: string | null | undefined;
  /** Filters that must hold together with this one. They bind more tightly than `or`. */
  readonly and?: ReadonlyArray<FilterInput> | null | undefined;
  /** Filters any of which may hold instead of this one. */
  readonly or?: ReadonlyArray<FilterInput> | null | undefined;
};

/** The codes of all failures, here and in `extensions.code` of GraphQL errors. */
export type ErrorCode =
  /** The request is not valid. The message says what is wrong and where; repeating it will not help. */
  | 'BAD_REQUEST'
  /** No credentials were given, or they are wrong, expired or revoked. */
  | 'UNAUTHENTICATED'
  /** The credentials are good but lack a scope or an access policy, which the message names. */
  | 'FORBIDDEN'
  /** The named resource does not exist in the Environment of the credentials. */
  | 'NOT_FOUND'
  /** The request collides with what is there: a unique name is taken, or a resource is still in use. */
  | 'CONFLICT'
  /** The query reached the engine and failed there. */
  | 'QUERY_FAILED'
  /** The query ran longer than the query time-out and was stopped. */
  | 'QUERY_TIMED_OUT'
  /** The query was cancelled before it finished, usually because its client went away. */
  | 'QUERY_CANCELLED'
  /** Too many requests. Wait as long as `Retry-After` says and try again. */
  | 'RATE_LIMITED'
  /** A part of the service is away or overloaded. Try again shortly; nothing was changed. */
  | 'UNAVAILABLE'
  /** An unexpected fault. The message carries an error id under which the log has the detail. */
  | 'INTERNAL';

/** What an Application, or a token that it asked for, may do in its Environment. */
export type ApplicationScope =
  /** `admin`: read and write Data Sources, Data Pools, Metrics, access policies and jobs, and query all. */
  | 'ADMIN'
  /** `application:admin`: read Applications, and write those that have no more scopes than the token itself. */
  | 'APPLICATION_ADMIN'
  /** `data_pool:query`: read the records of Data Pools, by data grid, by unique ID and by SQL. */
  | 'DATA_POOL_QUERY'
  /** `metric:query`: query Metrics. */
  | 'METRIC_QUERY'
  /** `metric:stats`: query the statistics of Metrics' dimensions, and top values. */
  | 'METRIC_STATS';

/** A new Application. */
export type createApplicationInput = {
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it is for. */
  readonly description?: string | null | undefined;
  /**
   * The tier in which its queries run, by default P1_X_SMALL. Without the scope `admin`, none above the tier of the
   * asking Application.
   */
  readonly tier?: Tier | null | undefined;
  /** What it may do, at least one scope. By default all scopes that the token can give. */
  readonly scopes?: ReadonlyArray<ApplicationScope> | null | undefined;
};

/** New values for an Application. What is absent stays as it is. */
export type modifyApplicationInput = {
  /** The Application to change. */
  readonly idOrUniqueName: idOrUniqueName;
  /** Its new unique name. */
  readonly uniqueName?: string | null | undefined;
  /** Its new description. */
  readonly description?: string | null | undefined;
  /** Its new tier, for queries from now on. Without the scope `admin`, none above the tier of the asking Application. */
  readonly tier?: Tier | null | undefined;
  /** Its new scopes, at least one. */
  readonly scopes?: ReadonlyArray<ApplicationScope> | null | undefined;
};

/** The kinds of Data Source. */
export type DataSourceType =
  /** Receives JSON events by HTTP. */
  | 'WEBHOOK'
  /** Reads files from object storage. Reserved: none can be created yet. */
  | 'S3';

/** The states of a Data Source. */
export type DataSourceStatus =
  /** Created, not connected yet. */
  | 'CREATED'
  /** Being connected. */
  | 'CONNECTING'
  /** Receiving records. */
  | 'CONNECTED'
  /** It could not be connected: see `error`. */
  | 'BROKEN'
  /** Being deleted. */
  | 'DELETING';

/** A new webhook Data Source. Its Data Pool is created with it, under the same unique name. */
export type CreateWebhookDataSourceInput = {
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it is for. */
  readonly description?: string | null | undefined;
  /** How it receives events and stores them. */
  readonly connectionSettings: WebhookConnectionSettingsInput;
};

/** How a webhook Data Source receives events and stores them. */
export type WebhookConnectionSettingsInput = {
  /**
   * The basic authentication that senders must use. Absent, or with username and password left blank, anyone
   * who has the URL can send.
   */
  readonly basicAuth?: HttpBasicAuthInput | null | undefined;
  /** The columns that events fill, besides `_service_received_at` and `_service_payload`. */
  readonly columns?: ReadonlyArray<WebhookDataSourceColumnInput> | null | undefined;
  /** The default timestamp: a TIMESTAMP or DATE column. By default `_service_received_at`. */
  readonly timestamp?: string | null | undefined;
  /** The column that identifies a record. A record with the same value replaces the earlier one. */
  readonly uniqueId?: string | null | undefined;
  /** Whether Applications need an access policy to read the Data Pool, by default false. */
  readonly accessControlEnabled?: boolean | null | undefined;
  /** How to build the Data Pool's table. */
  readonly tableSettings?: TableSettingsInput | null | undefined;
};

/** A column that events fill. */
export type WebhookDataSourceColumnInput = {
  /** The column's name, unique in the Data Pool. */
  readonly name: string;
  /** The event's key: a top-level one, or a dotted path such as `items.0.sku`. By default the column's name. */
  readonly jsonProperty?: string | null | undefined;
  /** The column's type. */
  readonly type: ColumnType;
  /**
   * Whether the value may be missing or null. An event without a value that it must have is refused. By
   * default false.
   */
  readonly nullable?: boolean | null | undefined;
};

/** HTTP basic authentication. Both left blank is none. */
export type HttpBasicAuthInput = {
  /** The username. */
  readonly username?: string | null | undefined;
  /** The password. It cannot be read back. */
  readonly password?: string | null | undefined;
};

/** New values for a webhook Data Source. What is absent stays as it is. */
export type ModifyWebhookDataSourceInput = {
  /** The Data Source to change. */
  readonly idOrUniqueName: idOrUniqueName;
  /** Its new unique name. */
  readonly uniqueName?: string | null | undefined;
  /** Its new description. */
  readonly description?: string | null | undefined;
  /** How it receives events from now on. */
  readonly connectionSettings?: PartialWebhookConnectionSettingsInput | null | undefined;
};

/** New settings for a webhook Data Source. What is absent stays as it is. */
export type PartialWebhookConnectionSettingsInput = {
  /** The basic authentication that senders must use from now on. */
  readonly basicAuth?: HttpBasicAuthInput | null | undefined;
  /** False removes the basic authentication. */
  readonly basicAuthEnabled?: boolean | null | undefined;
};

/** The kinds of table. */
export type TableEngineType =
  /** Append-only: every record is kept. */
  | 'MERGE_TREE'
  /** Mutable: a record replaces the earlier one with the same `orderBy` values, and queries see only the newest. */
  | 'REPLACING_MERGE_TREE'
  /** Append-only: records with the same `orderBy` values are added up. */
  | 'SUMMING_MERGE_TREE'
  /** Append-only: records with the same `orderBy` values are combined by their aggregate states. */
  | 'AGGREGATING_MERGE_TREE';

/** How to build a Data Pool's table. */
export type TableSettingsInput = {
  /**
   * The kind of table. By default append-only (`mergeTree`), or mutable (`replacingMergeTree`) when there is a
   * unique ID.
   */
  readonly engine?: TableEngineInput | null | undefined;
  /** The columns to order records by, none of them nullable. By default the unique ID, or else the timestamp. */
  readonly orderBy?: ReadonlyArray<string | null | undefined> | null | undefined;
  /** The columns or expressions to partition records by. By default the month of the timestamp. */
  readonly partitionBy?: ReadonlyArray<string | null | undefined> | null | undefined;
  /** The primary key: the first of the `orderBy` columns, or all of them. By default all. */
  readonly primaryKey?: ReadonlyArray<string | null | undefined> | null | undefined;
  /** When records expire, as the column store's TTL expression. By default never. */
  readonly ttl?: string | null | undefined;
};

/** The kind of a table: exactly one of these. */
export type TableEngineInput = {
  /** An append-only table. */
  readonly mergeTree?: MergeTreeTableEngineInput | null | undefined;
  /** A mutable table: the newest record with the same `orderBy` values counts. */
  readonly replacingMergeTree?: ReplacingMergeTreeTableEngineInput | null | undefined;
  /** A table that adds up records with the same `orderBy` values. */
  readonly summingMergeTree?: SummingMergeTreeTableEngineInput | null | undefined;
  /** A table that combines records with the same `orderBy` values by their aggregate states. */
  readonly aggregatingMergeTree?: AggregatingMergeTreeTableEngineInput | null | undefined;
};

/** An append-only table. */
export type MergeTreeTableEngineInput = {
  /** `MERGE_TREE`, or absent. */
  readonly type?: TableEngineType | null | undefined;
};

/** A mutable table. */
export type ReplacingMergeTreeTableEngineInput = {
  /** `REPLACING_MERGE_TREE`, or absent. */
  readonly type?: TableEngineType | null | undefined;
  /** The column whose largest value is the newest. By default the record that arrived last is. */
  readonly ver?: string | null | undefined;
};

/** A table that adds up records. */
export type SummingMergeTreeTableEngineInput = {
  /** `SUMMING_MERGE_TREE`, or absent. */
  readonly type?: TableEngineType | null | undefined;
  /** The columns to add up. By default all numeric ones that are not in `orderBy`. */
  readonly columns?: ReadonlyArray<string> | null | undefined;
};

/** A table that combines records by their aggregate states. */
export type AggregatingMergeTreeTableEngineInput = {
  /** `AGGREGATING_MERGE_TREE`, or absent. */
  readonly type?: TableEngineType | null | undefined;
};

/** The states of a Data Pool. */
export type DataPoolStatus =
  /** Created, its table is not there yet. */
  | 'CREATED'
  /** Its table is being set up. */
  | 'PENDING'
  /** Storing records and answering queries. */
  | 'LIVE'
  /** Its table could not be set up: see `error`, then `retryDataPoolSetup`. */
  | 'SETUP_FAILED'
  /** Being deleted with its records. */
  | 'DELETING';

/** New values for a Data Pool. What is absent stays as it is. */
export type modifyDataPoolInput = {
  /** The Data Pool to change. */
  readonly idOrUniqueName: idOrUniqueName;
  /** Its new unique name. */
  readonly uniqueName?: string | null | undefined;
  /** Its new description. */
  readonly description?: string | null | undefined;
  /** Its new default timestamp, a TIMESTAMP or DATE column. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** Whether Applications need an access policy to read it. */
  readonly accessControlEnabled?: boolean | null | undefined;
  /** After how many days records are removed, counted from their timestamp; 0 keeps them. */
  readonly dataRetentionInDays?: number | null | undefined;
};

/** Names a Data Pool by exactly one of its identifier and its unique name. */
export type DataPoolInput = {
  /** The Data Pool's identifier. */
  readonly id?: string | null | undefined;
  /** The Data Pool's unique name. */
  readonly name?: string | null | undefined;
};

/** Names a timestamp column. */
export type TimestampInput = {
  /** The column's name. It must be a TIMESTAMP or a DATE. */
  readonly columnName: string;
};

/** The settings that remove records. */
export type DataRetentionSetting =
  /** The Data Pool's `dataRetentionInDays`, counted from its timestamp. */
  | 'DATA_RETENTION_IN_DAYS'
  /** The table's `ttl`. */
  | 'TTL';

/** The units of time of a rule. */
export type DataRetentionUnit =
  /** Days. */
  | 'DAY'
  /** Weeks. */
  | 'WEEK'
  /** Calendar months. */
  | 'MONTH'
  /** Calendar years. */
  | 'YEAR';

/** How a Metric aggregates. */
export type MetricType =
  /** Counts records. */
  | 'COUNT'
  /** Adds up a column. */
  | 'SUM'
  /** Counts the distinct values of a column. */
  | 'COUNT_DISTINCT'
  /** Averages a column. */
  | 'AVERAGE'
  /** Takes the smallest value of a column. */
  | 'MIN'
  /** Takes the largest value of a column. */
  | 'MAX'
  /** Evaluates an aggregate expression. */
  | 'CUSTOM';

/** New values for a Metric. What is absent stays as it is. */
export type ModifyMetricInput = {
  /** The identifier of the Metric to change. */
  readonly metric: string;
  /** Its new unique name. */
  readonly uniqueName?: string | null | undefined;
  /** Its new description. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count from now on; an empty text lets all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count; an empty list removes them.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by, in place of those before. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its new timestamp column. */
  readonly timestamp?: TimestampInput | null | undefined;
};

/** A new Metric that counts records. */
export type CreateCountMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
};

/** A new Metric that adds up a column. */
export type CreateSumMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** The column to add up. It is numeric. */
  readonly measure: DimensionInput;
};

/** A new Metric that counts the distinct values of a column. */
export type CreateCountDistinctMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** The column whose distinct values to count. */
  readonly dimension: DimensionInput;
};

/** A new Metric that averages a column. */
export type CreateAverageMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** The column to average. It is numeric. */
  readonly measure: DimensionInput;
};

/** A new Metric that takes the smallest value of a column. */
export type CreateMinMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** The column to take the smallest value of. */
  readonly measure: DimensionInput;
};

/** A new Metric that takes the largest value of a column. */
export type CreateMaxMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** The column to take the largest value of. */
  readonly measure: DimensionInput;
};

/** A new Metric that evaluates an aggregate expression. */
export type CreateCustomMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it measures. */
  readonly description?: string | null | undefined;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: ReadonlyArray<DimensionInput> | null | undefined;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: TimestampInput | null | undefined;
  /** One aggregate expression over the Data Pool's columns, such as `SUM(price) / COUNT()`. */
  readonly expression: string;
};

/** A counter: one Metric value over a time range. */
export type CounterInput = {
  /** The Metric to query. */
  readonly metric?: MetricInput | null | undefined;
  /**
   * The identifier of the Metric, when `metric` and `metricName` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricId?: string | null | undefined;
  /**
   * The unique name of the Metric, when `metric` and `metricId` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricName?: string | null | undefined;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: TimeRangeInput | null | undefined;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: string | null | undefined;
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
};

/** A time series: a Metric value for each time bucket of a range. */
export type TimeSeriesInput = {
  /** The Metric to query. */
  readonly metric?: MetricInput | null | undefined;
  /**
   * The identifier of the Metric, when `metric` and `metricName` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricId?: string | null | undefined;
  /**
   * The unique name of the Metric, when `metric` and `metricId` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricName?: string | null | undefined;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: TimeRangeInput | null | undefined;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: string | null | undefined;
  /** The length of a bucket. */
  readonly granularity: TimeSeriesGranularity;
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** Columns to group by: the answer then has a series for each combination of their values. */
  readonly groupBy?: ReadonlyArray<string> | null | undefined;
};

/** A leaderboard: the top rows of one Metric, broken down by dimensions. */
export type LeaderboardInput = {
  /** The Metric to query. */
  readonly metric?: MetricInput | null | undefined;
  /**
   * The identifier of the Metric, when `metric` and `metricName` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricId?: string | null | undefined;
  /**
   * The unique name of the Metric, when `metric` and `metricId` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricName?: string | null | undefined;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: TimeRangeInput | null | undefined;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: string | null | undefined;
  /** The columns to break the Metric down by, at least one. */
  readonly dimensions: ReadonlyArray<DimensionInput>;
  /** The order of the rows, by the Metric's value. */
  readonly sort?: Sort | null | undefined;
  /** The most rows to return: 1 to 1,000. */
  readonly rowLimit: number;
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
};

/** A Metric Report: a table of several Metrics, broken down by dimensions. */
export type MetricReportInput = {
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: TimeRangeInput | null | undefined;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: string | null | undefined;
  /**
   * The columns to break the Metrics down by, at most 50. They come first in the report. Without any, the report
   * is one row.
   */
  readonly dimensions: ReadonlyArray<MetricReportDimensionInput>;
  /**
   * The Metrics, 1 to 50, all over the same Data Pool. They come after the dimensions. A row is there when any of
   * them has a record for it.
   */
  readonly metrics: ReadonlyArray<MetricReportMetricInput>;
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /**
   * The column to order by, counted from 1, dimensions included. By default the first Metric. Rows that are equal
   * in it are ordered by their dimensions; rows without a value come last in either direction.
   */
  readonly orderByColumn?: number | null | undefined;
  /** How many rows a page has when paging forward: 1 to 1,000, by default 10. Not together with `last`. */
  readonly first?: number | null | undefined;
  /** Return the rows after this cursor: the `endCursor` of the page before. An empty text is none. */
  readonly after?: string | null | undefined;
  /** How many rows a page has when paging backward: 1 to 1,000. Not together with `first`. */
  readonly last?: number | null | undefined;
  /** Return the rows before this cursor: the `startCursor` of the page after. An empty text is none. */
  readonly before?: string | null | undefined;
};

/** A dimension of a Metric Report. */
export type MetricReportDimensionInput = {
  /** The name of a Data Pool column. */
  readonly columnName: string;
  /** The header's text, by default the column's name. */
  readonly displayName?: string | null | undefined;
  /** The order of this column, where the report is ordered by it or by its dimensions among equals. */
  readonly sort?: Sort | null | undefined;
};

/** A Metric of a Metric Report. */
export type MetricReportMetricInput = {
  /** The Metric. */
  readonly metric?: MetricInput | null | undefined;
  /**
   * The unique name of the Metric, when `metric` and `id` are absent.
   * @deprecated Use `metric`.
   */
  readonly uniqueName?: string | null | undefined;
  /**
   * The identifier of the Metric, when `metric` and `uniqueName` are absent.
   * @deprecated Use `metric`.
   */
  readonly id?: string | null | undefined;
  /** The header's text, by default the Metric's unique name. */
  readonly displayName?: string | null | undefined;
  /** The SQL condition that records must meet for this Metric, besides the report's own. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet for this Metric.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** The order, where the report is ordered by this column. */
  readonly sort?: Sort | null | undefined;
};

/** The most frequent values of a column. */
export type TopValuesInput = {
  /** The Data Pool. */
  readonly dataPool: DataPoolInput;
  /** The column. */
  readonly columnName: string;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: TimeRangeInput | null | undefined;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: string | null | undefined;
  /** The most values to return: 1 to 1,000. */
  readonly maxValues?: number | null | undefined;
};

/** How a query ended. */
export type QueryStatus =
  /** It finished successfully. */
  | 'COMPLETED'
  /** It failed. */
  | 'ERROR'
  /** It ran longer than the query time-out and was stopped. */
  | 'TIMED_OUT';

/** The kinds of query. */
export type QueryType =
  /** A counter, time series or leaderboard. */
  | 'METRIC'
  /** The statistics of a dimension. */
  | 'STATS'
  /** A Metric Report. */
  | 'REPORT'
  /** A data grid. */
  | 'RECORDS'
  /** Records by their unique IDs. */
  | 'RECORDS_BY_UNIQUE_ID'
  /** SQL. */
  | 'SQL'
  /** The top values of a column. */
  | 'TOP_VALUES';

/** The kinds of Metric query. */
export type QuerySubtype =
  /** One value. */
  | 'COUNTER'
  /** A value for each time bucket. */
  | 'TIME_SERIES'
  /** The top rows of a breakdown. */
  | 'LEADERBOARD';

/** Which queries of the history to return. Conditions that are given must all hold. */
export type QueriesFilterInput = {
  /** Only queries that ended so. */
  readonly status?: QueryStatus | null | undefined;
  /** Only queries of this kind. */
  readonly type?: QueryType | null | undefined;
  /** Only Metric queries of this kind. */
  readonly subtype?: QuerySubtype | null | undefined;
  /** Only queries of this Application, by its identifier. */
  readonly createdBy?: string | null | undefined;
  /** Only queries created at this time or later. */
  readonly start?: string | null | undefined;
  /** Only queries created before this time. */
  readonly stop?: string | null | undefined;
};

/**
 * The records to look at, by time. By default from the earliest record to the latest. A relative range wins over
 * `start` and `stop`.
 */
export type TimeRangeInput = {
  /** The timestamp column to filter on, by default the Metric's or else the Data Pool's. */
  readonly timestamp?: string | null | undefined;
  /** A period relative to now, aligned to calendar units in the query's time zone. */
  readonly relative?: RelativeTimeRange | null | undefined;
  /** The number of units for `LAST_N` and `LAST_N_…`: at least 1. */
  readonly n?: number | null | undefined;
  /** The start, inclusive. By default the earliest record's timestamp. */
  readonly start?: string | null | undefined;
  /** The end, exclusive. By default the range ends with the latest record, which is included. */
  readonly stop?: string | null | undefined;
};

/** Periods relative to now, aligned to calendar units in the query's time zone. Weeks start on Monday. */
export type RelativeTimeRange =
  /**
   * The last `n` units up to and including the current one. The unit is the `granularity` in a time series, a day
   * everywhere else.
   */
  | 'LAST_N'
  /** The current minute and the `n` - 1 minutes before it. */
  | 'LAST_N_MINUTES'
  /** The current hour and the `n` - 1 hours before it. */
  | 'LAST_N_HOURS'
  /** The current day and the `n` - 1 days before it. */
  | 'LAST_N_DAYS'
  /** The current week and the `n` - 1 weeks before it. */
  | 'LAST_N_WEEKS'
  /** The current month and the `n` - 1 months before it. */
  | 'LAST_N_MONTHS'
  /** The current quarter and the `n` - 1 quarters before it. */
  | 'LAST_N_QUARTERS'
  /** The current year and the `n` - 1 years before it. */
  | 'LAST_N_YEARS'
  /** The current hour. */
  | 'THIS_HOUR'
  /** The current day. */
  | 'TODAY'
  /** The current week, which starts on Monday. */
  | 'THIS_WEEK'
  /** The current month. */
  | 'THIS_MONTH'
  /** The current quarter. */
  | 'THIS_QUARTER'
  /** The current year. */
  | 'THIS_YEAR'
  /** The previous hour. */
  | 'PREVIOUS_HOUR'
  /** The previous day. */
  | 'YESTERDAY'
  /** The previous week, which starts on Monday. */
  | 'PREVIOUS_WEEK'
  /** The previous month. */
  | 'PREVIOUS_MONTH'
  /** The previous quarter. */
  | 'PREVIOUS_QUARTER'
  /** The previous year. */
  | 'PREVIOUS_YEAR'
  /** The next hour. */
  | 'NEXT_HOUR'
  /** The next day. */
  | 'TOMORROW'
  /** The next week, which starts on Monday. */
  | 'NEXT_WEEK'
  /** The next month. */
  | 'NEXT_MONTH'
  /** The next quarter. */
  | 'NEXT_QUARTER'
  /** The next year. */
  | 'NEXT_YEAR'
  /** `LAST_N_MINUTES` with `n` = 15. */
  | 'LAST_15_MINUTES'
  /** `LAST_N_MINUTES` with `n` = 30. */
  | 'LAST_30_MINUTES'
  /** `LAST_N_HOURS` with `n` = 1. */
  | 'LAST_HOUR'
  /** `LAST_N_HOURS` with `n` = 4. */
  | 'LAST_4_HOURS'
  /** `LAST_N_HOURS` with `n` = 12. */
  | 'LAST_12_HOURS'
  /** `LAST_N_HOURS` with `n` = 24. */
  | 'LAST_24_HOURS'
  /** `LAST_N_DAYS` with `n` = 7. */
  | 'LAST_7_DAYS'
  /** `LAST_N_DAYS` with `n` = 30. */
  | 'LAST_30_DAYS'
  /** `LAST_N_DAYS` with `n` = 90. */
  | 'LAST_90_DAYS'
  /** `LAST_N_MONTHS` with `n` = 3. */
  | 'LAST_3_MONTHS'
  /** `LAST_N_MONTHS` with `n` = 6. */
  | 'LAST_6_MONTHS'
  /** `LAST_N_YEARS` with `n` = 1. */
  | 'LAST_YEAR'
  /** `LAST_N_YEARS` with `n` = 2. */
  | 'LAST_2_YEARS'
  /** `LAST_N_YEARS` with `n` = 5. */
  | 'LAST_5_YEARS';

/** The units that a time series is cut into, aligned to the calendar in the query's time zone. */
export type TimeSeriesGranularity =
  /** Minutes. */
  | 'MINUTE'
  /** Five minutes. */
  | 'FIVE_MINUTES'
  /** Ten minutes. */
  | 'TEN_MINUTES'
  /** Fifteen minutes. */
  | 'FIFTEEN_MINUTES'
  /** Hours. */
  | 'HOUR'
  /** Days: 23, 24 or 25 hours where clocks change. */
  | 'DAY'
  /** Weeks, from Monday. */
  | 'WEEK'
  /** Months. */
  | 'MONTH'
  /** Years. */
  | 'YEAR';

/** The Metric to query: exactly one of a pre-configured Metric, by identifier or name, and an ad hoc one. */
export type MetricInput = {
  /** The identifier of a pre-configured Metric. */
  readonly id?: string | null | undefined;
  /** The unique name of a pre-configured Metric. */
  readonly name?: string | null | undefined;
  /** An ad hoc Metric that counts records. */
  readonly count?: CountMetricQueryInput | null | undefined;
  /** An ad hoc Metric that adds up a column. */
  readonly sum?: SumMetricQueryInput | null | undefined;
  /** An ad hoc Metric that counts the distinct values of a column. */
  readonly countDistinct?: CountDistinctMetricQueryInput | null | undefined;
  /** An ad hoc Metric that averages a column. */
  readonly average?: AverageMetricQueryInput | null | undefined;
  /** An ad hoc Metric that takes the smallest value of a column. */
  readonly min?: MinMetricQueryInput | null | undefined;
  /** An ad hoc Metric that takes the largest value of a column. */
  readonly max?: MaxMetricQueryInput | null | undefined;
  /** An ad hoc Metric that evaluates an aggregate expression. */
  readonly custom?: CustomMetricQueryInput | null | undefined;
};

/** An ad hoc Metric that counts records. */
export type CountMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
};

/** An ad hoc Metric that adds up a column. */
export type SumMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
  /** The column to add up. It is numeric. */
  readonly measure: DimensionInput;
};

/** An ad hoc Metric that counts the distinct values of a column. */
export type CountDistinctMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
  /** The column whose distinct values to count. */
  readonly dimension: DimensionInput;
};

/** An ad hoc Metric that averages a column. */
export type AverageMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
  /** The column to average. It is numeric. */
  readonly measure: DimensionInput;
};

/** An ad hoc Metric that takes the smallest value of a column. */
export type MinMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
  /** The column to take the smallest value of. */
  readonly measure: DimensionInput;
};

/** An ad hoc Metric that takes the largest value of a column. */
export type MaxMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
  /** The column to take the largest value of. */
  readonly measure: DimensionInput;
};

/** An ad hoc Metric that evaluates an aggregate expression. */
export type CustomMetricQueryInput = {
  /** The Data Pool whose records to aggregate. */
  readonly dataPool: DataPoolInput;
  /** One aggregate expression over the Data Pool's columns, such as `SUM(price) / COUNT()`. */
  readonly expression: string;
};

/** An SQL statement to run. */
export type SqlV1Input = {
  /** One SELECT. Tables are Data Pools, by unique name or identifier. */
  readonly query: string;
  /** How to read the statement. By default PostgreSQL is tried first, then the column store's own SQL. */
  readonly dialect?: SqlDialectV1 | null | undefined;
};

/** An SQL statement to describe. */
export type DescribeSqlV1Input = {
  /** One SELECT. Tables are Data Pools, by unique name or identifier. */
  readonly query: string;
  /** How to read the statement. By default PostgreSQL is tried first, then the column store's own SQL. */
  readonly dialect?: SqlDialectV1 | null | undefined;
};

/** How to read an SQL statement. */
export type SqlDialectV1 =
  /** As PostgreSQL. The results are what PostgreSQL gives on the same records. */
  | 'POSTGRESQL'
  /** As the underlying column store's own SQL. */
  | 'COLUMNSTORE'
  /** Accepted in place of `COLUMNSTORE`. */
  | 'CLICKHOUSE';

/** A data grid: the records of a Data Pool. */
export type DataGridInput = {
  /** The Data Pool. */
  readonly dataPool: DataPoolInput;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: TimeRangeInput | null | undefined;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: string | null | undefined;
  /** The columns to return, at least one. */
  readonly columns: ReadonlyArray<string>;
  /**
   * The column to order by, counted from 1 in `columns`. By default the record's timestamp. Records without
   * a value come last in either direction.
   */
  readonly orderByColumn?: number | null | undefined;
  /** The order of the records. */
  readonly sort?: Sort | null | undefined;
  /**
   * The SQL condition that records must meet: one boolean expression over the columns listed in `columns`. By default
   * all data is included.
   */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** How many rows a page has when paging forward: 1 to 1,000, by default 10. Not together with `last`. */
  readonly first?: number | null | undefined;
  /** Return the rows after this cursor: the `endCursor` of the page before. An empty text is none. */
  readonly after?: string | null | undefined;
  /** How many rows a page has when paging backward: 1 to 1,000. Not together with `first`. */
  readonly last?: number | null | undefined;
  /** Return the rows before this cursor: the `startCursor` of the page after. An empty text is none. */
  readonly before?: string | null | undefined;
};

/** Records to look up by their unique IDs. */
export type RecordsByUniqueIdInput = {
  /** The Data Pool. It must have a unique ID. */
  readonly dataPool: DataPoolInput;
  /** The columns to return, at least one. */
  readonly columns: ReadonlyArray<string>;
  /** The unique IDs to look up, at most 10,000. One that is given twice is answered once. */
  readonly uniqueIds: ReadonlyArray<string>;
};

/** A new access policy. */
export type CreateDataPoolAccessPolicyInput = {
  /** The identifier of the Data Pool that it is for. */
  readonly dataPool: string;
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: string | null | undefined;
  /** What it is for. */
  readonly description?: string | null | undefined;
  /** The columns to show: their names, or `["*"]` for all of them. */
  readonly columns: ReadonlyArray<string>;
  /**
   * The SQL condition that rows must meet to be shown, by default none. `${{ name }}` stands for a value from
   * the token's `policy_values`.
   */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that rows must meet to be shown.
   * @deprecated Use `filterSql`.
   */
  readonly rows?: ReadonlyArray<FilterInput> | null | undefined;
};

/** New values for an access policy. What is absent stays as it is. */
export type ModifyDataPoolAccessPolicyInput = {
  /** The identifier of the access policy to change. */
  readonly id: string;
  /** Its new unique name. */
  readonly uniqueName?: string | null | undefined;
  /** Its new description. */
  readonly description?: string | null | undefined;
  /** The columns to show from now on: their names, or `["*"]` for all of them. */
  readonly columns?: ReadonlyArray<string> | null | undefined;
  /** The SQL condition that rows must meet to be shown from now on; an empty text shows all. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions that rows must meet to be shown; an empty list removes them.
   * @deprecated Use `filterSql`.
   */
  readonly rows?: ReadonlyArray<FilterInput> | null | undefined;
};

/** The states of a job. */
export type JobStatus =
  /** Created, not started yet. */
  | 'CREATED'
  /** Under way: see `progress`. */
  | 'IN_PROGRESS'
  /** Done. */
  | 'SUCCEEDED'
  /** It failed, see `error`; or it was cancelled, see `cancelledAt`. */
  | 'FAILED';

/** A new deletion job. At least one of `filterSql` and `filters` must be given. */
export type CreateDeletionJobInput = {
  /** The Data Pool's identifier. */
  readonly dataPool: string;
  /** The SQL condition of the records to delete. `true` deletes all. It cannot read the clock. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions of the records to delete.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
};

/** A new column for a Data Pool. Records can hold null in it. */
export type CreateAddColumnToDataPoolJobInput = {
  /** The Data Pool's identifier. */
  readonly dataPool: string;
  /** The new column's name, unique in the Data Pool. */
  readonly columnName: string;
  /** The new column's type. */
  readonly columnType: ColumnType;
  /**
   * The event's key, or dotted path, that fills it: from now on, and from the stored events. By default the
   * column's name.
   */
  readonly jsonProperty?: string | null | undefined;
};

/** A new update job. At least one of `filterSql` and `filters` must be given. */
export type CreateUpdateDataPoolRecordsJobInput = {
  /** The Data Pool's identifier. */
  readonly dataPool: string;
  /** The SQL condition of the records to change. `true` changes all. It cannot read the clock. */
  readonly filterSql?: string | null | undefined;
  /**
   * Structured conditions of the records to change.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: ReadonlyArray<FilterInput> | null | undefined;
  /** What to set, at least one column. */
  readonly set: ReadonlyArray<UpdateDataPoolRecordsJobSetColumnInput>;
};

/** A column to set. */
export type UpdateDataPoolRecordsJobSetColumnInput = {
  /** The column's name. It must not be one that the table is ordered or partitioned by. */
  readonly column: string;
  /**
   * An expression over the record's columns that gives the new value, such as `lower(country)`. It sees the
   * record as it was, whatever else is set.
   */
  readonly expression: string;
};

export type EnvironmentQueryVariables = Exact<{
  id?: string | null | undefined;
}>;


export type EnvironmentQuery = { readonly environment: EnvironmentPartsFragment | null };

export type ApplicationQueryVariables = Exact<{
  id: string;
}>;


export type ApplicationQuery = { readonly application: ApplicationPartsFragment | null };

export type ApplicationByNameQueryVariables = Exact<{
  uniqueName: string;
}>;


export type ApplicationByNameQuery = { readonly applicationByName: ApplicationPartsFragment | null };

export type ApplicationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ApplicationsQuery = { readonly applications: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<ApplicationPartsFragment> } | null };

export type CreateApplicationMutationVariables = Exact<{
  input: createApplicationInput;
}>;


export type CreateApplicationMutation = { readonly createApplication:
    | { readonly application: (
        { readonly secret: string | null }
        & ApplicationPartsFragment
      ) }
    | { readonly error: { readonly code: ErrorCode | null, readonly message: string } }
   | null };

export type ModifyApplicationMutationVariables = Exact<{
  input: modifyApplicationInput;
}>;


export type ModifyApplicationMutation = { readonly modifyApplication:
    | { readonly application: ApplicationPartsFragment }
    | { readonly error: { readonly code: ErrorCode | null, readonly message: string } }
   | null };

export type RotateApplicationSecretMutationVariables = Exact<{
  id: string;
  keepPrevious?: boolean | null | undefined;
}>;


export type RotateApplicationSecretMutation = { readonly rotateApplicationSecret: { readonly application: (
      { readonly secret: string | null }
      & ApplicationPartsFragment
    ) } | null };

export type DeleteApplicationMutationVariables = Exact<{
  id: string;
  cascade?: boolean | null | undefined;
}>;


export type DeleteApplicationMutation = { readonly deleteApplication: string | null };

export type DeleteApplicationByNameMutationVariables = Exact<{
  uniqueName: string;
  cascade?: boolean | null | undefined;
}>;


export type DeleteApplicationByNameMutation = { readonly deleteApplicationByName: string | null };

export type DataPoolQueryVariables = Exact<{
  id: string;
}>;


export type DataPoolQuery = { readonly dataPool: DataPoolPartsFragment | null };

export type DataPoolByNameQueryVariables = Exact<{
  uniqueName: string;
}>;


export type DataPoolByNameQuery = { readonly dataPoolByName: DataPoolPartsFragment | null };

export type DataPoolsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DataPoolsQuery = { readonly dataPools: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<DataPoolPartsFragment> } | null };

export type ValidateExpressionQueryVariables = Exact<{
  dataPool: string;
  expression: string;
}>;


export type ValidateExpressionQuery = { readonly dataPool: { readonly validateExpression: { readonly valid: boolean, readonly reason: string | null } } | null };

export type ModifyDataPoolMutationVariables = Exact<{
  input: modifyDataPoolInput;
}>;


export type ModifyDataPoolMutation = { readonly modifyDataPool:
    | { readonly dataPool: DataPoolPartsFragment }
    | { readonly error: { readonly code: ErrorCode | null, readonly message: string } }
   | null };

export type RetryDataPoolSetupMutationVariables = Exact<{
  id: string;
}>;


export type RetryDataPoolSetupMutation = { readonly retryDataPoolSetup: DataPoolPartsFragment | null };

export type DeleteDataPoolMutationVariables = Exact<{
  id: string;
  cascade?: boolean | null | undefined;
}>;


export type DeleteDataPoolMutation = { readonly deleteDataPool: string | null };

export type DeleteDataPoolByNameMutationVariables = Exact<{
  uniqueName: string;
  cascade?: boolean | null | undefined;
}>;


export type DeleteDataPoolByNameMutation = { readonly deleteDataPoolByName: string | null };

export type DataSourceQueryVariables = Exact<{
  id: string;
}>;


export type DataSourceQuery = { readonly dataSource: DataSourcePartsFragment | null };

export type DataSourceByNameQueryVariables = Exact<{
  uniqueName: string;
}>;


export type DataSourceByNameQuery = { readonly dataSourceByName: DataSourcePartsFragment | null };

export type DataSourcesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DataSourcesQuery = { readonly dataSources: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<DataSourcePartsFragment> } | null };

export type CreateWebhookDataSourceMutationVariables = Exact<{
  input: CreateWebhookDataSourceInput;
}>;


export type CreateWebhookDataSourceMutation = { readonly createWebhookDataSource: { readonly dataSource: DataSourcePartsFragment } | null };

export type ModifyWebhookDataSourceMutationVariables = Exact<{
  input: ModifyWebhookDataSourceInput;
}>;


export type ModifyWebhookDataSourceMutation = { readonly modifyWebhookDataSource: { readonly dataSource: DataSourcePartsFragment } | null };

export type DeleteDataSourceMutationVariables = Exact<{
  id: string;
  cascade?: boolean | null | undefined;
}>;


export type DeleteDataSourceMutation = { readonly deleteDataSource: string | null };

export type DeleteDataSourceByNameMutationVariables = Exact<{
  uniqueName: string;
  cascade?: boolean | null | undefined;
}>;


export type DeleteDataSourceByNameMutation = { readonly deleteDataSourceByName: string | null };

export type PageInfoPartsFragment = { readonly startCursor: string | null, readonly endCursor: string | null, readonly hasNextPage: boolean, readonly hasPreviousPage: boolean };

export type QueryInfoPartsFragment = { readonly id: string, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly bytesProcessed: string, readonly durationInMilliseconds: number, readonly recordsProcessed: string, readonly resultingBytes: number, readonly resultingRecords: number, readonly tier: Tier | null, readonly status: QueryStatus, readonly type: QueryType, readonly subtype: QuerySubtype | null, readonly sql: string };

export type EnvironmentPartsFragment = { readonly id: string, readonly uniqueName: string, readonly description: string | null, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string };

export type ApplicationPartsFragment = { readonly id: string, readonly uniqueName: string, readonly description: string | null, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly clientId: string, readonly tier: Tier, readonly scopes: ReadonlyArray<ApplicationScope> };

export type TableSettingsPartsFragment = { readonly orderBy: ReadonlyArray<string>, readonly partitionBy: ReadonlyArray<string>, readonly primaryKey: ReadonlyArray<string>, readonly ttl: string | null, readonly engine:
    | { readonly __typename: 'MergeTreeTableEngine', readonly type: TableEngineType }
    | { readonly __typename: 'ReplacingMergeTreeTableEngine', readonly type: TableEngineType, readonly ver: string | null }
    | { readonly __typename: 'SummingMergeTreeTableEngine', readonly type: TableEngineType, readonly columns: ReadonlyArray<string> }
    | { readonly __typename: 'AggregatingMergeTreeTableEngine', readonly type: TableEngineType }
   };

export type DataSourcePartsFragment = { readonly id: string, readonly uniqueName: string, readonly description: string | null, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly type: DataSourceType, readonly status: DataSourceStatus, readonly error: { readonly code: ErrorCode | null, readonly message: string } | null, readonly connectionSettings: { readonly webhookUrl: string, readonly timestamp: string, readonly uniqueId: string | null, readonly accessControlEnabled: boolean, readonly basicAuth: { readonly username: string } | null, readonly columns: ReadonlyArray<{ readonly name: string, readonly jsonProperty: string, readonly type: ColumnType, readonly nullable: boolean }>, readonly tableSettings: TableSettingsPartsFragment | null }, readonly dataPools: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly uniqueName: string, readonly status: DataPoolStatus }> } | null };

export type DataPoolPartsFragment = { readonly id: string, readonly uniqueName: string, readonly description: string | null, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly status: DataPoolStatus, readonly recordCount: string | null, readonly sizeInBytes: string | null, readonly accessControlEnabled: boolean, readonly dataRetentionInDays: number | null, readonly error: { readonly code: ErrorCode | null, readonly message: string } | null, readonly dataSource: { readonly id: string, readonly uniqueName: string }, readonly timestamp: { readonly columnName: string, readonly type: ColumnType } | null, readonly uniqueId: { readonly columnName: string } | null, readonly columns: { readonly nodes: ReadonlyArray<{ readonly columnName: string, readonly type: ColumnType, readonly isNullable: boolean, readonly columnStoreType: string }> } | null, readonly tableSettings: TableSettingsPartsFragment, readonly retention: { readonly description: string, readonly rules: ReadonlyArray<{ readonly setting: DataRetentionSetting, readonly columnName: string, readonly amount: number, readonly unit: DataRetentionUnit }> } | null };

export type MetricPartsFragment = { readonly id: string, readonly uniqueName: string, readonly description: string | null, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly type: MetricType, readonly dataPool: { readonly id: string, readonly uniqueName: string }, readonly dimensions: ReadonlyArray<{ readonly columnName: string, readonly type: ColumnType, readonly isNullable: boolean }>, readonly timestamp: { readonly columnName: string, readonly type: ColumnType } | null, readonly settings:
    | { readonly __typename: 'CountMetricSettings', readonly filterSql: string | null }
    | { readonly __typename: 'SumMetricSettings', readonly filterSql: string | null, readonly measure: { readonly columnName: string } }
    | { readonly __typename: 'CountDistinctMetricSettings', readonly filterSql: string | null, readonly dimension: { readonly columnName: string } }
    | { readonly __typename: 'AverageMetricSettings', readonly filterSql: string | null, readonly measure: { readonly columnName: string } }
    | { readonly __typename: 'MinMetricSettings', readonly filterSql: string | null, readonly measure: { readonly columnName: string } }
    | { readonly __typename: 'MaxMetricSettings', readonly filterSql: string | null, readonly measure: { readonly columnName: string } }
    | { readonly __typename: 'CustomMetricSettings', readonly filterSql: string | null, readonly expression: string }
   };

export type PolicyPartsFragment = { readonly id: string, readonly uniqueName: string, readonly description: string | null, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly columns: ReadonlyArray<string>, readonly filterSql: string | null, readonly dataPool: { readonly id: string, readonly uniqueName: string }, readonly applications: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly uniqueName: string }> } | null };

type JobParts_DeletionJob_Fragment = { readonly __typename: 'DeletionJob', readonly filterSql: string | null, readonly id: string, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly status: JobStatus, readonly progress: number, readonly affectedRecords: string | null, readonly startedAt: string | null, readonly succeededAt: string | null, readonly failedAt: string | null, readonly cancelledAt: string | null, readonly dataPool: { readonly id: string, readonly uniqueName: string }, readonly error: { readonly code: ErrorCode | null, readonly message: string } | null };

type JobParts_AddColumnToDataPoolJob_Fragment = { readonly __typename: 'AddColumnToDataPoolJob', readonly columnName: string, readonly columnType: ColumnType, readonly jsonProperty: string, readonly emptyRecords: string | null, readonly misfittingRecords: string | null, readonly id: string, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly status: JobStatus, readonly progress: number, readonly affectedRecords: string | null, readonly startedAt: string | null, readonly succeededAt: string | null, readonly failedAt: string | null, readonly cancelledAt: string | null, readonly dataPool: { readonly id: string, readonly uniqueName: string }, readonly error: { readonly code: ErrorCode | null, readonly message: string } | null };

type JobParts_UpdateDataPoolRecordsJob_Fragment = { readonly __typename: 'UpdateDataPoolRecordsJob', readonly filterSql: string | null, readonly id: string, readonly createdAt: string, readonly createdBy: string, readonly modifiedAt: string, readonly modifiedBy: string, readonly status: JobStatus, readonly progress: number, readonly affectedRecords: string | null, readonly startedAt: string | null, readonly succeededAt: string | null, readonly failedAt: string | null, readonly cancelledAt: string | null, readonly set: ReadonlyArray<{ readonly column: string, readonly expression: string }>, readonly dataPool: { readonly id: string, readonly uniqueName: string }, readonly error: { readonly code: ErrorCode | null, readonly message: string } | null };

export type JobPartsFragment =
  | JobParts_DeletionJob_Fragment
  | JobParts_AddColumnToDataPoolJob_Fragment
  | JobParts_UpdateDataPoolRecordsJob_Fragment
;

export type PreviewGroupPartsFragment = { readonly records: string, readonly samples: ReadonlyArray<{ readonly source: string | null, readonly value: string | null, readonly reason: string | null }> };

export type JobQueryVariables = Exact<{
  id: string;
}>;


export type JobQuery = { readonly job:
    | JobParts_DeletionJob_Fragment
    | JobParts_AddColumnToDataPoolJob_Fragment
    | JobParts_UpdateDataPoolRecordsJob_Fragment
   | null };

export type DeletionJobQueryVariables = Exact<{
  id: string;
}>;


export type DeletionJobQuery = { readonly deletionJob: JobParts_DeletionJob_Fragment | null };

export type AddColumnToDataPoolJobQueryVariables = Exact<{
  id: string;
}>;


export type AddColumnToDataPoolJobQuery = { readonly addColumnToDataPoolJob: JobParts_AddColumnToDataPoolJob_Fragment | null };

export type UpdateDataPoolRecordsJobQueryVariables = Exact<{
  id: string;
}>;


export type UpdateDataPoolRecordsJobQuery = { readonly updateDataPoolRecordsJob: JobParts_UpdateDataPoolRecordsJob_Fragment | null };

export type JobsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type JobsQuery = { readonly jobs: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<
      | JobParts_DeletionJob_Fragment
      | JobParts_AddColumnToDataPoolJob_Fragment
      | JobParts_UpdateDataPoolRecordsJob_Fragment
    > } | null };

export type DataPoolJobsQueryVariables = Exact<{
  dataPool: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DataPoolJobsQuery = { readonly dataPool: { readonly jobs: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<
        | JobParts_DeletionJob_Fragment
        | JobParts_AddColumnToDataPoolJob_Fragment
        | JobParts_UpdateDataPoolRecordsJob_Fragment
      > } | null } | null };

export type CreateDeletionJobMutationVariables = Exact<{
  input: CreateDeletionJobInput;
}>;


export type CreateDeletionJobMutation = { readonly createDeletionJob: { readonly job: JobParts_DeletionJob_Fragment } | null };

export type CreateAddColumnToDataPoolJobMutationVariables = Exact<{
  input: CreateAddColumnToDataPoolJobInput;
}>;


export type CreateAddColumnToDataPoolJobMutation = { readonly createAddColumnToDataPoolJob: { readonly job: JobParts_AddColumnToDataPoolJob_Fragment } | null };

export type CreateUpdateDataPoolRecordsJobMutationVariables = Exact<{
  input: CreateUpdateDataPoolRecordsJobInput;
}>;


export type CreateUpdateDataPoolRecordsJobMutation = { readonly createUpdateDataPoolRecordsJob: { readonly job: JobParts_UpdateDataPoolRecordsJob_Fragment } | null };

export type CancelJobMutationVariables = Exact<{
  id: string;
}>;


export type CancelJobMutation = { readonly cancelJob:
    | JobParts_DeletionJob_Fragment
    | JobParts_AddColumnToDataPoolJob_Fragment
    | JobParts_UpdateDataPoolRecordsJob_Fragment
   | null };

export type PreviewDeletionJobQueryVariables = Exact<{
  input: CreateDeletionJobInput;
}>;


export type PreviewDeletionJobQuery = { readonly previewDeletionJob: { readonly affectedRecords: string, readonly totalRecords: string } | null };

export type PreviewUpdateDataPoolRecordsJobQueryVariables = Exact<{
  input: CreateUpdateDataPoolRecordsJobInput;
}>;


export type PreviewUpdateDataPoolRecordsJobQuery = { readonly previewUpdateDataPoolRecordsJob: { readonly affectedRecords: string, readonly totalRecords: string } | null };

export type PreviewAddColumnToDataPoolJobQueryVariables = Exact<{
  input: CreateAddColumnToDataPoolJobInput;
}>;


export type PreviewAddColumnToDataPoolJobQuery = { readonly previewAddColumnToDataPoolJob: { readonly totalRecords: string, readonly examinedRecords: string, readonly fitting: PreviewGroupPartsFragment, readonly empty: PreviewGroupPartsFragment, readonly misfitting: PreviewGroupPartsFragment } | null };

export type MetricQueryVariables = Exact<{
  id: string;
}>;


export type MetricQuery = { readonly metric: MetricPartsFragment | null };

export type MetricByNameQueryVariables = Exact<{
  uniqueName: string;
}>;


export type MetricByNameQuery = { readonly metricByName: MetricPartsFragment | null };

export type MetricsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type MetricsQuery = { readonly metrics: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<MetricPartsFragment> } | null };

export type DataPoolMetricsQueryVariables = Exact<{
  dataPool: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DataPoolMetricsQuery = { readonly dataPool: { readonly metrics: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<MetricPartsFragment> } | null } | null };

export type DimensionStatisticsQueryVariables = Exact<{
  metric: string;
  limit?: number | null | undefined;
}>;


export type DimensionStatisticsQuery = { readonly metric: { readonly dimensions: ReadonlyArray<{ readonly columnName: string, readonly stats: { readonly min: string | null, readonly max: string | null, readonly average: string | null, readonly uniqueValues: ReadonlyArray<string>, readonly query: QueryInfoPartsFragment } | null }> } | null };

export type CreateCountMetricMutationVariables = Exact<{
  input: CreateCountMetricInput;
}>;


export type CreateCountMetricMutation = { readonly createCountMetric: { readonly metric: MetricPartsFragment } | null };

export type CreateSumMetricMutationVariables = Exact<{
  input: CreateSumMetricInput;
}>;


export type CreateSumMetricMutation = { readonly createSumMetric: { readonly metric: MetricPartsFragment } | null };

export type CreateCountDistinctMetricMutationVariables = Exact<{
  input: CreateCountDistinctMetricInput;
}>;


export type CreateCountDistinctMetricMutation = { readonly createCountDistinctMetric: { readonly metric: MetricPartsFragment } | null };

export type CreateAverageMetricMutationVariables = Exact<{
  input: CreateAverageMetricInput;
}>;


export type CreateAverageMetricMutation = { readonly createAverageMetric: { readonly metric: MetricPartsFragment } | null };

export type CreateMinMetricMutationVariables = Exact<{
  input: CreateMinMetricInput;
}>;


export type CreateMinMetricMutation = { readonly createMinMetric: { readonly metric: MetricPartsFragment } | null };

export type CreateMaxMetricMutationVariables = Exact<{
  input: CreateMaxMetricInput;
}>;


export type CreateMaxMetricMutation = { readonly createMaxMetric: { readonly metric: MetricPartsFragment } | null };

export type CreateCustomMetricMutationVariables = Exact<{
  input: CreateCustomMetricInput;
}>;


export type CreateCustomMetricMutation = { readonly createCustomMetric: { readonly metric: MetricPartsFragment } | null };

export type ModifyMetricMutationVariables = Exact<{
  input: ModifyMetricInput;
}>;


export type ModifyMetricMutation = { readonly modifyMetric: { readonly metric: MetricPartsFragment } | null };

export type DeleteMetricMutationVariables = Exact<{
  id: string;
}>;


export type DeleteMetricMutation = { readonly deleteMetric: string | null };

export type DeleteMetricByNameMutationVariables = Exact<{
  uniqueName: string;
}>;


export type DeleteMetricByNameMutation = { readonly deleteMetricByName: string | null };

export type DataPoolAccessPolicyQueryVariables = Exact<{
  id: string;
}>;


export type DataPoolAccessPolicyQuery = { readonly dataPoolAccessPolicy: PolicyPartsFragment | null };

export type DataPoolAccessPoliciesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DataPoolAccessPoliciesQuery = { readonly dataPoolAccessPolicies: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<PolicyPartsFragment> } | null };

export type ApplicationPoliciesQueryVariables = Exact<{
  application: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ApplicationPoliciesQuery = { readonly application: { readonly dataPoolAccessPolicies: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<PolicyPartsFragment> } | null } | null };

export type DataPoolPoliciesQueryVariables = Exact<{
  dataPool: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DataPoolPoliciesQuery = { readonly dataPool: { readonly dataPoolAccessPolicies: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<PolicyPartsFragment> } | null } | null };

export type CreateDataPoolAccessPolicyMutationVariables = Exact<{
  input: CreateDataPoolAccessPolicyInput;
}>;


export type CreateDataPoolAccessPolicyMutation = { readonly createDataPoolAccessPolicy: { readonly dataPoolAccessPolicy: PolicyPartsFragment } | null };

export type ModifyDataPoolAccessPolicyMutationVariables = Exact<{
  input: ModifyDataPoolAccessPolicyInput;
}>;


export type ModifyDataPoolAccessPolicyMutation = { readonly modifyDataPoolAccessPolicy: { readonly dataPoolAccessPolicy: PolicyPartsFragment } | null };

export type DeleteDataPoolAccessPolicyMutationVariables = Exact<{
  id: string;
}>;


export type DeleteDataPoolAccessPolicyMutation = { readonly deleteDataPoolAccessPolicy: string | null };

export type AssignDataPoolAccessPolicyToApplicationMutationVariables = Exact<{
  dataPoolAccessPolicy: string;
  application: string;
}>;


export type AssignDataPoolAccessPolicyToApplicationMutation = { readonly assignDataPoolAccessPolicyToApplication: string | null };

export type UnAssignDataPoolAccessPolicyFromApplicationMutationVariables = Exact<{
  dataPoolAccessPolicy: string;
  application: string;
}>;


export type UnAssignDataPoolAccessPolicyFromApplicationMutation = { readonly unAssignDataPoolAccessPolicyFromApplication: string | null };

export type CounterQueryVariables = Exact<{
  input: CounterInput;
}>;


export type CounterQuery = { readonly counter: { readonly value: string | null, readonly query: QueryInfoPartsFragment } | null };

export type CountersQueryVariables = Exact<{
  input: ReadonlyArray<CounterInput> | CounterInput;
}>;


export type CountersQuery = { readonly counters: ReadonlyArray<{ readonly value: string | null, readonly query: QueryInfoPartsFragment } | null> };

export type TimeSeriesQueryVariables = Exact<{
  input: TimeSeriesInput;
}>;


export type TimeSeriesQuery = { readonly timeSeries: { readonly labels: ReadonlyArray<string>, readonly values: ReadonlyArray<string | null>, readonly groups: ReadonlyArray<{ readonly group: ReadonlyArray<string | null>, readonly labels: ReadonlyArray<string>, readonly values: ReadonlyArray<string | null> }> | null, readonly query: QueryInfoPartsFragment } | null };

export type LeaderboardQueryVariables = Exact<{
  input: LeaderboardInput;
}>;


export type LeaderboardQuery = { readonly leaderboard: { readonly headers: ReadonlyArray<string>, readonly rows: ReadonlyArray<ReadonlyArray<string | null>>, readonly query: QueryInfoPartsFragment } | null };

export type MetricReportQueryVariables = Exact<{
  input: MetricReportInput;
}>;


export type MetricReportQuery = { readonly metricReport: { readonly headers: ReadonlyArray<string | null>, readonly rows: ReadonlyArray<ReadonlyArray<string | null>>, readonly pageInfo: PageInfoPartsFragment, readonly query: QueryInfoPartsFragment } | null };

export type TopValuesQueryVariables = Exact<{
  input: TopValuesInput;
}>;


export type TopValuesQuery = { readonly topValues: { readonly values: ReadonlyArray<string>, readonly query: QueryInfoPartsFragment } };

export type QueryInfoQueryVariables = Exact<{
  id: string;
}>;


export type QueryInfoQuery = { readonly queryInfo: QueryInfoPartsFragment | null };

export type QueriesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: QueriesFilterInput | null | undefined;
}>;


export type QueriesQuery = { readonly queries: { readonly pageInfo: PageInfoPartsFragment, readonly nodes: ReadonlyArray<QueryInfoPartsFragment> } | null };

export type SqlQueryVariables = Exact<{
  input: SqlV1Input;
}>;


export type SqlQuery = { readonly sqlV1: { readonly rows: ReadonlyArray<ReadonlyArray<string | null>>, readonly columns: ReadonlyArray<{ readonly columnName: string, readonly type: ColumnType, readonly isNullable: boolean }>, readonly info: QueryInfoPartsFragment } };

export type DescribeSqlQueryVariables = Exact<{
  input: DescribeSqlV1Input;
}>;


export type DescribeSqlQuery = { readonly describeSqlV1: { readonly columns: ReadonlyArray<{ readonly columnName: string, readonly type: ColumnType, readonly isNullable: boolean }> } };

export type DataGridQueryVariables = Exact<{
  input: DataGridInput;
}>;


export type DataGridQuery = { readonly dataGrid: { readonly headers: ReadonlyArray<string>, readonly rows: ReadonlyArray<ReadonlyArray<string | null>>, readonly pageInfo: PageInfoPartsFragment, readonly query: QueryInfoPartsFragment } };

export type RecordsByUniqueIdQueryVariables = Exact<{
  input: RecordsByUniqueIdInput;
}>;


export type RecordsByUniqueIdQuery = { readonly recordsByUniqueId: { readonly columns: ReadonlyArray<string>, readonly values: ReadonlyArray<ReadonlyArray<string | null>>, readonly query: QueryInfoPartsFragment } };


export const environmentQuery = typedDocument<EnvironmentQuery, EnvironmentQueryVariables>(`query Environment($id: ID) {
  environment(id: $id) {
    ...EnvironmentParts
  }
}

fragment EnvironmentParts on Environment {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
}`);

export const applicationQuery = typedDocument<ApplicationQuery, ApplicationQueryVariables>(`query Application($id: ID!) {
  application(id: $id) {
    ...ApplicationParts
  }
}

fragment ApplicationParts on Application {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  clientId
  tier
  scopes
}`);

export const applicationByNameQuery = typedDocument<ApplicationByNameQuery, ApplicationByNameQueryVariables>(`query ApplicationByName($uniqueName: String!) {
  applicationByName(uniqueName: $uniqueName) {
    ...ApplicationParts
  }
}

fragment ApplicationParts on Application {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  clientId
  tier
  scopes
}`);

export const applicationsQuery = typedDocument<ApplicationsQuery, ApplicationsQueryVariables>(`query Applications($first: Int, $after: String, $last: Int, $before: String) {
  applications(first: $first, after: $after, last: $last, before: $before) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...ApplicationParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment ApplicationParts on Application {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  clientId
  tier
  scopes
}`);

export const createApplicationMutation = typedDocument<CreateApplicationMutation, CreateApplicationMutationVariables>(`mutation CreateApplication($input: createApplicationInput!) {
  createApplication(input: $input) {
    ... on ApplicationResponse {
      application {
        ...ApplicationParts
        secret
      }
    }
    ... on FailureResponse {
      error {
        code
        message
      }
    }
  }
}

fragment ApplicationParts on Application {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  clientId
  tier
  scopes
}`);

export const modifyApplicationMutation = typedDocument<ModifyApplicationMutation, ModifyApplicationMutationVariables>(`mutation ModifyApplication($input: modifyApplicationInput!) {
  modifyApplication(input: $input) {
    ... on ApplicationResponse {
      application {
        ...ApplicationParts
      }
    }
    ... on FailureResponse {
      error {
        code
        message
      }
    }
  }
}

fragment ApplicationParts on Application {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  clientId
  tier
  scopes
}`);

export const rotateApplicationSecretMutation = typedDocument<RotateApplicationSecretMutation, RotateApplicationSecretMutationVariables>(`mutation RotateApplicationSecret($id: ID!, $keepPrevious: Boolean) {
  rotateApplicationSecret(id: $id, keepPrevious: $keepPrevious) {
    application {
      ...ApplicationParts
      secret
    }
  }
}

fragment ApplicationParts on Application {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  clientId
  tier
  scopes
}`);

export const deleteApplicationMutation = typedDocument<DeleteApplicationMutation, DeleteApplicationMutationVariables>(`mutation DeleteApplication($id: ID!, $cascade: Boolean) {
  deleteApplication(id: $id, cascade: $cascade)
}`);

export const deleteApplicationByNameMutation = typedDocument<DeleteApplicationByNameMutation, DeleteApplicationByNameMutationVariables>(`mutation DeleteApplicationByName($uniqueName: String!, $cascade: Boolean) {
  deleteApplicationByName(uniqueName: $uniqueName, cascade: $cascade)
}`);

export const dataPoolQuery = typedDocument<DataPoolQuery, DataPoolQueryVariables>(`query DataPool($id: ID!) {
  dataPool(id: $id) {
    ...DataPoolParts
  }
}

fragment DataPoolParts on DataPool {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  status
  error {
    code
    message
  }
  dataSource {
    id
    uniqueName
  }
  timestamp {
    columnName
    type
  }
  uniqueId {
    columnName
  }
  columns(first: 1000) {
    nodes {
      columnName
      type
      isNullable
      columnStoreType
    }
  }
  recordCount
  sizeInBytes
  tableSettings {
    ...TableSettingsParts
  }
  accessControlEnabled
  dataRetentionInDays
  retention {
    description
    rules {
      setting
      columnName
      amount
      unit
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const dataPoolByNameQuery = typedDocument<DataPoolByNameQuery, DataPoolByNameQueryVariables>(`query DataPoolByName($uniqueName: String!) {
  dataPoolByName(uniqueName: $uniqueName) {
    ...DataPoolParts
  }
}

fragment DataPoolParts on DataPool {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  status
  error {
    code
    message
  }
  dataSource {
    id
    uniqueName
  }
  timestamp {
    columnName
    type
  }
  uniqueId {
    columnName
  }
  columns(first: 1000) {
    nodes {
      columnName
      type
      isNullable
      columnStoreType
    }
  }
  recordCount
  sizeInBytes
  tableSettings {
    ...TableSettingsParts
  }
  accessControlEnabled
  dataRetentionInDays
  retention {
    description
    rules {
      setting
      columnName
      amount
      unit
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const dataPoolsQuery = typedDocument<DataPoolsQuery, DataPoolsQueryVariables>(`query DataPools($first: Int, $after: String, $last: Int, $before: String) {
  dataPools(first: $first, after: $after, last: $last, before: $before) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...DataPoolParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment DataPoolParts on DataPool {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  status
  error {
    code
    message
  }
  dataSource {
    id
    uniqueName
  }
  timestamp {
    columnName
    type
  }
  uniqueId {
    columnName
  }
  columns(first: 1000) {
    nodes {
      columnName
      type
      isNullable
      columnStoreType
    }
  }
  recordCount
  sizeInBytes
  tableSettings {
    ...TableSettingsParts
  }
  accessControlEnabled
  dataRetentionInDays
  retention {
    description
    rules {
      setting
      columnName
      amount
      unit
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const validateExpressionQuery = typedDocument<ValidateExpressionQuery, ValidateExpressionQueryVariables>(`query ValidateExpression($dataPool: ID!, $expression: String!) {
  dataPool(id: $dataPool) {
    validateExpression(expression: $expression) {
      valid
      reason
    }
  }
}`);

export const modifyDataPoolMutation = typedDocument<ModifyDataPoolMutation, ModifyDataPoolMutationVariables>(`mutation ModifyDataPool($input: modifyDataPoolInput!) {
  modifyDataPool(input: $input) {
    ... on DataPoolResponse {
      dataPool {
        ...DataPoolParts
      }
    }
    ... on FailureResponse {
      error {
        code
        message
      }
    }
  }
}

fragment DataPoolParts on DataPool {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  status
  error {
    code
    message
  }
  dataSource {
    id
    uniqueName
  }
  timestamp {
    columnName
    type
  }
  uniqueId {
    columnName
  }
  columns(first: 1000) {
    nodes {
      columnName
      type
      isNullable
      columnStoreType
    }
  }
  recordCount
  sizeInBytes
  tableSettings {
    ...TableSettingsParts
  }
  accessControlEnabled
  dataRetentionInDays
  retention {
    description
    rules {
      setting
      columnName
      amount
      unit
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const retryDataPoolSetupMutation = typedDocument<RetryDataPoolSetupMutation, RetryDataPoolSetupMutationVariables>(`mutation RetryDataPoolSetup($id: ID!) {
  retryDataPoolSetup(id: $id) {
    ...DataPoolParts
  }
}

fragment DataPoolParts on DataPool {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  status
  error {
    code
    message
  }
  dataSource {
    id
    uniqueName
  }
  timestamp {
    columnName
    type
  }
  uniqueId {
    columnName
  }
  columns(first: 1000) {
    nodes {
      columnName
      type
      isNullable
      columnStoreType
    }
  }
  recordCount
  sizeInBytes
  tableSettings {
    ...TableSettingsParts
  }
  accessControlEnabled
  dataRetentionInDays
  retention {
    description
    rules {
      setting
      columnName
      amount
      unit
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const deleteDataPoolMutation = typedDocument<DeleteDataPoolMutation, DeleteDataPoolMutationVariables>(`mutation DeleteDataPool($id: ID!, $cascade: Boolean) {
  deleteDataPool(id: $id, cascade: $cascade)
}`);

export const deleteDataPoolByNameMutation = typedDocument<DeleteDataPoolByNameMutation, DeleteDataPoolByNameMutationVariables>(`mutation DeleteDataPoolByName($uniqueName: String!, $cascade: Boolean) {
  deleteDataPoolByName(uniqueName: $uniqueName, cascade: $cascade)
}`);

export const dataSourceQuery = typedDocument<DataSourceQuery, DataSourceQueryVariables>(`query DataSource($id: ID!) {
  dataSource(id: $id) {
    ...DataSourceParts
  }
}

fragment DataSourceParts on DataSource {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  status
  error {
    code
    message
  }
  connectionSettings {
    ... on WebhookConnectionSettings {
      webhookUrl
      basicAuth {
        username
      }
      columns {
        name
        jsonProperty
        type
        nullable
      }
      timestamp
      uniqueId
      tableSettings {
        ...TableSettingsParts
      }
      accessControlEnabled
    }
  }
  dataPools(first: 1) {
    nodes {
      id
      uniqueName
      status
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const dataSourceByNameQuery = typedDocument<DataSourceByNameQuery, DataSourceByNameQueryVariables>(`query DataSourceByName($uniqueName: String!) {
  dataSourceByName(uniqueName: $uniqueName) {
    ...DataSourceParts
  }
}

fragment DataSourceParts on DataSource {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  status
  error {
    code
    message
  }
  connectionSettings {
    ... on WebhookConnectionSettings {
      webhookUrl
      basicAuth {
        username
      }
      columns {
        name
        jsonProperty
        type
        nullable
      }
      timestamp
      uniqueId
      tableSettings {
        ...TableSettingsParts
      }
      accessControlEnabled
    }
  }
  dataPools(first: 1) {
    nodes {
      id
      uniqueName
      status
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const dataSourcesQuery = typedDocument<DataSourcesQuery, DataSourcesQueryVariables>(`query DataSources($first: Int, $after: String, $last: Int, $before: String) {
  dataSources(first: $first, after: $after, last: $last, before: $before) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...DataSourceParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment DataSourceParts on DataSource {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  status
  error {
    code
    message
  }
  connectionSettings {
    ... on WebhookConnectionSettings {
      webhookUrl
      basicAuth {
        username
      }
      columns {
        name
        jsonProperty
        type
        nullable
      }
      timestamp
      uniqueId
      tableSettings {
        ...TableSettingsParts
      }
      accessControlEnabled
    }
  }
  dataPools(first: 1) {
    nodes {
      id
      uniqueName
      status
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const createWebhookDataSourceMutation = typedDocument<CreateWebhookDataSourceMutation, CreateWebhookDataSourceMutationVariables>(`mutation CreateWebhookDataSource($input: CreateWebhookDataSourceInput!) {
  createWebhookDataSource(input: $input) {
    dataSource {
      ...DataSourceParts
    }
  }
}

fragment DataSourceParts on DataSource {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  status
  error {
    code
    message
  }
  connectionSettings {
    ... on WebhookConnectionSettings {
      webhookUrl
      basicAuth {
        username
      }
      columns {
        name
        jsonProperty
        type
        nullable
      }
      timestamp
      uniqueId
      tableSettings {
        ...TableSettingsParts
      }
      accessControlEnabled
    }
  }
  dataPools(first: 1) {
    nodes {
      id
      uniqueName
      status
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const modifyWebhookDataSourceMutation = typedDocument<ModifyWebhookDataSourceMutation, ModifyWebhookDataSourceMutationVariables>(`mutation ModifyWebhookDataSource($input: ModifyWebhookDataSourceInput!) {
  modifyWebhookDataSource(input: $input) {
    dataSource {
      ...DataSourceParts
    }
  }
}

fragment DataSourceParts on DataSource {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  status
  error {
    code
    message
  }
  connectionSettings {
    ... on WebhookConnectionSettings {
      webhookUrl
      basicAuth {
        username
      }
      columns {
        name
        jsonProperty
        type
        nullable
      }
      timestamp
      uniqueId
      tableSettings {
        ...TableSettingsParts
      }
      accessControlEnabled
    }
  }
  dataPools(first: 1) {
    nodes {
      id
      uniqueName
      status
    }
  }
}

fragment TableSettingsParts on TableSettings {
  engine {
    __typename
    ... on MergeTreeTableEngine {
      type
    }
    ... on ReplacingMergeTreeTableEngine {
      type
      ver
    }
    ... on SummingMergeTreeTableEngine {
      type
      columns
    }
    ... on AggregatingMergeTreeTableEngine {
      type
    }
  }
  orderBy
  partitionBy
  primaryKey
  ttl
}`);

export const deleteDataSourceMutation = typedDocument<DeleteDataSourceMutation, DeleteDataSourceMutationVariables>(`mutation DeleteDataSource($id: ID!, $cascade: Boolean) {
  deleteDataSource(id: $id, cascade: $cascade)
}`);

export const deleteDataSourceByNameMutation = typedDocument<DeleteDataSourceByNameMutation, DeleteDataSourceByNameMutationVariables>(`mutation DeleteDataSourceByName($uniqueName: String!, $cascade: Boolean) {
  deleteDataSourceByName(uniqueName: $uniqueName, cascade: $cascade)
}`);

export const jobQuery = typedDocument<JobQuery, JobQueryVariables>(`query Job($id: ID!) {
  job(id: $id) {
    ...JobParts
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const deletionJobQuery = typedDocument<DeletionJobQuery, DeletionJobQueryVariables>(`query DeletionJob($id: ID!) {
  deletionJob(id: $id) {
    ...JobParts
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const addColumnToDataPoolJobQuery = typedDocument<AddColumnToDataPoolJobQuery, AddColumnToDataPoolJobQueryVariables>(`query AddColumnToDataPoolJob($id: ID!) {
  addColumnToDataPoolJob(id: $id) {
    ...JobParts
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const updateDataPoolRecordsJobQuery = typedDocument<UpdateDataPoolRecordsJobQuery, UpdateDataPoolRecordsJobQueryVariables>(`query UpdateDataPoolRecordsJob($id: ID!) {
  updateDataPoolRecordsJob(id: $id) {
    ...JobParts
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const jobsQuery = typedDocument<JobsQuery, JobsQueryVariables>(`query Jobs($first: Int, $after: String, $last: Int, $before: String) {
  jobs(first: $first, after: $after, last: $last, before: $before) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...JobParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const dataPoolJobsQuery = typedDocument<DataPoolJobsQuery, DataPoolJobsQueryVariables>(`query DataPoolJobs($dataPool: ID!, $first: Int, $after: String) {
  dataPool(id: $dataPool) {
    jobs(first: $first, after: $after) {
      pageInfo {
        ...PageInfoParts
      }
      nodes {
        ...JobParts
      }
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const createDeletionJobMutation = typedDocument<CreateDeletionJobMutation, CreateDeletionJobMutationVariables>(`mutation CreateDeletionJob($input: CreateDeletionJobInput!) {
  createDeletionJob(input: $input) {
    job {
      ...JobParts
    }
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const createAddColumnToDataPoolJobMutation = typedDocument<CreateAddColumnToDataPoolJobMutation, CreateAddColumnToDataPoolJobMutationVariables>(`mutation CreateAddColumnToDataPoolJob($input: CreateAddColumnToDataPoolJobInput!) {
  createAddColumnToDataPoolJob(input: $input) {
    job {
      ...JobParts
    }
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const createUpdateDataPoolRecordsJobMutation = typedDocument<CreateUpdateDataPoolRecordsJobMutation, CreateUpdateDataPoolRecordsJobMutationVariables>(`mutation CreateUpdateDataPoolRecordsJob($input: CreateUpdateDataPoolRecordsJobInput!) {
  createUpdateDataPoolRecordsJob(input: $input) {
    job {
      ...JobParts
    }
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const cancelJobMutation = typedDocument<CancelJobMutation, CancelJobMutationVariables>(`mutation CancelJob($id: ID!) {
  cancelJob(id: $id) {
    ...JobParts
  }
}

fragment JobParts on Job {
  __typename
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  status
  progress
  affectedRecords
  error {
    code
    message
  }
  startedAt
  succeededAt
  failedAt
  cancelledAt
  ... on DeletionJob {
    filterSql
  }
  ... on AddColumnToDataPoolJob {
    columnName
    columnType
    jsonProperty
    emptyRecords
    misfittingRecords
  }
  ... on UpdateDataPoolRecordsJob {
    filterSql
    set {
      column
      expression
    }
  }
}`);

export const previewDeletionJobQuery = typedDocument<PreviewDeletionJobQuery, PreviewDeletionJobQueryVariables>(`query PreviewDeletionJob($input: CreateDeletionJobInput!) {
  previewDeletionJob(input: $input) {
    affectedRecords
    totalRecords
  }
}`);

export const previewUpdateDataPoolRecordsJobQuery = typedDocument<PreviewUpdateDataPoolRecordsJobQuery, PreviewUpdateDataPoolRecordsJobQueryVariables>(`query PreviewUpdateDataPoolRecordsJob($input: CreateUpdateDataPoolRecordsJobInput!) {
  previewUpdateDataPoolRecordsJob(input: $input) {
    affectedRecords
    totalRecords
  }
}`);

export const previewAddColumnToDataPoolJobQuery = typedDocument<PreviewAddColumnToDataPoolJobQuery, PreviewAddColumnToDataPoolJobQueryVariables>(`query PreviewAddColumnToDataPoolJob($input: CreateAddColumnToDataPoolJobInput!) {
  previewAddColumnToDataPoolJob(input: $input) {
    totalRecords
    examinedRecords
    fitting {
      ...PreviewGroupParts
    }
    empty {
      ...PreviewGroupParts
    }
    misfitting {
      ...PreviewGroupParts
    }
  }
}

fragment PreviewGroupParts on ColumnPreviewGroup {
  records
  samples {
    source
    value
    reason
  }
}`);

export const metricQuery = typedDocument<MetricQuery, MetricQueryVariables>(`query Metric($id: ID!) {
  metric(id: $id) {
    ...MetricParts
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const metricByNameQuery = typedDocument<MetricByNameQuery, MetricByNameQueryVariables>(`query MetricByName($uniqueName: String!) {
  metricByName(uniqueName: $uniqueName) {
    ...MetricParts
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const metricsQuery = typedDocument<MetricsQuery, MetricsQueryVariables>(`query Metrics($first: Int, $after: String, $last: Int, $before: String) {
  metrics(first: $first, after: $after, last: $last, before: $before) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...MetricParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const dataPoolMetricsQuery = typedDocument<DataPoolMetricsQuery, DataPoolMetricsQueryVariables>(`query DataPoolMetrics($dataPool: ID!, $first: Int, $after: String) {
  dataPool(id: $dataPool) {
    metrics(first: $first, after: $after) {
      pageInfo {
        ...PageInfoParts
      }
      nodes {
        ...MetricParts
      }
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const dimensionStatisticsQuery = typedDocument<DimensionStatisticsQuery, DimensionStatisticsQueryVariables>(`query DimensionStatistics($metric: ID!, $limit: Int) {
  metric(id: $metric) {
    dimensions {
      columnName
      stats {
        min
        max
        average
        uniqueValues(limit: $limit)
        query {
          ...QueryInfoParts
        }
      }
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const createCountMetricMutation = typedDocument<CreateCountMetricMutation, CreateCountMetricMutationVariables>(`mutation CreateCountMetric($input: CreateCountMetricInput!) {
  createCountMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const createSumMetricMutation = typedDocument<CreateSumMetricMutation, CreateSumMetricMutationVariables>(`mutation CreateSumMetric($input: CreateSumMetricInput!) {
  createSumMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const createCountDistinctMetricMutation = typedDocument<CreateCountDistinctMetricMutation, CreateCountDistinctMetricMutationVariables>(`mutation CreateCountDistinctMetric($input: CreateCountDistinctMetricInput!) {
  createCountDistinctMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const createAverageMetricMutation = typedDocument<CreateAverageMetricMutation, CreateAverageMetricMutationVariables>(`mutation CreateAverageMetric($input: CreateAverageMetricInput!) {
  createAverageMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const createMinMetricMutation = typedDocument<CreateMinMetricMutation, CreateMinMetricMutationVariables>(`mutation CreateMinMetric($input: CreateMinMetricInput!) {
  createMinMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const createMaxMetricMutation = typedDocument<CreateMaxMetricMutation, CreateMaxMetricMutationVariables>(`mutation CreateMaxMetric($input: CreateMaxMetricInput!) {
  createMaxMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const createCustomMetricMutation = typedDocument<CreateCustomMetricMutation, CreateCustomMetricMutationVariables>(`mutation CreateCustomMetric($input: CreateCustomMetricInput!) {
  createCustomMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const modifyMetricMutation = typedDocument<ModifyMetricMutation, ModifyMetricMutationVariables>(`mutation ModifyMetric($input: ModifyMetricInput!) {
  modifyMetric(input: $input) {
    metric {
      ...MetricParts
    }
  }
}

fragment MetricParts on Metric {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  type
  dataPool {
    id
    uniqueName
  }
  dimensions {
    columnName
    type
    isNullable
  }
  timestamp {
    columnName
    type
  }
  settings {
    __typename
    ... on CountMetricSettings {
      filterSql
    }
    ... on SumMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CountDistinctMetricSettings {
      filterSql
      dimension {
        columnName
      }
    }
    ... on AverageMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MinMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on MaxMetricSettings {
      filterSql
      measure {
        columnName
      }
    }
    ... on CustomMetricSettings {
      filterSql
      expression
    }
  }
}`);

export const deleteMetricMutation = typedDocument<DeleteMetricMutation, DeleteMetricMutationVariables>(`mutation DeleteMetric($id: ID!) {
  deleteMetric(id: $id)
}`);

export const deleteMetricByNameMutation = typedDocument<DeleteMetricByNameMutation, DeleteMetricByNameMutationVariables>(`mutation DeleteMetricByName($uniqueName: String!) {
  deleteMetricByName(uniqueName: $uniqueName)
}`);

export const dataPoolAccessPolicyQuery = typedDocument<DataPoolAccessPolicyQuery, DataPoolAccessPolicyQueryVariables>(`query DataPoolAccessPolicy($id: ID!) {
  dataPoolAccessPolicy(id: $id) {
    ...PolicyParts
  }
}

fragment PolicyParts on DataPoolAccessPolicy {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  columns
  filterSql
  applications(first: 100) {
    nodes {
      id
      uniqueName
    }
  }
}`);

export const dataPoolAccessPoliciesQuery = typedDocument<DataPoolAccessPoliciesQuery, DataPoolAccessPoliciesQueryVariables>(`query DataPoolAccessPolicies($first: Int, $after: String, $last: Int, $before: String) {
  dataPoolAccessPolicies(
    first: $first
    after: $after
    last: $last
    before: $before
  ) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...PolicyParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment PolicyParts on DataPoolAccessPolicy {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  columns
  filterSql
  applications(first: 100) {
    nodes {
      id
      uniqueName
    }
  }
}`);

export const applicationPoliciesQuery = typedDocument<ApplicationPoliciesQuery, ApplicationPoliciesQueryVariables>(`query ApplicationPolicies($application: ID!, $first: Int, $after: String) {
  application(id: $application) {
    dataPoolAccessPolicies(first: $first, after: $after) {
      pageInfo {
        ...PageInfoParts
      }
      nodes {
        ...PolicyParts
      }
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment PolicyParts on DataPoolAccessPolicy {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  columns
  filterSql
  applications(first: 100) {
    nodes {
      id
      uniqueName
    }
  }
}`);

export const dataPoolPoliciesQuery = typedDocument<DataPoolPoliciesQuery, DataPoolPoliciesQueryVariables>(`query DataPoolPolicies($dataPool: ID!, $first: Int, $after: String) {
  dataPool(id: $dataPool) {
    dataPoolAccessPolicies(first: $first, after: $after) {
      pageInfo {
        ...PageInfoParts
      }
      nodes {
        ...PolicyParts
      }
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment PolicyParts on DataPoolAccessPolicy {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  columns
  filterSql
  applications(first: 100) {
    nodes {
      id
      uniqueName
    }
  }
}`);

export const createDataPoolAccessPolicyMutation = typedDocument<CreateDataPoolAccessPolicyMutation, CreateDataPoolAccessPolicyMutationVariables>(`mutation CreateDataPoolAccessPolicy($input: CreateDataPoolAccessPolicyInput!) {
  createDataPoolAccessPolicy(input: $input) {
    dataPoolAccessPolicy {
      ...PolicyParts
    }
  }
}

fragment PolicyParts on DataPoolAccessPolicy {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  columns
  filterSql
  applications(first: 100) {
    nodes {
      id
      uniqueName
    }
  }
}`);

export const modifyDataPoolAccessPolicyMutation = typedDocument<ModifyDataPoolAccessPolicyMutation, ModifyDataPoolAccessPolicyMutationVariables>(`mutation ModifyDataPoolAccessPolicy($input: ModifyDataPoolAccessPolicyInput!) {
  modifyDataPoolAccessPolicy(input: $input) {
    dataPoolAccessPolicy {
      ...PolicyParts
    }
  }
}

fragment PolicyParts on DataPoolAccessPolicy {
  id
  uniqueName
  description
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  dataPool {
    id
    uniqueName
  }
  columns
  filterSql
  applications(first: 100) {
    nodes {
      id
      uniqueName
    }
  }
}`);

export const deleteDataPoolAccessPolicyMutation = typedDocument<DeleteDataPoolAccessPolicyMutation, DeleteDataPoolAccessPolicyMutationVariables>(`mutation DeleteDataPoolAccessPolicy($id: ID!) {
  deleteDataPoolAccessPolicy(id: $id)
}`);

export const assignDataPoolAccessPolicyToApplicationMutation = typedDocument<AssignDataPoolAccessPolicyToApplicationMutation, AssignDataPoolAccessPolicyToApplicationMutationVariables>(`mutation AssignDataPoolAccessPolicyToApplication($dataPoolAccessPolicy: ID!, $application: ID!) {
  assignDataPoolAccessPolicyToApplication(
    dataPoolAccessPolicy: $dataPoolAccessPolicy
    application: $application
  )
}`);

export const unAssignDataPoolAccessPolicyFromApplicationMutation = typedDocument<UnAssignDataPoolAccessPolicyFromApplicationMutation, UnAssignDataPoolAccessPolicyFromApplicationMutationVariables>(`mutation UnAssignDataPoolAccessPolicyFromApplication($dataPoolAccessPolicy: ID!, $application: ID!) {
  unAssignDataPoolAccessPolicyFromApplication(
    dataPoolAccessPolicy: $dataPoolAccessPolicy
    application: $application
  )
}`);

export const counterQuery = typedDocument<CounterQuery, CounterQueryVariables>(`query Counter($input: CounterInput!) {
  counter(input: $input) {
    value
    query {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const countersQuery = typedDocument<CountersQuery, CountersQueryVariables>(`query Counters($input: [CounterInput!]!) {
  counters(input: $input) {
    value
    query {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const timeSeriesQuery = typedDocument<TimeSeriesQuery, TimeSeriesQueryVariables>(`query TimeSeries($input: TimeSeriesInput!) {
  timeSeries(input: $input) {
    labels
    values
    groups {
      group
      labels
      values
    }
    query {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const leaderboardQuery = typedDocument<LeaderboardQuery, LeaderboardQueryVariables>(`query Leaderboard($input: LeaderboardInput!) {
  leaderboard(input: $input) {
    headers
    rows
    query {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const metricReportQuery = typedDocument<MetricReportQuery, MetricReportQueryVariables>(`query MetricReport($input: MetricReportInput!) {
  metricReport(input: $input) {
    headers
    rows
    pageInfo {
      ...PageInfoParts
    }
    query {
      ...QueryInfoParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const topValuesQuery = typedDocument<TopValuesQuery, TopValuesQueryVariables>(`query TopValues($input: TopValuesInput!) {
  topValues(input: $input) {
    values
    query {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const queryInfoQuery = typedDocument<QueryInfoQuery, QueryInfoQueryVariables>(`query QueryInfo($id: ID!) {
  queryInfo(id: $id) {
    ...QueryInfoParts
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const queriesQuery = typedDocument<QueriesQuery, QueriesQueryVariables>(`query Queries($first: Int, $after: String, $filter: QueriesFilterInput) {
  queries(first: $first, after: $after, filter: $filter) {
    pageInfo {
      ...PageInfoParts
    }
    nodes {
      ...QueryInfoParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const sqlQuery = typedDocument<SqlQuery, SqlQueryVariables>(`query Sql($input: SqlV1Input!) {
  sqlV1(input: $input) {
    columns {
      columnName
      type
      isNullable
    }
    rows
    info {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const describeSqlQuery = typedDocument<DescribeSqlQuery, DescribeSqlQueryVariables>(`query DescribeSql($input: DescribeSqlV1Input!) {
  describeSqlV1(input: $input) {
    columns {
      columnName
      type
      isNullable
    }
  }
}`);

export const dataGridQuery = typedDocument<DataGridQuery, DataGridQueryVariables>(`query DataGrid($input: DataGridInput!) {
  dataGrid(input: $input) {
    headers
    rows
    pageInfo {
      ...PageInfoParts
    }
    query {
      ...QueryInfoParts
    }
  }
}

fragment PageInfoParts on PageInfo {
  startCursor
  endCursor
  hasNextPage
  hasPreviousPage
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);

export const recordsByUniqueIdQuery = typedDocument<RecordsByUniqueIdQuery, RecordsByUniqueIdQueryVariables>(`query RecordsByUniqueId($input: RecordsByUniqueIdInput!) {
  recordsByUniqueId(input: $input) {
    columns
    values
    query {
      ...QueryInfoParts
    }
  }
}

fragment QueryInfoParts on QueryInfo {
  id
  createdAt
  createdBy
  modifiedAt
  modifiedBy
  bytesProcessed
  durationInMilliseconds
  recordsProcessed
  resultingBytes
  resultingRecords
  tier
  status
  type
  subtype
  sql
}`);
