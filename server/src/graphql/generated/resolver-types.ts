/* Generated from schema.graphql by `npm run generate`. Do not edit. */
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Environment as EnvironmentDefinition, DataSource as DataSourceDefinition, DataPool as DataPoolDefinition, Metric as MetricDefinition, AccessPolicy as AccessPolicyDefinition } from '../../catalog/definitions.js';
import type { ShownApplication } from '../application/shown-application.js';
import type { Retention } from '../data-pool/retention.js';
import type { Job as JobDefinition } from '../../catalog/job.js';
import type { ShownDeletionJob, ShownAddColumnToDataPoolJob, ShownUpdateDataPoolRecordsJob } from '../job/shown-job.js';
import type { ShownDimension } from '../metric/shown-dimension.js';
import type { DimensionStatistics as DimensionStatisticsAnswer } from '../../query/dimension-statistics.js';
import type { ShownConnectionSettings } from '../data-source/shown-connection-settings.js';
import type { TableEngine as TableEngineDefinition } from '../../catalog/table-settings.js';
import type { GraphQLContext } from '../context.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A date and time in UTC, in ISO 8601 with `Z`: `2026-03-01T05:00:00Z`. Input may have any offset. */
  DateTime: { input: number; output: number; }
};

/** Everything that can be read. */
export type Query = {
  readonly __typename?: 'Query';
  /** The Environment of the credentials. */
  readonly environment: Maybe<Environment>;
  /** One Application. Needs the scope `application:admin`. */
  readonly application: Maybe<Application>;
  /** One Application by its unique name. Needs the scope `application:admin`. */
  readonly applicationByName: Maybe<Application>;
  /** The Environment's Applications, newest first. Needs the scope `application:admin`. */
  readonly applications: Maybe<ApplicationConnection>;
  /** One Data Source. Needs the scope `admin`. */
  readonly dataSource: Maybe<DataSource>;
  /** One Data Source by its unique name. Needs the scope `admin`. */
  readonly dataSourceByName: Maybe<DataSource>;
  /** The Environment's Data Sources, newest first. Needs the scope `admin`. */
  readonly dataSources: Maybe<DataSourceConnection>;
  /** One Data Pool. Needs the scope `admin`; its name and columns can be read with any query scope. */
  readonly dataPool: Maybe<DataPool>;
  /**
   * One Data Pool by its unique name. Needs the scope `admin`; its name and columns can be read with any query
   * scope.
   */
  readonly dataPoolByName: Maybe<DataPool>;
  /**
   * The Environment's Data Pools, newest first. Needs the scope `admin`; their names and columns can be read
   * with any query scope.
   */
  readonly dataPools: Maybe<DataPoolConnection>;
  /** One Metric. Needs the scope `admin`; the statistics of its dimensions need `metric:stats`. */
  readonly metric: Maybe<Metric>;
  /**
   * One Metric by its unique name. Needs the scope `admin`; the statistics of its dimensions need
   * `metric:stats`.
   */
  readonly metricByName: Maybe<Metric>;
  /** The Environment's Metrics, newest first. Needs the scope `admin`. */
  readonly metrics: Maybe<MetricConnection>;
  /** One Metric value over a time range. Needs the scope `metric:query` or `admin`. */
  readonly counter: Maybe<CounterResponse>;
  /**
   * Several counters in one call, run side by side. A counter that fails is null, with an error of its own.
   * Needs the scope `metric:query` or `admin`.
   */
  readonly counters: ReadonlyArray<Maybe<CounterResponse>>;
  /** A Metric value for each time bucket of a range. Needs the scope `metric:query` or `admin`. */
  readonly timeSeries: Maybe<TimeSeriesResponse>;
  /** The top rows of one Metric, broken down by dimensions. Needs the scope `metric:query` or `admin`. */
  readonly leaderboard: Maybe<LeaderboardResponse>;
  /**
   * A table of several Metrics broken down by dimensions, in pages. It is sorted by the first Metric unless
   * `orderByColumn` says otherwise. Needs the scope `metric:query` or `admin`.
   */
  readonly metricReport: Maybe<MetricReportConnection>;
  /** The most frequent values of a column. Needs the scope `metric:stats`, `data_pool:query` or `admin`. */
  readonly topValues: TopValuesResponse;
  /**
   * What one query did. With the scope `admin`, any query of the Environment. Otherwise only a query of the same
   * Application that was run with the same policy values, or like this one without any, and only of a kind that the
   * token's scopes can run; every other is NOT_FOUND.
   */
  readonly queryInfo: Maybe<QueryInfo>;
  /**
   * The queries of the Environment, newest first. Without the scope `admin`, only those that `queryInfo` would find:
   * the Application's own, with the same policy values, of the kinds that the token's scopes can run.
   */
  readonly queries: Maybe<QueryInfoConnection>;
  /** Runs one SQL statement over Data Pools. Needs the scope `data_pool:query` or `admin`. */
  readonly sqlV1: SqlResponse;
  /**
   * Says which columns an SQL statement would return, without running it. Needs the scope `data_pool:query` or
   * `admin`.
   */
  readonly describeSqlV1: DescribeSqlResponse;
  /** The records of a Data Pool in pages, filtered and sorted. Needs the scope `data_pool:query` or `admin`. */
  readonly dataGrid: DataGridConnection;
  /** Records by their unique IDs. Needs the scope `data_pool:query` or `admin`. */
  readonly recordsByUniqueId: RecordsByUniqueIdResponse;
  /** One access policy. Needs the scope `admin`. */
  readonly dataPoolAccessPolicy: Maybe<DataPoolAccessPolicy>;
  /** The Environment's access policies, newest first. Needs the scope `admin`. */
  readonly dataPoolAccessPolicies: Maybe<DataPoolAccessPolicyConnection>;
  /** One job of any kind. Needs the scope `admin`. */
  readonly job: Maybe<Job>;
  /** The Environment's jobs, newest first. Needs the scope `admin`. */
  readonly jobs: Maybe<JobConnection>;
  /** One deletion job. Needs the scope `admin`. */
  readonly deletionJob: Maybe<DeletionJob>;
  /** One add-column job. Needs the scope `admin`. */
  readonly addColumnToDataPoolJob: Maybe<AddColumnToDataPoolJob>;
  /** One update job. Needs the scope `admin`. */
  readonly updateDataPoolRecordsJob: Maybe<UpdateDataPoolRecordsJob>;
  /**
   * Validates a deletion job and says how many records it would delete, without starting it. Needs the scope
   * `admin`.
   */
  readonly previewDeletionJob: Maybe<JobPreview>;
  /**
   * Validates an update job and says how many records it would change, without starting it. Refused when some of them
   * would get a value that the column cannot hold. Needs the scope
   * `admin`.
   */
  readonly previewUpdateDataPoolRecordsJob: Maybe<JobPreview>;
  /**
   * Shows how the stored events would fill a new column, or an existing one with another mapping, without
   * changing anything. Needs the scope `admin`.
   */
  readonly previewAddColumnToDataPoolJob: Maybe<ColumnPreview>;
};


/** Everything that can be read. */
export type QueryenvironmentArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
};


/** Everything that can be read. */
export type QueryapplicationArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QueryapplicationByNameArgs = {
  uniqueName: Scalars['String']['input'];
};


/** Everything that can be read. */
export type QueryapplicationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be read. */
export type QuerydataSourceArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QuerydataSourceByNameArgs = {
  uniqueName: Scalars['String']['input'];
};


/** Everything that can be read. */
export type QuerydataSourcesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be read. */
export type QuerydataPoolArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QuerydataPoolByNameArgs = {
  uniqueName: Scalars['String']['input'];
};


/** Everything that can be read. */
export type QuerydataPoolsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be read. */
export type QuerymetricArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QuerymetricByNameArgs = {
  uniqueName: Scalars['String']['input'];
};


/** Everything that can be read. */
export type QuerymetricsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be read. */
export type QuerycounterArgs = {
  input: CounterInput;
};


/** Everything that can be read. */
export type QuerycountersArgs = {
  input: ReadonlyArray<CounterInput>;
};


/** Everything that can be read. */
export type QuerytimeSeriesArgs = {
  input: TimeSeriesInput;
};


/** Everything that can be read. */
export type QueryleaderboardArgs = {
  input: LeaderboardInput;
};


/** Everything that can be read. */
export type QuerymetricReportArgs = {
  input: MetricReportInput;
};


/** Everything that can be read. */
export type QuerytopValuesArgs = {
  input: TopValuesInput;
};


/** Everything that can be read. */
export type QueryqueryInfoArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QueryqueriesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<QueriesFilterInput>;
};


/** Everything that can be read. */
export type QuerysqlV1Args = {
  input: SqlV1Input;
};


/** Everything that can be read. */
export type QuerydescribeSqlV1Args = {
  input: DescribeSqlV1Input;
};


/** Everything that can be read. */
export type QuerydataGridArgs = {
  input: DataGridInput;
};


/** Everything that can be read. */
export type QueryrecordsByUniqueIdArgs = {
  input: RecordsByUniqueIdInput;
};


/** Everything that can be read. */
export type QuerydataPoolAccessPolicyArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QuerydataPoolAccessPoliciesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be read. */
export type QueryjobArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QueryjobsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be read. */
export type QuerydeletionJobArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QueryaddColumnToDataPoolJobArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QueryupdateDataPoolRecordsJobArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be read. */
export type QuerypreviewDeletionJobArgs = {
  input: CreateDeletionJobInput;
};


/** Everything that can be read. */
export type QuerypreviewUpdateDataPoolRecordsJobArgs = {
  input: CreateUpdateDataPoolRecordsJobInput;
};


/** Everything that can be read. */
export type QuerypreviewAddColumnToDataPoolJobArgs = {
  input: CreateAddColumnToDataPoolJobInput;
};

/** Everything that can be changed. The fields of one request run one after the other. */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /**
   * Creates an Application. The answer is the one time that its secret is shown. Needs the scope
   * `application:admin`, and every scope that the new Application gets; `admin` counts for the query scopes.
   */
  readonly createApplication: Maybe<ApplicationOrFailureResponse>;
  /**
   * Changes an Application. What is absent stays as it is. Needs the scope `application:admin`, and every scope that
   * the Application has or gets; `admin` counts for the query scopes.
   */
  readonly modifyApplication: Maybe<ApplicationOrFailureResponse>;
  /**
   * Gives an Application a new secret, which only this answer shows. The secret before it stays valid until
   * the next rotation; older ones do not. Needs the scope `application:admin`, every scope that the Application has,
   * and without `admin` every access policy of it.
   */
  readonly rotateApplicationSecret: Maybe<ApplicationResponse>;
  /**
   * Deletes an Application and revokes its secrets; answers its identifier. Refused with CONFLICT and the
   * list of what uses it, unless `cascade` is true. Needs the scope `application:admin`, and every scope that the
   * Application has; `admin` counts for the query scopes.
   */
  readonly deleteApplication: Maybe<Scalars['ID']['output']>;
  /**
   * Deletes an Application by its unique name; answers its identifier. Refused with CONFLICT and the list of
   * what uses it, unless `cascade` is true. Needs the scope `application:admin`, and every scope that the Application
   * has; `admin` counts for the query scopes.
   */
  readonly deleteApplicationByName: Maybe<Scalars['ID']['output']>;
  /**
   * Creates a webhook Data Source and its Data Pool, and issues the URL to post events to. Needs the scope
   * `admin`.
   */
  readonly createWebhookDataSource: Maybe<DataSourceResponse>;
  /** Changes a webhook Data Source. What is absent stays as it is. Needs the scope `admin`. */
  readonly modifyWebhookDataSource: Maybe<DataSourceResponse>;
  /**
   * Deletes a Data Source; answers its identifier. Its URL stops accepting events at once. Refused with
   * CONFLICT and the list of what uses it, unless `cascade` is true. Needs the scope `admin`.
   */
  readonly deleteDataSource: Maybe<Scalars['ID']['output']>;
  /**
   * Deletes a Data Source by its unique name; answers its identifier. Refused with CONFLICT and the list of
   * what uses it, unless `cascade` is true. Needs the scope `admin`.
   */
  readonly deleteDataSourceByName: Maybe<Scalars['ID']['output']>;
  /** Changes a Data Pool. What is absent stays as it is. Needs the scope `admin`. */
  readonly modifyDataPool: Maybe<DataPoolOrFailureResponse>;
  /** Tries again to set up a Data Pool that is SETUP_FAILED. Needs the scope `admin`. */
  readonly retryDataPoolSetup: Maybe<DataPool>;
  /**
   * Deletes a Data Pool with all its records; answers its identifier. Refused with CONFLICT and the list of
   * what uses it, unless `cascade` is true. Needs the scope `admin`.
   */
  readonly deleteDataPool: Maybe<Scalars['ID']['output']>;
  /**
   * Deletes a Data Pool by its unique name; answers its identifier. Refused with CONFLICT and the list of what
   * uses it, unless `cascade` is true. Needs the scope `admin`.
   */
  readonly deleteDataPoolByName: Maybe<Scalars['ID']['output']>;
  /** Changes a Metric. What is absent stays as it is. Needs the scope `admin`. */
  readonly modifyMetric: Maybe<MetricResponse>;
  /** Deletes a Metric; answers its identifier. Needs the scope `admin`. */
  readonly deleteMetric: Maybe<Scalars['ID']['output']>;
  /** Deletes a Metric by its unique name; answers its identifier. Needs the scope `admin`. */
  readonly deleteMetricByName: Maybe<Scalars['ID']['output']>;
  /** Creates a Metric that counts records. Needs the scope `admin`. */
  readonly createCountMetric: Maybe<MetricResponse>;
  /** Creates a Metric that adds up a column. Needs the scope `admin`. */
  readonly createSumMetric: Maybe<MetricResponse>;
  /** Creates a Metric that counts the distinct values of a column. Needs the scope `admin`. */
  readonly createCountDistinctMetric: Maybe<MetricResponse>;
  /** Creates a Metric that averages a column. Needs the scope `admin`. */
  readonly createAverageMetric: Maybe<MetricResponse>;
  /** Creates a Metric that takes the smallest value of a column. Needs the scope `admin`. */
  readonly createMinMetric: Maybe<MetricResponse>;
  /** Creates a Metric that takes the largest value of a column. Needs the scope `admin`. */
  readonly createMaxMetric: Maybe<MetricResponse>;
  /** Creates a Metric that evaluates an aggregate expression. Needs the scope `admin`. */
  readonly createCustomMetric: Maybe<MetricResponse>;
  /** Creates an access policy for a Data Pool. Needs the scope `admin`. */
  readonly createDataPoolAccessPolicy: Maybe<DataPoolAccessPolicyResponse>;
  /** Changes an access policy. What is absent stays as it is. Needs the scope `admin`. */
  readonly modifyDataPoolAccessPolicy: Maybe<DataPoolAccessPolicyResponse>;
  /** Deletes an access policy, which also unassigns it; answers its identifier. Needs the scope `admin`. */
  readonly deleteDataPoolAccessPolicy: Maybe<Scalars['ID']['output']>;
  /**
   * Lets an Application read what an access policy shows, besides what its other policies show; answers the
   * policy's identifier. Needs the scope `admin`.
   */
  readonly assignDataPoolAccessPolicyToApplication: Maybe<Scalars['ID']['output']>;
  /** Takes an access policy away from an Application; answers the policy's identifier. Needs the scope `admin`. */
  readonly unAssignDataPoolAccessPolicyFromApplication: Maybe<Scalars['ID']['output']>;
  /**
   * Starts deleting the records that meet a condition. `previewDeletionJob` says beforehand how many. Needs the
   * scope `admin`.
   */
  readonly createDeletionJob: Maybe<DeletionJobResponse>;
  /**
   * Starts adding a column and filling it from the stored events. `previewAddColumnToDataPoolJob` shows
   * beforehand how they fit. Needs the scope `admin`.
   */
  readonly createAddColumnToDataPoolJob: Maybe<AddColumnToDataPoolJobResponse>;
  /**
   * Starts changing the records that meet a condition. `previewUpdateDataPoolRecordsJob` says beforehand how
   * many. Needs the scope `admin`.
   */
  readonly createUpdateDataPoolRecordsJob: Maybe<UpdateDataPoolRecordsJobResponse>;
  /** Stops a job that has not ended. What it has done already stays done. Needs the scope `admin`. */
  readonly cancelJob: Maybe<Job>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateApplicationArgs = {
  input: createApplicationInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationmodifyApplicationArgs = {
  input: modifyApplicationInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationrotateApplicationSecretArgs = {
  id: Scalars['ID']['input'];
  keepPrevious?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteApplicationArgs = {
  id: Scalars['ID']['input'];
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteApplicationByNameArgs = {
  uniqueName: Scalars['String']['input'];
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateWebhookDataSourceArgs = {
  input: CreateWebhookDataSourceInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationmodifyWebhookDataSourceArgs = {
  input: ModifyWebhookDataSourceInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteDataSourceArgs = {
  id: Scalars['ID']['input'];
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteDataSourceByNameArgs = {
  uniqueName: Scalars['String']['input'];
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationmodifyDataPoolArgs = {
  input: modifyDataPoolInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationretryDataPoolSetupArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteDataPoolArgs = {
  id: Scalars['ID']['input'];
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteDataPoolByNameArgs = {
  uniqueName: Scalars['String']['input'];
  cascade?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationmodifyMetricArgs = {
  input?: InputMaybe<ModifyMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteMetricArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteMetricByNameArgs = {
  uniqueName: Scalars['String']['input'];
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateCountMetricArgs = {
  input?: InputMaybe<CreateCountMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateSumMetricArgs = {
  input?: InputMaybe<CreateSumMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateCountDistinctMetricArgs = {
  input?: InputMaybe<CreateCountDistinctMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateAverageMetricArgs = {
  input?: InputMaybe<CreateAverageMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateMinMetricArgs = {
  input?: InputMaybe<CreateMinMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateMaxMetricArgs = {
  input?: InputMaybe<CreateMaxMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateCustomMetricArgs = {
  input?: InputMaybe<CreateCustomMetricInput>;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateDataPoolAccessPolicyArgs = {
  input: CreateDataPoolAccessPolicyInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationmodifyDataPoolAccessPolicyArgs = {
  input: ModifyDataPoolAccessPolicyInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationdeleteDataPoolAccessPolicyArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationassignDataPoolAccessPolicyToApplicationArgs = {
  dataPoolAccessPolicy: Scalars['ID']['input'];
  application: Scalars['ID']['input'];
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationunAssignDataPoolAccessPolicyFromApplicationArgs = {
  dataPoolAccessPolicy: Scalars['ID']['input'];
  application: Scalars['ID']['input'];
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateDeletionJobArgs = {
  input: CreateDeletionJobInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateAddColumnToDataPoolJobArgs = {
  input: CreateAddColumnToDataPoolJobInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcreateUpdateDataPoolRecordsJobArgs = {
  input: CreateUpdateDataPoolRecordsJobInput;
};


/** Everything that can be changed. The fields of one request run one after the other. */
export type MutationcancelJobArgs = {
  id: Scalars['ID']['input'];
};

/** Anything that has an identifier. */
export type Node = {
  /** The identifier: three capital letters that tell the kind, and a ULID. */
  readonly id: Scalars['ID']['output'];
};

/** What all resources have in common. */
export type Common = {
  /** The resource's name, unique among its kind in the Environment. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the resource is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The Environment that the resource belongs to. */
  readonly environment: Environment;
  /** When the resource was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the resource: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the resource was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the resource: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
};

/** A workspace. Applications, Data Sources, Data Pools and Metrics belong to one, and see nothing of another. */
export type Environment = Node & {
  readonly __typename?: 'Environment';
  /** The Environment's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Environment's unique name. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the Environment is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** When the Environment was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the Environment: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the Environment was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the Environment: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
};

/** Where a page is in the whole list. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** The first item's cursor, for paging backward; null on an empty page. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
  /** The last item's cursor, for paging forward; null on an empty page. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there are items after this page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are items before this page. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
};

/** Names a resource by exactly one of its identifier and its unique name. */
export type idOrUniqueName = {
  /** The resource's identifier. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** The resource's unique name. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
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
  readonly columnName: Scalars['String']['input'];
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
  readonly column: Scalars['String']['input'];
  /** How to compare it. */
  readonly operator: FilterOperator;
  /** What to compare it with, as text that fits the column's type. Absent for `IS_NULL` and `IS_NOT_NULL`. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
  /** Filters that must hold together with this one. They bind more tightly than `or`. */
  readonly and?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** Filters any of which may hold instead of this one. */
  readonly or?: InputMaybe<ReadonlyArray<FilterInput>>;
};

/** A stored condition on one column. It means `(itself AND every "and") OR any "or"`. */
export type Filter = {
  readonly __typename?: 'Filter';
  /** The column that is compared. */
  readonly column: Scalars['String']['output'];
  /** How it is compared. */
  readonly operator: FilterOperator;
  /** What it is compared with; null for `IS_NULL` and `IS_NOT_NULL`. */
  readonly value: Maybe<Scalars['String']['output']>;
  /** Filters that must hold together with this one. */
  readonly and: Maybe<ReadonlyArray<Filter>>;
  /** Filters any of which may hold instead of this one. */
  readonly or: Maybe<ReadonlyArray<Filter>>;
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

/** Why something failed. */
export type Error = {
  readonly __typename?: 'Error';
  /** The failure's code, where it has one. */
  readonly code: Maybe<ErrorCode>;
  /** What went wrong, for people. */
  readonly message: Scalars['String']['output'];
};

/** The answer of a mutation that was refused. */
export type FailureResponse = {
  readonly __typename?: 'FailureResponse';
  /** Why it was refused. */
  readonly error: Error;
};

/** API credentials with their scopes, and the tier in which their queries run. */
export type Application = Node & Common & {
  readonly __typename?: 'Application';
  /** The Application's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Application's name, unique among its kind in the Environment. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the Application is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The Environment that the Application belongs to. */
  readonly environment: Environment;
  /** When the Application was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the Application: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the Application was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the Application: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The OAuth 2.0 client ID: the Application's identifier. */
  readonly clientId: Scalars['String']['output'];
  /**
   * The OAuth 2.0 client secret. Only in the answers of `createApplication` and `rotateApplicationSecret`,
   * null everywhere else.
   */
  readonly secret: Maybe<Scalars['String']['output']>;
  /** The tier in which the Application's queries run. */
  readonly tier: Tier;
  /** What the Application may do. */
  readonly scopes: ReadonlyArray<ApplicationScope>;
  /** The access policies that are assigned to it, newest first. */
  readonly dataPoolAccessPolicies: Maybe<DataPoolAccessPolicyConnection>;
};


/** API credentials with their scopes, and the tier in which their queries run. */
export type ApplicationdataPoolAccessPoliciesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

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
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /**
   * The tier in which its queries run, by default P1_X_SMALL. Without the scope `admin`, none above the tier of the
   * asking Application.
   */
  readonly tier?: InputMaybe<Tier>;
  /** What it may do, at least one scope. By default all scopes that the token can give. */
  readonly scopes?: InputMaybe<ReadonlyArray<ApplicationScope>>;
};

/** New values for an Application. What is absent stays as it is. */
export type modifyApplicationInput = {
  /** The Application to change. */
  readonly idOrUniqueName: idOrUniqueName;
  /** Its new unique name. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** Its new description. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Its new tier, for queries from now on. Without the scope `admin`, none above the tier of the asking Application. */
  readonly tier?: InputMaybe<Tier>;
  /** Its new scopes, at least one. */
  readonly scopes?: InputMaybe<ReadonlyArray<ApplicationScope>>;
};

/** The Application that was created or changed. */
export type ApplicationResponse = {
  readonly __typename?: 'ApplicationResponse';
  /** The Application. */
  readonly application: Application;
};

/** The Application, or why it was refused. */
export type ApplicationOrFailureResponse = ApplicationResponse | FailureResponse;

/** A page of Applications. */
export type ApplicationConnection = {
  readonly __typename?: 'ApplicationConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The Applications of this page, each with its cursor. */
  readonly edges: ReadonlyArray<ApplicationEdge>;
  /** The Applications of this page. */
  readonly nodes: ReadonlyArray<Application>;
};

/** One member of a page of Applications. */
export type ApplicationEdge = {
  readonly __typename?: 'ApplicationEdge';
  /** The member itself. */
  readonly node: Application;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** Where the records of Data Pools come from. */
export type DataSource = Node & Common & {
  readonly __typename?: 'DataSource';
  /** The Data Source's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Data Source's name, unique among its kind in the Environment. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the Data Source is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The Environment that the Data Source belongs to. */
  readonly environment: Environment;
  /** When the Data Source was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the Data Source: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the Data Source was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the Data Source: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The kind of Data Source. */
  readonly type: DataSourceType;
  /** Whether it receives records. */
  readonly status: DataSourceStatus;
  /** Why it is BROKEN; null otherwise. */
  readonly error: Maybe<Error>;
  /** Its settings, by its kind. */
  readonly connectionSettings: ConnectionSettings;
  /** The Data Pools that it fills, newest first. */
  readonly dataPools: Maybe<DataPoolConnection>;
};


/** Where the records of Data Pools come from. */
export type DataSourcedataPoolsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
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

/** A Data Source's settings, by its kind. */
export type ConnectionSettings = WebhookConnectionSettings;

/** The Data Source that was created or changed. */
export type DataSourceResponse = {
  readonly __typename?: 'DataSourceResponse';
  /** The Data Source. */
  readonly dataSource: DataSource;
};

/** A new webhook Data Source. Its Data Pool is created with it, under the same unique name. */
export type CreateWebhookDataSourceInput = {
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** How it receives events and stores them. */
  readonly connectionSettings: WebhookConnectionSettingsInput;
};

/** How a webhook Data Source receives events and stores them. */
export type WebhookConnectionSettingsInput = {
  /**
   * The basic authentication that senders must use. Absent, or with username and password left blank, anyone
   * who has the URL can send.
   */
  readonly basicAuth?: InputMaybe<HttpBasicAuthInput>;
  /** The columns that events fill, besides `_service_received_at` and `_service_payload`. */
  readonly columns?: InputMaybe<ReadonlyArray<WebhookDataSourceColumnInput>>;
  /** The default timestamp: a TIMESTAMP or DATE column. By default `_service_received_at`. */
  readonly timestamp?: InputMaybe<Scalars['String']['input']>;
  /** The column that identifies a record. A record with the same value replaces the earlier one. */
  readonly uniqueId?: InputMaybe<Scalars['String']['input']>;
  /** Whether Applications need an access policy to read the Data Pool, by default false. */
  readonly accessControlEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** How to build the Data Pool's table. */
  readonly tableSettings?: InputMaybe<TableSettingsInput>;
};

/** A column that events fill. */
export type WebhookDataSourceColumnInput = {
  /** The column's name, unique in the Data Pool. */
  readonly name: Scalars['String']['input'];
  /** The event's key: a top-level one, or a dotted path such as `items.0.sku`. By default the column's name. */
  readonly jsonProperty?: InputMaybe<Scalars['String']['input']>;
  /** The column's type. */
  readonly type: ColumnType;
  /**
   * Whether the value may be missing or null. An event without a value that it must have is refused. By
   * default false.
   */
  readonly nullable?: InputMaybe<Scalars['Boolean']['input']>;
};

/** HTTP basic authentication. Both left blank is none. */
export type HttpBasicAuthInput = {
  /** The username. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
  /** The password. It cannot be read back. */
  readonly password?: InputMaybe<Scalars['String']['input']>;
};

/** New values for a webhook Data Source. What is absent stays as it is. */
export type ModifyWebhookDataSourceInput = {
  /** The Data Source to change. */
  readonly idOrUniqueName: idOrUniqueName;
  /** Its new unique name. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** Its new description. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** How it receives events from now on. */
  readonly connectionSettings?: InputMaybe<PartialWebhookConnectionSettingsInput>;
};

/** New settings for a webhook Data Source. What is absent stays as it is. */
export type PartialWebhookConnectionSettingsInput = {
  /** The basic authentication that senders must use from now on. */
  readonly basicAuth?: InputMaybe<HttpBasicAuthInput>;
  /** False removes the basic authentication. */
  readonly basicAuthEnabled?: InputMaybe<Scalars['Boolean']['input']>;
};

/** How a webhook Data Source receives events and stores them. */
export type WebhookConnectionSettings = {
  readonly __typename?: 'WebhookConnectionSettings';
  /** Where to post events. Whoever has the URL can send, unless there is basic authentication. */
  readonly webhookUrl: Scalars['String']['output'];
  /** The basic authentication that senders must use; null when there is none. */
  readonly basicAuth: Maybe<HttpBasicAuthSettings>;
  /** The columns that events fill, besides `_service_received_at` and `_service_payload`. */
  readonly columns: ReadonlyArray<WebhookDataSourceColumn>;
  /** The default timestamp column. */
  readonly timestamp: Scalars['String']['output'];
  /** The column that identifies a record, if any. */
  readonly uniqueId: Maybe<Scalars['String']['output']>;
  /** How the Data Pool's table is built; null once the Data Pool has been deleted. */
  readonly tableSettings: Maybe<TableSettings>;
  /** Whether Applications need an access policy to read the Data Pool. */
  readonly accessControlEnabled: Scalars['Boolean']['output'];
};

/** The basic authentication of a webhook. */
export type HttpBasicAuthSettings = {
  readonly __typename?: 'HttpBasicAuthSettings';
  /** The username. */
  readonly username: Scalars['String']['output'];
  /** Always null: a password cannot be read back. */
  readonly password: Maybe<Scalars['String']['output']>;
};

/** A column that events fill. */
export type WebhookDataSourceColumn = {
  readonly __typename?: 'WebhookDataSourceColumn';
  /** The column's name. */
  readonly name: Scalars['String']['output'];
  /** The event's key, or dotted path, that fills it. */
  readonly jsonProperty: Scalars['String']['output'];
  /** The column's type. */
  readonly type: ColumnType;
  /** Whether the value may be missing or null. */
  readonly nullable: Scalars['Boolean']['output'];
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

/** How a Data Pool's table is built. */
export type TableSettings = {
  readonly __typename?: 'TableSettings';
  /** The kind of table. */
  readonly engine: TableEngine;
  /** The columns or expressions that records are ordered by. */
  readonly orderBy: ReadonlyArray<Scalars['String']['output']>;
  /** The columns or expressions that records are partitioned by. */
  readonly partitionBy: ReadonlyArray<Scalars['String']['output']>;
  /** The primary key: the first of the `orderBy` columns, or all of them. */
  readonly primaryKey: ReadonlyArray<Scalars['String']['output']>;
  /** When records expire, as the column store's TTL expression; null when they do not. */
  readonly ttl: Maybe<Scalars['String']['output']>;
};

/** The kind of a Data Pool's table, with its parameters. */
export type TableEngine = MergeTreeTableEngine | ReplacingMergeTreeTableEngine | SummingMergeTreeTableEngine | AggregatingMergeTreeTableEngine;

/** An append-only table. */
export type MergeTreeTableEngine = {
  readonly __typename?: 'MergeTreeTableEngine';
  /** Always `MERGE_TREE`. */
  readonly type: TableEngineType;
};

/** A mutable table: the newest record with the same `orderBy` values counts. */
export type ReplacingMergeTreeTableEngine = {
  readonly __typename?: 'ReplacingMergeTreeTableEngine';
  /** Always `REPLACING_MERGE_TREE`. */
  readonly type: TableEngineType;
  /** The column whose largest value is the newest; null when the record that arrived last is. */
  readonly ver: Maybe<Scalars['String']['output']>;
};

/** A table that adds up records with the same `orderBy` values. */
export type SummingMergeTreeTableEngine = {
  readonly __typename?: 'SummingMergeTreeTableEngine';
  /** Always `SUMMING_MERGE_TREE`. */
  readonly type: TableEngineType;
  /** The columns that are added up; all numeric ones when empty. */
  readonly columns: ReadonlyArray<Scalars['String']['output']>;
};

/** A table that combines records with the same `orderBy` values by their aggregate states. */
export type AggregatingMergeTreeTableEngine = {
  readonly __typename?: 'AggregatingMergeTreeTableEngine';
  /** Always `AGGREGATING_MERGE_TREE`. */
  readonly type: TableEngineType;
};

/** How to build a Data Pool's table. */
export type TableSettingsInput = {
  /**
   * The kind of table. By default append-only (`mergeTree`), or mutable (`replacingMergeTree`) when there is a
   * unique ID.
   */
  readonly engine?: InputMaybe<TableEngineInput>;
  /** The columns to order records by, none of them nullable. By default the unique ID, or else the timestamp. */
  readonly orderBy?: InputMaybe<ReadonlyArray<InputMaybe<Scalars['String']['input']>>>;
  /** The columns or expressions to partition records by. By default the month of the timestamp. */
  readonly partitionBy?: InputMaybe<ReadonlyArray<InputMaybe<Scalars['String']['input']>>>;
  /** The primary key: the first of the `orderBy` columns, or all of them. By default all. */
  readonly primaryKey?: InputMaybe<ReadonlyArray<InputMaybe<Scalars['String']['input']>>>;
  /** When records expire, as the column store's TTL expression. By default never. */
  readonly ttl?: InputMaybe<Scalars['String']['input']>;
};

/** The kind of a table: exactly one of these. */
export type TableEngineInput = {
  /** An append-only table. */
  readonly mergeTree?: InputMaybe<MergeTreeTableEngineInput>;
  /** A mutable table: the newest record with the same `orderBy` values counts. */
  readonly replacingMergeTree?: InputMaybe<ReplacingMergeTreeTableEngineInput>;
  /** A table that adds up records with the same `orderBy` values. */
  readonly summingMergeTree?: InputMaybe<SummingMergeTreeTableEngineInput>;
  /** A table that combines records with the same `orderBy` values by their aggregate states. */
  readonly aggregatingMergeTree?: InputMaybe<AggregatingMergeTreeTableEngineInput>;
};

/** An append-only table. */
export type MergeTreeTableEngineInput = {
  /** `MERGE_TREE`, or absent. */
  readonly type?: InputMaybe<TableEngineType>;
};

/** A mutable table. */
export type ReplacingMergeTreeTableEngineInput = {
  /** `REPLACING_MERGE_TREE`, or absent. */
  readonly type?: InputMaybe<TableEngineType>;
  /** The column whose largest value is the newest. By default the record that arrived last is. */
  readonly ver?: InputMaybe<Scalars['String']['input']>;
};

/** A table that adds up records. */
export type SummingMergeTreeTableEngineInput = {
  /** `SUMMING_MERGE_TREE`, or absent. */
  readonly type?: InputMaybe<TableEngineType>;
  /** The columns to add up. By default all numeric ones that are not in `orderBy`. */
  readonly columns?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A table that combines records by their aggregate states. */
export type AggregatingMergeTreeTableEngineInput = {
  /** `AGGREGATING_MERGE_TREE`, or absent. */
  readonly type?: InputMaybe<TableEngineType>;
};

/** A page of Data Sources. */
export type DataSourceConnection = {
  readonly __typename?: 'DataSourceConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The Data Sources of this page, each with its cursor. */
  readonly edges: ReadonlyArray<DataSourceEdge>;
  /** The Data Sources of this page. */
  readonly nodes: ReadonlyArray<DataSource>;
};

/** One member of a page of Data Sources. */
export type DataSourceEdge = {
  readonly __typename?: 'DataSourceEdge';
  /** The member itself. */
  readonly node: DataSource;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** A table of timestamped records. */
export type DataPool = Node & Common & {
  readonly __typename?: 'DataPool';
  /** The Data Pool's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Data Pool's name, unique among its kind in the Environment. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the Data Pool is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The Environment that the Data Pool belongs to. */
  readonly environment: Environment;
  /** When the Data Pool was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the Data Pool: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the Data Pool was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the Data Pool: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** Where its records come from. */
  readonly dataSource: DataSource;
  /** Whether it can be queried. */
  readonly status: DataPoolStatus;
  /** Why it is SETUP_FAILED; null otherwise. */
  readonly error: Maybe<Error>;
  /** Its default timestamp column. */
  readonly timestamp: Maybe<Timestamp>;
  /** The column that identifies a record, if any. */
  readonly uniqueId: Maybe<UniqueId>;
  /** Its columns: the service's own first, then the others in the order of their definition. */
  readonly columns: Maybe<DataPoolColumnConnection>;
  /** How many records it holds; null before it is LIVE. */
  readonly recordCount: Maybe<Scalars['String']['output']>;
  /** How much storage it takes, in bytes; null before it is LIVE. */
  readonly sizeInBytes: Maybe<Scalars['String']['output']>;
  /** How its table is built. */
  readonly tableSettings: TableSettings;
  /** Whether Applications need an access policy to read it. */
  readonly accessControlEnabled: Scalars['Boolean']['output'];
  /** After how many days records are removed, counted from their timestamp; null when they are kept. */
  readonly dataRetentionInDays: Maybe<Scalars['Int']['output']>;
  /** Says whether an expression can be a custom Metric of this Data Pool. */
  readonly validateExpression: ValidateExpressionResult;
  /** What removes its records, and when; null when nothing does. */
  readonly retention: Maybe<DataRetention>;
  /** The Metrics over its records, newest first. */
  readonly metrics: Maybe<MetricConnection>;
  /** The access policies for it, newest first. */
  readonly dataPoolAccessPolicies: Maybe<DataPoolAccessPolicyConnection>;
  /** The jobs on it, newest first. */
  readonly jobs: Maybe<JobConnection>;
};


/** A table of timestamped records. */
export type DataPoolcolumnsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A table of timestamped records. */
export type DataPoolvalidateExpressionArgs = {
  expression: Scalars['String']['input'];
};


/** A table of timestamped records. */
export type DataPoolmetricsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A table of timestamped records. */
export type DataPooldataPoolAccessPoliciesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};


/** A table of timestamped records. */
export type DataPooljobsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
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
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** Its new description. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Its new default timestamp, a TIMESTAMP or DATE column. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** Whether Applications need an access policy to read it. */
  readonly accessControlEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** After how many days records are removed, counted from their timestamp; 0 keeps them. */
  readonly dataRetentionInDays?: InputMaybe<Scalars['Int']['input']>;
};

/** The Data Pool that was changed. */
export type DataPoolResponse = {
  readonly __typename?: 'DataPoolResponse';
  /** The Data Pool. */
  readonly dataPool: DataPool;
};

/** The Data Pool, or why the change was refused. */
export type DataPoolOrFailureResponse = DataPoolResponse | FailureResponse;

/** Names a Data Pool by exactly one of its identifier and its unique name. */
export type DataPoolInput = {
  /** The Data Pool's identifier. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** The Data Pool's unique name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** Whether an expression can be a custom Metric. */
export type ValidateExpressionResult = {
  readonly __typename?: 'ValidateExpressionResult';
  /** Whether it can. */
  readonly valid: Scalars['Boolean']['output'];
  /** Why it cannot, and where; null when it can. */
  readonly reason: Maybe<Scalars['String']['output']>;
};

/** A column of a Data Pool. */
export type DataPoolColumn = {
  readonly __typename?: 'DataPoolColumn';
  /** The column's name. */
  readonly columnName: Scalars['String']['output'];
  /** The column's type. */
  readonly type: ColumnType;
  /** Whether the column can hold null. */
  readonly isNullable: Scalars['Boolean']['output'];
  /** The column's type in the underlying column store's own words. */
  readonly columnStoreType: Scalars['String']['output'];
};

/** A page of columns. */
export type DataPoolColumnConnection = {
  readonly __typename?: 'DataPoolColumnConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The columns of this page, each with its cursor. */
  readonly edges: ReadonlyArray<DataPoolColumnEdge>;
  /** The columns of this page. */
  readonly nodes: ReadonlyArray<DataPoolColumn>;
};

/** One member of a page of columns. */
export type DataPoolColumnEdge = {
  readonly __typename?: 'DataPoolColumnEdge';
  /** The member itself. */
  readonly node: DataPoolColumn;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** The default timestamp column of a Data Pool. */
export type Timestamp = {
  readonly __typename?: 'Timestamp';
  /** The column's name. */
  readonly columnName: Scalars['String']['output'];
  /** The column's type: TIMESTAMP or DATE. */
  readonly type: ColumnType;
};

/** Names a timestamp column. */
export type TimestampInput = {
  /** The column's name. It must be a TIMESTAMP or a DATE. */
  readonly columnName: Scalars['String']['input'];
};

/** The column that identifies a Data Pool's records. */
export type UniqueId = {
  readonly __typename?: 'UniqueId';
  /** The column's name. */
  readonly columnName: Scalars['String']['output'];
};

/** What removes the records of a Data Pool. */
export type DataRetention = {
  readonly __typename?: 'DataRetention';
  /** The rule that holds, in a sentence. */
  readonly description: Scalars['String']['output'];
  /** What it is made of: a record is removed by whichever is met first. */
  readonly rules: ReadonlyArray<DataRetentionRule>;
  /**
   * How many records have expired and are still there, because the column store has not come to them yet; null before
   * the Data Pool is LIVE.
   */
  readonly expiredRecords: Maybe<Scalars['String']['output']>;
};

/** A record expires when this much time has passed since the time in a column. */
export type DataRetentionRule = {
  readonly __typename?: 'DataRetentionRule';
  /** Which setting says so. */
  readonly setting: DataRetentionSetting;
  /** The column whose time counts. */
  readonly columnName: Scalars['String']['output'];
  /** How many units of time. */
  readonly amount: Scalars['Int']['output'];
  /** The unit of time. */
  readonly unit: DataRetentionUnit;
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

/** A page of Data Pools. */
export type DataPoolConnection = {
  readonly __typename?: 'DataPoolConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The Data Pools of this page, each with its cursor. */
  readonly edges: ReadonlyArray<DataPoolEdge>;
  /** The Data Pools of this page. */
  readonly nodes: ReadonlyArray<DataPool>;
};

/** One member of a page of Data Pools. */
export type DataPoolEdge = {
  readonly __typename?: 'DataPoolEdge';
  /** The member itself. */
  readonly node: DataPool;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** An aggregation over a Data Pool's records, measured over time. */
export type Metric = Node & Common & {
  readonly __typename?: 'Metric';
  /** The Metric's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Metric's name, unique among its kind in the Environment. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the Metric is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The Environment that the Metric belongs to. */
  readonly environment: Environment;
  /** When the Metric was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the Metric: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the Metric was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the Metric: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** How it aggregates. */
  readonly type: MetricType;
  /** The Data Pool whose records it aggregates. */
  readonly dataPool: DataPool;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions: ReadonlyArray<Dimension>;
  /** Its timestamp column: its own, or else the Data Pool's. */
  readonly timestamp: Maybe<Dimension>;
  /** What it is made of, by its type. */
  readonly settings: MetricSettings;
};

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

/** A column in its part for a Metric. */
export type Dimension = {
  readonly __typename?: 'Dimension';
  /** The column's name. */
  readonly columnName: Scalars['String']['output'];
  /** The column's type. */
  readonly type: ColumnType;
  /** Whether the column can hold null. */
  readonly isNullable: Scalars['Boolean']['output'];
  /**
   * Statistics of the column's values, by a query of their own. Needs the scope `metric:stats`,
   * `data_pool:query` or `admin`.
   */
  readonly stats: Maybe<DimensionStatistics>;
};

/** New values for a Metric. What is absent stays as it is. */
export type ModifyMetricInput = {
  /** The identifier of the Metric to change. */
  readonly metric: Scalars['ID']['input'];
  /** Its new unique name. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** Its new description. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count from now on; an empty text lets all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count; an empty list removes them.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by, in place of those before. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its new timestamp column. */
  readonly timestamp?: InputMaybe<TimestampInput>;
};

/** The Metric that was created or changed. */
export type MetricResponse = {
  readonly __typename?: 'MetricResponse';
  /** The Metric. */
  readonly metric: Metric;
};

/** A new Metric that counts records. */
export type CreateCountMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
};

/** A new Metric that adds up a column. */
export type CreateSumMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** The column to add up. It is numeric. */
  readonly measure: DimensionInput;
};

/** A new Metric that counts the distinct values of a column. */
export type CreateCountDistinctMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** The column whose distinct values to count. */
  readonly dimension: DimensionInput;
};

/** A new Metric that averages a column. */
export type CreateAverageMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** The column to average. It is numeric. */
  readonly measure: DimensionInput;
};

/** A new Metric that takes the smallest value of a column. */
export type CreateMinMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** The column to take the smallest value of. */
  readonly measure: DimensionInput;
};

/** A new Metric that takes the largest value of a column. */
export type CreateMaxMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** The column to take the largest value of. */
  readonly measure: DimensionInput;
};

/** A new Metric that evaluates an aggregate expression. */
export type CreateCustomMetricInput = {
  /** The identifier of the Data Pool whose records it aggregates. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it measures. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet to count. By default all count. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet to count.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The columns that it is meant to be broken down by. */
  readonly dimensions?: InputMaybe<ReadonlyArray<DimensionInput>>;
  /** Its timestamp column, by default the Data Pool's. */
  readonly timestamp?: InputMaybe<TimestampInput>;
  /** One aggregate expression over the Data Pool's columns, such as `SUM(price) / COUNT()`. */
  readonly expression: Scalars['String']['input'];
};

/** What a Metric is made of, by its type. */
export type MetricSettings = CountMetricSettings | SumMetricSettings | CountDistinctMetricSettings | AverageMetricSettings | MinMetricSettings | MaxMetricSettings | CustomMetricSettings;

/** What a Metric that counts records is made of. */
export type CountMetricSettings = {
  readonly __typename?: 'CountMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
};

/** What a Metric that adds up a column is made of. */
export type SumMetricSettings = {
  readonly __typename?: 'SumMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /** The column to add up. It is numeric. */
  readonly measure: Dimension;
};

/** What a Metric that counts the distinct values of a column is made of. */
export type CountDistinctMetricSettings = {
  readonly __typename?: 'CountDistinctMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /** The column whose distinct values to count. */
  readonly dimension: Dimension;
};

/** What a Metric that averages a column is made of. */
export type AverageMetricSettings = {
  readonly __typename?: 'AverageMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /** The column to average. It is numeric. */
  readonly measure: Dimension;
};

/** What a Metric that takes the smallest value of a column is made of. */
export type MinMetricSettings = {
  readonly __typename?: 'MinMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /** The column to take the smallest value of. */
  readonly measure: Dimension;
};

/** What a Metric that takes the largest value of a column is made of. */
export type MaxMetricSettings = {
  readonly __typename?: 'MaxMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /** The column to take the largest value of. */
  readonly measure: Dimension;
};

/** What a Metric that evaluates an aggregate expression is made of. */
export type CustomMetricSettings = {
  readonly __typename?: 'CustomMetricSettings';
  /**
   * Its structured filters, if any.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** The SQL condition that records must meet to count; null for all records. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /** One aggregate expression over the Data Pool's columns, such as `SUM(price) / COUNT()`. */
  readonly expression: Scalars['String']['output'];
};

/** A page of Metrics. */
export type MetricConnection = {
  readonly __typename?: 'MetricConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The Metrics of this page, each with its cursor. */
  readonly edges: ReadonlyArray<MetricEdge>;
  /** The Metrics of this page. */
  readonly nodes: ReadonlyArray<Metric>;
};

/** One member of a page of Metrics. */
export type MetricEdge = {
  readonly __typename?: 'MetricEdge';
  /** The member itself. */
  readonly node: Metric;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** A counter: one Metric value over a time range. */
export type CounterInput = {
  /** The Metric to query. */
  readonly metric?: InputMaybe<MetricInput>;
  /**
   * The identifier of the Metric, when `metric` and `metricName` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * The unique name of the Metric, when `metric` and `metricId` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricName?: InputMaybe<Scalars['String']['input']>;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: InputMaybe<TimeRangeInput>;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
};

/** One Metric value over a time range. */
export type CounterResponse = {
  readonly __typename?: 'CounterResponse';
  /** The value as text; null when there is none, such as the average of no records. */
  readonly value: Maybe<Scalars['String']['output']>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};

/** A time series: a Metric value for each time bucket of a range. */
export type TimeSeriesInput = {
  /** The Metric to query. */
  readonly metric?: InputMaybe<MetricInput>;
  /**
   * The identifier of the Metric, when `metric` and `metricName` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * The unique name of the Metric, when `metric` and `metricId` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricName?: InputMaybe<Scalars['String']['input']>;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: InputMaybe<TimeRangeInput>;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The length of a bucket. */
  readonly granularity: TimeSeriesGranularity;
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** Columns to group by: the answer then has a series for each combination of their values. */
  readonly groupBy?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A Metric value for each time bucket. Every bucket of the range is there. */
export type TimeSeriesResponse = {
  readonly __typename?: 'TimeSeriesResponse';
  /** The start of each bucket, in ISO 8601 in UTC. */
  readonly labels: ReadonlyArray<Scalars['String']['output']>;
  /** The value of each bucket as text, `0` where there are no records. With `groupBy`, over all groups. */
  readonly values: ReadonlyArray<Maybe<Scalars['String']['output']>>;
  /** A series for each group, when `groupBy` was given; null otherwise. */
  readonly groups: Maybe<ReadonlyArray<TimeSeriesResponseGroup>>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};

/** The time series of one group. */
export type TimeSeriesResponseGroup = {
  readonly __typename?: 'TimeSeriesResponseGroup';
  /** The group's column values, in the order of `groupBy`. */
  readonly group: ReadonlyArray<Maybe<Scalars['String']['output']>>;
  /** The start of each bucket, the same for all groups. */
  readonly labels: ReadonlyArray<Scalars['String']['output']>;
  /** The value of each bucket as text, `0` where the group has no records. */
  readonly values: ReadonlyArray<Maybe<Scalars['String']['output']>>;
};

/** A leaderboard: the top rows of one Metric, broken down by dimensions. */
export type LeaderboardInput = {
  /** The Metric to query. */
  readonly metric?: InputMaybe<MetricInput>;
  /**
   * The identifier of the Metric, when `metric` and `metricName` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricId?: InputMaybe<Scalars['ID']['input']>;
  /**
   * The unique name of the Metric, when `metric` and `metricId` are absent.
   * @deprecated Use `metric`.
   */
  readonly metricName?: InputMaybe<Scalars['String']['input']>;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: InputMaybe<TimeRangeInput>;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The columns to break the Metric down by, at least one. */
  readonly dimensions: ReadonlyArray<DimensionInput>;
  /** The order of the rows, by the Metric's value. */
  readonly sort?: InputMaybe<Sort>;
  /** The most rows to return: 1 to 1,000. */
  readonly rowLimit: Scalars['Int']['input'];
  /**
   * The SQL condition that records must meet: one boolean expression over the Data Pool's columns. By default
   * all data is included.
   */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
};

/** The top rows of a Metric. */
export type LeaderboardResponse = {
  readonly __typename?: 'LeaderboardResponse';
  /** The names of the dimensions, then of the Metric. */
  readonly headers: ReadonlyArray<Scalars['String']['output']>;
  /** The rows in order: the dimension values, which can be null, then the Metric's value, which never is. */
  readonly rows: ReadonlyArray<ReadonlyArray<Maybe<Scalars['String']['output']>>>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};

/** A Metric Report: a table of several Metrics, broken down by dimensions. */
export type MetricReportInput = {
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: InputMaybe<TimeRangeInput>;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
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
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /**
   * The column to order by, counted from 1, dimensions included. By default the first Metric. Rows that are equal
   * in it are ordered by their dimensions; rows without a value come last in either direction.
   */
  readonly orderByColumn?: InputMaybe<Scalars['Int']['input']>;
  /** How many rows a page has when paging forward: 1 to 1,000, by default 10. Not together with `last`. */
  readonly first?: InputMaybe<Scalars['Int']['input']>;
  /** Return the rows after this cursor: the `endCursor` of the page before. An empty text is none. */
  readonly after?: InputMaybe<Scalars['String']['input']>;
  /** How many rows a page has when paging backward: 1 to 1,000. Not together with `first`. */
  readonly last?: InputMaybe<Scalars['Int']['input']>;
  /** Return the rows before this cursor: the `startCursor` of the page after. An empty text is none. */
  readonly before?: InputMaybe<Scalars['String']['input']>;
};

/** A dimension of a Metric Report. */
export type MetricReportDimensionInput = {
  /** The name of a Data Pool column. */
  readonly columnName: Scalars['String']['input'];
  /** The header's text, by default the column's name. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** The order of this column, where the report is ordered by it or by its dimensions among equals. */
  readonly sort?: InputMaybe<Sort>;
};

/** A Metric of a Metric Report. */
export type MetricReportMetricInput = {
  /** The Metric. */
  readonly metric?: InputMaybe<MetricInput>;
  /**
   * The unique name of the Metric, when `metric` and `id` are absent.
   * @deprecated Use `metric`.
   */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /**
   * The identifier of the Metric, when `metric` and `uniqueName` are absent.
   * @deprecated Use `metric`.
   */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** The header's text, by default the Metric's unique name. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** The SQL condition that records must meet for this Metric, besides the report's own. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet for this Metric.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** The order, where the report is ordered by this column. */
  readonly sort?: InputMaybe<Sort>;
};

/** A page of a Metric Report. */
export type MetricReportConnection = {
  readonly __typename?: 'MetricReportConnection';
  /** Where this page is in the whole report. */
  readonly pageInfo: PageInfo;
  /** The rows of this page, each with its cursor. */
  readonly edges: ReadonlyArray<MetricReportEdge>;
  /** The rows of this page, each with the headers. */
  readonly nodes: ReadonlyArray<MetricReportNode>;
  /** The display names: the dimensions', then the Metrics'. */
  readonly headers: ReadonlyArray<Maybe<Scalars['String']['output']>>;
  /** The rows of this page: the dimension values, then the Metric values. */
  readonly rows: ReadonlyArray<ReadonlyArray<Maybe<Scalars['String']['output']>>>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};

/** One row of a Metric Report, with its cursor. */
export type MetricReportEdge = {
  readonly __typename?: 'MetricReportEdge';
  /** The row. */
  readonly node: MetricReportNode;
  /** The row's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** One row of a Metric Report. */
export type MetricReportNode = {
  readonly __typename?: 'MetricReportNode';
  /** The display names: the dimensions', then the Metrics'. */
  readonly headers: ReadonlyArray<Maybe<Scalars['String']['output']>>;
  /** The dimension values, then the Metric values. */
  readonly row: ReadonlyArray<Maybe<Scalars['String']['output']>>;
};

/** The most frequent values of a column. */
export type TopValuesInput = {
  /** The Data Pool. */
  readonly dataPool: DataPoolInput;
  /** The column. */
  readonly columnName: Scalars['String']['input'];
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: InputMaybe<TimeRangeInput>;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The most values to return: 1 to 1,000. */
  readonly maxValues?: InputMaybe<Scalars['Int']['input']>;
};

/** The most frequent values of a column. */
export type TopValuesResponse = {
  readonly __typename?: 'TopValuesResponse';
  /** The values, the most frequent first. The frequency is approximate; null is left out. */
  readonly values: ReadonlyArray<Scalars['String']['output']>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};

/** Exact statistics of a column's values. */
export type DimensionStatistics = {
  readonly __typename?: 'DimensionStatistics';
  /** The smallest value; null when there is none. */
  readonly min: Maybe<Scalars['String']['output']>;
  /** The largest value; null when there is none. */
  readonly max: Maybe<Scalars['String']['output']>;
  /** The average; null for a column that is not numeric. */
  readonly average: Maybe<Scalars['String']['output']>;
  /** The distinct values in ascending order. Null is left out. */
  readonly uniqueValues: ReadonlyArray<Scalars['String']['output']>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};


/** Exact statistics of a column's values. */
export type DimensionStatisticsuniqueValuesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
};

/** Statistics and metadata of an executed query. */
export type QueryInfo = {
  readonly __typename?: 'QueryInfo';
  /** The query's identifier. */
  readonly id: Scalars['ID']['output'];
  /** When the query was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the query: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the query was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the query: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** How many bytes it processed: 0 when the answer came from the cache, and for Data Pools with access control. */
  readonly bytesProcessed: Scalars['String']['output'];
  /** How long it took, in milliseconds. */
  readonly durationInMilliseconds: Scalars['Int']['output'];
  /** How many records it processed: 0 when the answer came from the cache, and for Data Pools with access control. */
  readonly recordsProcessed: Scalars['String']['output'];
  /** How many bytes it returned. */
  readonly resultingBytes: Scalars['Int']['output'];
  /** How many records it returned. */
  readonly resultingRecords: Scalars['Int']['output'];
  /** The tier that it ran in. */
  readonly tier: Maybe<Tier>;
  /** How it ended. */
  readonly status: QueryStatus;
  /** The kind of query. */
  readonly type: QueryType;
  /** The kind of Metric query; null for other queries. */
  readonly subtype: Maybe<QuerySubtype>;
  /** The SQL that was executed. `sqlV1` runs it again. */
  readonly sql: Scalars['String']['output'];
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
  readonly status?: InputMaybe<QueryStatus>;
  /** Only queries of this kind. */
  readonly type?: InputMaybe<QueryType>;
  /** Only Metric queries of this kind. */
  readonly subtype?: InputMaybe<QuerySubtype>;
  /** Only queries of this Application, by its identifier. */
  readonly createdBy?: InputMaybe<Scalars['ID']['input']>;
  /** Only queries created at this time or later. */
  readonly start?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only queries created before this time. */
  readonly stop?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A page of queries. */
export type QueryInfoConnection = {
  readonly __typename?: 'QueryInfoConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The queries of this page, each with its cursor. */
  readonly edges: ReadonlyArray<QueryInfoEdge>;
  /** The queries of this page. */
  readonly nodes: ReadonlyArray<QueryInfo>;
};

/** One member of a page of queries. */
export type QueryInfoEdge = {
  readonly __typename?: 'QueryInfoEdge';
  /** The member itself. */
  readonly node: QueryInfo;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/**
 * The records to look at, by time. By default from the earliest record to the latest. A relative range wins over
 * `start` and `stop`.
 */
export type TimeRangeInput = {
  /** The timestamp column to filter on, by default the Metric's or else the Data Pool's. */
  readonly timestamp?: InputMaybe<Scalars['String']['input']>;
  /** A period relative to now, aligned to calendar units in the query's time zone. */
  readonly relative?: InputMaybe<RelativeTimeRange>;
  /** The number of units for `LAST_N` and `LAST_N_…`: at least 1. */
  readonly n?: InputMaybe<Scalars['Int']['input']>;
  /** The start, inclusive. By default the earliest record's timestamp. */
  readonly start?: InputMaybe<Scalars['DateTime']['input']>;
  /** The end, exclusive. By default the range ends with the latest record, which is included. */
  readonly stop?: InputMaybe<Scalars['DateTime']['input']>;
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
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /** The unique name of a pre-configured Metric. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** An ad hoc Metric that counts records. */
  readonly count?: InputMaybe<CountMetricQueryInput>;
  /** An ad hoc Metric that adds up a column. */
  readonly sum?: InputMaybe<SumMetricQueryInput>;
  /** An ad hoc Metric that counts the distinct values of a column. */
  readonly countDistinct?: InputMaybe<CountDistinctMetricQueryInput>;
  /** An ad hoc Metric that averages a column. */
  readonly average?: InputMaybe<AverageMetricQueryInput>;
  /** An ad hoc Metric that takes the smallest value of a column. */
  readonly min?: InputMaybe<MinMetricQueryInput>;
  /** An ad hoc Metric that takes the largest value of a column. */
  readonly max?: InputMaybe<MaxMetricQueryInput>;
  /** An ad hoc Metric that evaluates an aggregate expression. */
  readonly custom?: InputMaybe<CustomMetricQueryInput>;
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
  readonly expression: Scalars['String']['input'];
};

/** An SQL statement to run. */
export type SqlV1Input = {
  /** One SELECT. Tables are Data Pools, by unique name or identifier. */
  readonly query: Scalars['String']['input'];
  /** How to read the statement. By default PostgreSQL is tried first, then the column store's own SQL. */
  readonly dialect?: InputMaybe<SqlDialectV1>;
};

/** An SQL statement to describe. */
export type DescribeSqlV1Input = {
  /** One SELECT. Tables are Data Pools, by unique name or identifier. */
  readonly query: Scalars['String']['input'];
  /** How to read the statement. By default PostgreSQL is tried first, then the column store's own SQL. */
  readonly dialect?: InputMaybe<SqlDialectV1>;
};

/** How to read an SQL statement. */
export type SqlDialectV1 =
  /** As PostgreSQL. The results are what PostgreSQL gives on the same records. */
  | 'POSTGRESQL'
  /** As the underlying column store's own SQL. */
  | 'COLUMNSTORE'
  /** Accepted in place of `COLUMNSTORE`. */
  | 'CLICKHOUSE';

/** The result of an SQL statement. */
export type SqlResponse = {
  readonly __typename?: 'SqlResponse';
  /** The columns, in the order of the cells in each row. */
  readonly columns: ReadonlyArray<SqlColumnResponse>;
  /** The rows. Each cell is a number, text, date or boolean as text, or null. */
  readonly rows: ReadonlyArray<ReadonlyArray<Maybe<Scalars['String']['output']>>>;
  /** Statistics and metadata of the query. */
  readonly info: QueryInfo;
};

/** The columns that an SQL statement would return. */
export type DescribeSqlResponse = {
  readonly __typename?: 'DescribeSqlResponse';
  /** The columns, in order. */
  readonly columns: ReadonlyArray<SqlColumnResponse>;
};

/** A column of an SQL result. */
export type SqlColumnResponse = {
  readonly __typename?: 'SqlColumnResponse';
  /** The column's name. */
  readonly columnName: Scalars['String']['output'];
  /** The column's type. */
  readonly type: ColumnType;
  /** Whether the column can hold null. */
  readonly isNullable: Scalars['Boolean']['output'];
};

/** A data grid: the records of a Data Pool. */
export type DataGridInput = {
  /** The Data Pool. */
  readonly dataPool: DataPoolInput;
  /** The records to look at, by time. By default from the earliest to the latest. */
  readonly timeRange?: InputMaybe<TimeRangeInput>;
  /** The IANA name of the time zone for relative ranges and granularities. Answers are in UTC all the same. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** The columns to return, at least one. */
  readonly columns: ReadonlyArray<Scalars['String']['input']>;
  /**
   * The column to order by, counted from 1 in `columns`. By default the record's timestamp. Records without
   * a value come last in either direction.
   */
  readonly orderByColumn?: InputMaybe<Scalars['Int']['input']>;
  /** The order of the records. */
  readonly sort?: InputMaybe<Sort>;
  /**
   * The SQL condition that records must meet: one boolean expression over the columns listed in `columns`. By default
   * all data is included.
   */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that records must meet, together with `filterSql`.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** How many rows a page has when paging forward: 1 to 1,000, by default 10. Not together with `last`. */
  readonly first?: InputMaybe<Scalars['Int']['input']>;
  /** Return the rows after this cursor: the `endCursor` of the page before. An empty text is none. */
  readonly after?: InputMaybe<Scalars['String']['input']>;
  /** How many rows a page has when paging backward: 1 to 1,000. Not together with `first`. */
  readonly last?: InputMaybe<Scalars['Int']['input']>;
  /** Return the rows before this cursor: the `startCursor` of the page after. An empty text is none. */
  readonly before?: InputMaybe<Scalars['String']['input']>;
};

/** A page of a data grid. */
export type DataGridConnection = {
  readonly __typename?: 'DataGridConnection';
  /** The names of the columns. */
  readonly headers: ReadonlyArray<Scalars['String']['output']>;
  /** The records of this page, their cells in the order of the headers. */
  readonly rows: ReadonlyArray<ReadonlyArray<Maybe<Scalars['String']['output']>>>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
  /** Where this page is in the whole grid. */
  readonly pageInfo: PageInfo;
  /** The records of this page, each with its cursor. */
  readonly edges: ReadonlyArray<DataGridEdge>;
  /** The records of this page, each with the headers. */
  readonly nodes: ReadonlyArray<DataGridNode>;
};

/** One record of a data grid, with its cursor. */
export type DataGridEdge = {
  readonly __typename?: 'DataGridEdge';
  /** The record. */
  readonly node: DataGridNode;
  /** The record's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/** One record of a data grid. */
export type DataGridNode = {
  readonly __typename?: 'DataGridNode';
  /** The names of the columns. */
  readonly headers: ReadonlyArray<Scalars['String']['output']>;
  /** The record's cells, in the order of the headers. */
  readonly row: ReadonlyArray<Maybe<Scalars['String']['output']>>;
};

/** Records to look up by their unique IDs. */
export type RecordsByUniqueIdInput = {
  /** The Data Pool. It must have a unique ID. */
  readonly dataPool: DataPoolInput;
  /** The columns to return, at least one. */
  readonly columns: ReadonlyArray<Scalars['String']['input']>;
  /** The unique IDs to look up, at most 10,000. One that is given twice is answered once. */
  readonly uniqueIds: ReadonlyArray<Scalars['String']['input']>;
};

/** Records that were looked up by their unique IDs. */
export type RecordsByUniqueIdResponse = {
  readonly __typename?: 'RecordsByUniqueIdResponse';
  /** The names of the columns. */
  readonly columns: ReadonlyArray<Scalars['String']['output']>;
  /** The records that were found, in the order asked for. Unknown IDs are left out. */
  readonly values: ReadonlyArray<ReadonlyArray<Maybe<Scalars['String']['output']>>>;
  /** Statistics and metadata of the query. */
  readonly query: QueryInfo;
};

/** Rows and columns of a Data Pool that the Applications it is assigned to may read. */
export type DataPoolAccessPolicy = Node & Common & {
  readonly __typename?: 'DataPoolAccessPolicy';
  /** The access policy's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The access policy's name, unique among its kind in the Environment. */
  readonly uniqueName: Scalars['String']['output'];
  /** What the access policy is for, in its owner's words. */
  readonly description: Maybe<Scalars['String']['output']>;
  /** The Environment that the access policy belongs to. */
  readonly environment: Environment;
  /** When the access policy was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the access policy: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the access policy was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the access policy: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The Data Pool that it is for. */
  readonly dataPool: DataPool;
  /** The columns that it shows; `*` is all of them. */
  readonly columns: ReadonlyArray<Scalars['String']['output']>;
  /** The SQL condition that rows must meet to be shown; null for all rows. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /**
   * Structured conditions that rows must meet to be shown, if any.
   * @deprecated Use `filterSql`.
   */
  readonly rows: Maybe<ReadonlyArray<Filter>>;
  /** The Applications that it is assigned to, newest first. */
  readonly applications: Maybe<ApplicationConnection>;
};


/** Rows and columns of a Data Pool that the Applications it is assigned to may read. */
export type DataPoolAccessPolicyapplicationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
};

/** A new access policy. */
export type CreateDataPoolAccessPolicyInput = {
  /** The identifier of the Data Pool that it is for. */
  readonly dataPool: Scalars['ID']['input'];
  /** Its unique name, by default its identifier. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The columns to show: their names, or `["*"]` for all of them. */
  readonly columns: ReadonlyArray<Scalars['String']['input']>;
  /**
   * The SQL condition that rows must meet to be shown, by default none. `${{ name }}` stands for a value from
   * the token's `policy_values`.
   */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that rows must meet to be shown.
   * @deprecated Use `filterSql`.
   */
  readonly rows?: InputMaybe<ReadonlyArray<FilterInput>>;
};

/** New values for an access policy. What is absent stays as it is. */
export type ModifyDataPoolAccessPolicyInput = {
  /** The identifier of the access policy to change. */
  readonly id: Scalars['ID']['input'];
  /** Its new unique name. */
  readonly uniqueName?: InputMaybe<Scalars['String']['input']>;
  /** Its new description. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The columns to show from now on: their names, or `["*"]` for all of them. */
  readonly columns?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The SQL condition that rows must meet to be shown from now on; an empty text shows all. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions that rows must meet to be shown; an empty list removes them.
   * @deprecated Use `filterSql`.
   */
  readonly rows?: InputMaybe<ReadonlyArray<FilterInput>>;
};

/** The access policy that was created or changed. */
export type DataPoolAccessPolicyResponse = {
  readonly __typename?: 'DataPoolAccessPolicyResponse';
  /** The access policy. */
  readonly dataPoolAccessPolicy: DataPoolAccessPolicy;
};

/** A page of access policies. */
export type DataPoolAccessPolicyConnection = {
  readonly __typename?: 'DataPoolAccessPolicyConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The access policies of this page, each with its cursor. */
  readonly edges: ReadonlyArray<DataPoolAccessPolicyEdge>;
  /** The access policies of this page. */
  readonly nodes: ReadonlyArray<DataPoolAccessPolicy>;
};

/** One member of a page of access policies. */
export type DataPoolAccessPolicyEdge = {
  readonly __typename?: 'DataPoolAccessPolicyEdge';
  /** The member itself. */
  readonly node: DataPoolAccessPolicy;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};

/**
 * A change to a Data Pool that takes a while. It goes on in the background, over restarts too. It works on all records,
 * whatever access policies say: whoever creates or previews one on a Data Pool with access control needs a policy that
 * shows all rows and columns.
 */
export type Job = {
  /** The job's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Environment that the job belongs to. */
  readonly environment: Environment;
  /** When the job was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the job: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the job was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the job: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The Data Pool that it works on. */
  readonly dataPool: DataPool;
  /** How far it is. */
  readonly status: JobStatus;
  /** The share that is done: 0 to 1. */
  readonly progress: Scalars['Float']['output'];
  /**
   * How many records it has deleted, changed or filled; null while that is not known. Of an update that failed or was
   * cancelled it cannot be told.
   */
  readonly affectedRecords: Maybe<Scalars['String']['output']>;
  /** Why it failed, or that it was cancelled; null otherwise. */
  readonly error: Maybe<Error>;
  /** When it started; null before. */
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it succeeded; null otherwise. */
  readonly succeededAt: Maybe<Scalars['DateTime']['output']>;
  /** When it failed or was cancelled; null otherwise. */
  readonly failedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it ended because it was cancelled; null otherwise. What it had done by then stays done. */
  readonly cancelledAt: Maybe<Scalars['DateTime']['output']>;
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

/**
 * Deletes the records that meet a condition and were there when the job started. Where records replace each other,
 * the newest version of each is judged, and all versions go.
 */
export type DeletionJob = Node & Job & {
  readonly __typename?: 'DeletionJob';
  /** The job's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Environment that the job belongs to. */
  readonly environment: Environment;
  /** When the job was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the job: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the job was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the job: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The Data Pool that it works on. */
  readonly dataPool: DataPool;
  /** How far it is. */
  readonly status: JobStatus;
  /** The share that is done: 0 to 1. */
  readonly progress: Scalars['Float']['output'];
  /**
   * How many records it has deleted, changed or filled; null while that is not known. Of an update that failed or was
   * cancelled it cannot be told.
   */
  readonly affectedRecords: Maybe<Scalars['String']['output']>;
  /** Why it failed, or that it was cancelled; null otherwise. */
  readonly error: Maybe<Error>;
  /** When it started; null before. */
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it succeeded; null otherwise. */
  readonly succeededAt: Maybe<Scalars['DateTime']['output']>;
  /** When it failed or was cancelled; null otherwise. */
  readonly failedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it ended because it was cancelled; null otherwise. What it had done by then stays done. */
  readonly cancelledAt: Maybe<Scalars['DateTime']['output']>;
  /** The SQL condition of the records to delete. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /**
   * Structured conditions of the records to delete.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
};

/** Adds a column and fills it over all history from the stored events. */
export type AddColumnToDataPoolJob = Node & Job & {
  readonly __typename?: 'AddColumnToDataPoolJob';
  /** The job's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Environment that the job belongs to. */
  readonly environment: Environment;
  /** When the job was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the job: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the job was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the job: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The Data Pool that it works on. */
  readonly dataPool: DataPool;
  /** How far it is. */
  readonly status: JobStatus;
  /** The share that is done: 0 to 1. */
  readonly progress: Scalars['Float']['output'];
  /**
   * How many records it has deleted, changed or filled; null while that is not known. Of an update that failed or was
   * cancelled it cannot be told.
   */
  readonly affectedRecords: Maybe<Scalars['String']['output']>;
  /** Why it failed, or that it was cancelled; null otherwise. */
  readonly error: Maybe<Error>;
  /** When it started; null before. */
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it succeeded; null otherwise. */
  readonly succeededAt: Maybe<Scalars['DateTime']['output']>;
  /** When it failed or was cancelled; null otherwise. */
  readonly failedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it ended because it was cancelled; null otherwise. What it had done by then stays done. */
  readonly cancelledAt: Maybe<Scalars['DateTime']['output']>;
  /** The new column's name. */
  readonly columnName: Scalars['String']['output'];
  /** The new column's type. */
  readonly columnType: ColumnType;
  /** The event's key, or dotted path, that fills it. */
  readonly jsonProperty: Scalars['String']['output'];
  /** How many records were left null because their event has no value; null while that is not known. */
  readonly emptyRecords: Maybe<Scalars['String']['output']>;
  /**
   * How many records were left null because their event's value does not fit the column's type; null while that is
   * not known.
   */
  readonly misfittingRecords: Maybe<Scalars['String']['output']>;
};

/**
 * Changes the records that meet a condition and were there when the job started, each exactly once. Where records
 * replace each other, the newest version of each is judged and changed.
 */
export type UpdateDataPoolRecordsJob = Node & Job & {
  readonly __typename?: 'UpdateDataPoolRecordsJob';
  /** The job's identifier. */
  readonly id: Scalars['ID']['output'];
  /** The Environment that the job belongs to. */
  readonly environment: Environment;
  /** When the job was created, in UTC. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** Who created the job: an Application's ID, or `system`. */
  readonly createdBy: Scalars['String']['output'];
  /** When the job was last modified, in UTC. */
  readonly modifiedAt: Scalars['DateTime']['output'];
  /** Who last modified the job: an Application's ID, or `system`. */
  readonly modifiedBy: Scalars['String']['output'];
  /** The Data Pool that it works on. */
  readonly dataPool: DataPool;
  /** How far it is. */
  readonly status: JobStatus;
  /** The share that is done: 0 to 1. */
  readonly progress: Scalars['Float']['output'];
  /**
   * How many records it has deleted, changed or filled; null while that is not known. Of an update that failed or was
   * cancelled it cannot be told.
   */
  readonly affectedRecords: Maybe<Scalars['String']['output']>;
  /** Why it failed, or that it was cancelled; null otherwise. */
  readonly error: Maybe<Error>;
  /** When it started; null before. */
  readonly startedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it succeeded; null otherwise. */
  readonly succeededAt: Maybe<Scalars['DateTime']['output']>;
  /** When it failed or was cancelled; null otherwise. */
  readonly failedAt: Maybe<Scalars['DateTime']['output']>;
  /** When it ended because it was cancelled; null otherwise. What it had done by then stays done. */
  readonly cancelledAt: Maybe<Scalars['DateTime']['output']>;
  /** The SQL condition of the records to change. */
  readonly filterSql: Maybe<Scalars['String']['output']>;
  /**
   * Structured conditions of the records to change.
   * @deprecated Use `filterSql`.
   */
  readonly filters: Maybe<ReadonlyArray<Filter>>;
  /** What it sets. */
  readonly set: ReadonlyArray<UpdateDataPoolRecordsJobSetColumn>;
};

/** A column that an update job sets. */
export type UpdateDataPoolRecordsJobSetColumn = {
  readonly __typename?: 'UpdateDataPoolRecordsJobSetColumn';
  /** The column's name. */
  readonly column: Scalars['String']['output'];
  /** The expression over the record's columns that gives the new value. */
  readonly expression: Scalars['String']['output'];
};

/** A new deletion job. At least one of `filterSql` and `filters` must be given. */
export type CreateDeletionJobInput = {
  /** The Data Pool's identifier. */
  readonly dataPool: Scalars['ID']['input'];
  /** The SQL condition of the records to delete. `true` deletes all. It cannot read the clock. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions of the records to delete.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
};

/** A new column for a Data Pool. Records can hold null in it. */
export type CreateAddColumnToDataPoolJobInput = {
  /** The Data Pool's identifier. */
  readonly dataPool: Scalars['ID']['input'];
  /** The new column's name, unique in the Data Pool. */
  readonly columnName: Scalars['String']['input'];
  /** The new column's type. */
  readonly columnType: ColumnType;
  /**
   * The event's key, or dotted path, that fills it: from now on, and from the stored events. By default the
   * column's name.
   */
  readonly jsonProperty?: InputMaybe<Scalars['String']['input']>;
};

/** A new update job. At least one of `filterSql` and `filters` must be given. */
export type CreateUpdateDataPoolRecordsJobInput = {
  /** The Data Pool's identifier. */
  readonly dataPool: Scalars['ID']['input'];
  /** The SQL condition of the records to change. `true` changes all. It cannot read the clock. */
  readonly filterSql?: InputMaybe<Scalars['String']['input']>;
  /**
   * Structured conditions of the records to change.
   * @deprecated Use `filterSql`.
   */
  readonly filters?: InputMaybe<ReadonlyArray<FilterInput>>;
  /** What to set, at least one column. */
  readonly set: ReadonlyArray<UpdateDataPoolRecordsJobSetColumnInput>;
};

/** A column to set. */
export type UpdateDataPoolRecordsJobSetColumnInput = {
  /** The column's name. It must not be one that the table is ordered or partitioned by. */
  readonly column: Scalars['String']['input'];
  /**
   * An expression over the record's columns that gives the new value, such as `lower(country)`. It sees the
   * record as it was, whatever else is set.
   */
  readonly expression: Scalars['String']['input'];
};

/** The deletion job that was created. */
export type DeletionJobResponse = {
  readonly __typename?: 'DeletionJobResponse';
  /** The job. */
  readonly job: DeletionJob;
};

/** The add-column job that was created. */
export type AddColumnToDataPoolJobResponse = {
  readonly __typename?: 'AddColumnToDataPoolJobResponse';
  /** The job. */
  readonly job: AddColumnToDataPoolJob;
};

/** The update job that was created. */
export type UpdateDataPoolRecordsJobResponse = {
  readonly __typename?: 'UpdateDataPoolRecordsJobResponse';
  /** The job. */
  readonly job: UpdateDataPoolRecordsJob;
};

/** How much a job would touch. */
export type JobPreview = {
  readonly __typename?: 'JobPreview';
  /** How many records it would delete or change. */
  readonly affectedRecords: Scalars['String']['output'];
  /** How many records the Data Pool holds. */
  readonly totalRecords: Scalars['String']['output'];
};

/** How the stored events would fill a column. */
export type ColumnPreview = {
  readonly __typename?: 'ColumnPreview';
  /** How many records the Data Pool holds, all versions of those that replace each other included. */
  readonly totalRecords: Scalars['String']['output'];
  /**
   * How many of them were looked at, in all partitions: fewer than all when half of the query time-out was not enough.
   * The counts below are of these.
   */
  readonly examinedRecords: Scalars['String']['output'];
  /** The records whose value fits the column's type. */
  readonly fitting: ColumnPreviewGroup;
  /** The records whose value is missing or null. */
  readonly empty: ColumnPreviewGroup;
  /** The records whose value does not fit the column's type. They would hold null. */
  readonly misfitting: ColumnPreviewGroup;
};

/** Records that would fill a column in the same way. */
export type ColumnPreviewGroup = {
  readonly __typename?: 'ColumnPreviewGroup';
  /** How many there are. */
  readonly records: Scalars['String']['output'];
  /** Some of them, with different values: at most 5. */
  readonly samples: ReadonlyArray<ColumnPreviewSample>;
};

/** How one stored event would fill a column. */
export type ColumnPreviewSample = {
  readonly __typename?: 'ColumnPreviewSample';
  /** The event's value, as JSON text; null when the key is missing. */
  readonly source: Maybe<Scalars['String']['output']>;
  /** What the column would hold. */
  readonly value: Maybe<Scalars['String']['output']>;
  /** Why the value does not fit; null when it does. */
  readonly reason: Maybe<Scalars['String']['output']>;
};

/** A page of jobs. */
export type JobConnection = {
  readonly __typename?: 'JobConnection';
  /** Where this page is in the whole list. */
  readonly pageInfo: PageInfo;
  /** The jobs of this page, each with its cursor. */
  readonly edges: ReadonlyArray<JobEdge>;
  /** The jobs of this page. */
  readonly nodes: ReadonlyArray<Job>;
};

/** One member of a page of jobs. */
export type JobEdge = {
  readonly __typename?: 'JobEdge';
  /** The member itself. */
  readonly node: Job;
  /** The member's cursor, for `after` and `before`. */
  readonly cursor: Scalars['String']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  ApplicationOrFailureResponse:
    | ( Omit<ApplicationResponse, 'application'> & { application: _RefType['Application'] } )
    | ( FailureResponse )
  ;
  ConnectionSettings: ( ShownConnectionSettings );
  TableEngine:
    | ( MergeTreeTableEngine )
    | ( ReplacingMergeTreeTableEngine )
    | ( SummingMergeTreeTableEngine )
    | ( AggregatingMergeTreeTableEngine )
  ;
  DataPoolOrFailureResponse:
    | ( Omit<DataPoolResponse, 'dataPool'> & { dataPool: _RefType['DataPool'] } )
    | ( FailureResponse )
  ;
  MetricSettings:
    | ( MetricDefinition )
    | ( MetricDefinition )
    | ( MetricDefinition )
    | ( MetricDefinition )
    | ( MetricDefinition )
    | ( MetricDefinition )
    | ( MetricDefinition )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( EnvironmentDefinition )
    | ( ShownApplication )
    | ( DataSourceDefinition )
    | ( DataPoolDefinition )
    | ( MetricDefinition )
    | ( AccessPolicyDefinition )
    | ( ShownDeletionJob )
    | ( ShownAddColumnToDataPoolJob )
    | ( ShownUpdateDataPoolRecordsJob )
  ;
  Common:
    | ( ShownApplication )
    | ( DataSourceDefinition )
    | ( DataPoolDefinition )
    | ( MetricDefinition )
    | ( AccessPolicyDefinition )
  ;
  Job:
    | ( ShownDeletionJob )
    | ( ShownAddColumnToDataPoolJob )
    | ( ShownUpdateDataPoolRecordsJob )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Common: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Common']>;
  Environment: ResolverTypeWrapper<EnvironmentDefinition>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  idOrUniqueName: idOrUniqueName;
  Tier: Tier;
  Sort: Sort;
  DimensionInput: DimensionInput;
  ColumnType: ColumnType;
  FilterOperator: FilterOperator;
  FilterInput: FilterInput;
  Filter: ResolverTypeWrapper<Filter>;
  ErrorCode: ErrorCode;
  Error: ResolverTypeWrapper<Error>;
  FailureResponse: ResolverTypeWrapper<FailureResponse>;
  Application: ResolverTypeWrapper<ShownApplication>;
  ApplicationScope: ApplicationScope;
  createApplicationInput: createApplicationInput;
  modifyApplicationInput: modifyApplicationInput;
  ApplicationResponse: ResolverTypeWrapper<Omit<ApplicationResponse, 'application'> & { application: ResolversTypes['Application'] }>;
  ApplicationOrFailureResponse: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['ApplicationOrFailureResponse']>;
  ApplicationConnection: ResolverTypeWrapper<Omit<ApplicationConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversTypes['PageInfo'], edges: ReadonlyArray<ResolversTypes['ApplicationEdge']>, nodes: ReadonlyArray<ResolversTypes['Application']> }>;
  ApplicationEdge: ResolverTypeWrapper<Omit<ApplicationEdge, 'node'> & { node: ResolversTypes['Application'] }>;
  DataSource: ResolverTypeWrapper<DataSourceDefinition>;
  DataSourceType: DataSourceType;
  DataSourceStatus: DataSourceStatus;
  ConnectionSettings: ResolverTypeWrapper<ShownConnectionSettings>;
  DataSourceResponse: ResolverTypeWrapper<Omit<DataSourceResponse, 'dataSource'> & { dataSource: ResolversTypes['DataSource'] }>;
  CreateWebhookDataSourceInput: CreateWebhookDataSourceInput;
  WebhookConnectionSettingsInput: WebhookConnectionSettingsInput;
  WebhookDataSourceColumnInput: WebhookDataSourceColumnInput;
  HttpBasicAuthInput: HttpBasicAuthInput;
  ModifyWebhookDataSourceInput: ModifyWebhookDataSourceInput;
  PartialWebhookConnectionSettingsInput: PartialWebhookConnectionSettingsInput;
  WebhookConnectionSettings: ResolverTypeWrapper<ShownConnectionSettings>;
  HttpBasicAuthSettings: ResolverTypeWrapper<HttpBasicAuthSettings>;
  WebhookDataSourceColumn: ResolverTypeWrapper<WebhookDataSourceColumn>;
  TableEngineType: TableEngineType;
  TableSettings: ResolverTypeWrapper<Omit<TableSettings, 'engine'> & { engine: ResolversTypes['TableEngine'] }>;
  TableEngine: ResolverTypeWrapper<TableEngineDefinition>;
  MergeTreeTableEngine: ResolverTypeWrapper<MergeTreeTableEngine>;
  ReplacingMergeTreeTableEngine: ResolverTypeWrapper<ReplacingMergeTreeTableEngine>;
  SummingMergeTreeTableEngine: ResolverTypeWrapper<SummingMergeTreeTableEngine>;
  AggregatingMergeTreeTableEngine: ResolverTypeWrapper<AggregatingMergeTreeTableEngine>;
  TableSettingsInput: TableSettingsInput;
  TableEngineInput: TableEngineInput;
  MergeTreeTableEngineInput: MergeTreeTableEngineInput;
  ReplacingMergeTreeTableEngineInput: ReplacingMergeTreeTableEngineInput;
  SummingMergeTreeTableEngineInput: SummingMergeTreeTableEngineInput;
  AggregatingMergeTreeTableEngineInput: AggregatingMergeTreeTableEngineInput;
  DataSourceConnection: ResolverTypeWrapper<Omit<DataSourceConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversTypes['PageInfo'], edges: ReadonlyArray<ResolversTypes['DataSourceEdge']>, nodes: ReadonlyArray<ResolversTypes['DataSource']> }>;
  DataSourceEdge: ResolverTypeWrapper<Omit<DataSourceEdge, 'node'> & { node: ResolversTypes['DataSource'] }>;
  DataPool: ResolverTypeWrapper<DataPoolDefinition>;
  DataPoolStatus: DataPoolStatus;
  modifyDataPoolInput: modifyDataPoolInput;
  DataPoolResponse: ResolverTypeWrapper<Omit<DataPoolResponse, 'dataPool'> & { dataPool: ResolversTypes['DataPool'] }>;
  DataPoolOrFailureResponse: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['DataPoolOrFailureResponse']>;
  DataPoolInput: DataPoolInput;
  ValidateExpressionResult: ResolverTypeWrapper<ValidateExpressionResult>;
  DataPoolColumn: ResolverTypeWrapper<DataPoolColumn>;
  DataPoolColumnConnection: ResolverTypeWrapper<Omit<DataPoolColumnConnection, 'pageInfo'> & { pageInfo: ResolversTypes['PageInfo'] }>;
  DataPoolColumnEdge: ResolverTypeWrapper<DataPoolColumnEdge>;
  Timestamp: ResolverTypeWrapper<Timestamp>;
  TimestampInput: TimestampInput;
  UniqueId: ResolverTypeWrapper<UniqueId>;
  DataRetention: ResolverTypeWrapper<Retention>;
  DataRetentionRule: ResolverTypeWrapper<DataRetentionRule>;
  DataRetentionSetting: DataRetentionSetting;
  DataRetentionUnit: DataRetentionUnit;
  DataPoolConnection: ResolverTypeWrapper<Omit<DataPoolConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversTypes['PageInfo'], edges: ReadonlyArray<ResolversTypes['DataPoolEdge']>, nodes: ReadonlyArray<ResolversTypes['DataPool']> }>;
  DataPoolEdge: ResolverTypeWrapper<Omit<DataPoolEdge, 'node'> & { node: ResolversTypes['DataPool'] }>;
  Metric: ResolverTypeWrapper<MetricDefinition>;
  MetricType: MetricType;
  Dimension: ResolverTypeWrapper<ShownDimension>;
  ModifyMetricInput: ModifyMetricInput;
  MetricResponse: ResolverTypeWrapper<Omit<MetricResponse, 'metric'> & { metric: ResolversTypes['Metric'] }>;
  CreateCountMetricInput: CreateCountMetricInput;
  CreateSumMetricInput: CreateSumMetricInput;
  CreateCountDistinctMetricInput: CreateCountDistinctMetricInput;
  CreateAverageMetricInput: CreateAverageMetricInput;
  CreateMinMetricInput: CreateMinMetricInput;
  CreateMaxMetricInput: CreateMaxMetricInput;
  CreateCustomMetricInput: CreateCustomMetricInput;
  MetricSettings: ResolverTypeWrapper<MetricDefinition>;
  CountMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  SumMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  CountDistinctMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  AverageMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  MinMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  MaxMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  CustomMetricSettings: ResolverTypeWrapper<MetricDefinition>;
  MetricConnection: ResolverTypeWrapper<Omit<MetricConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversTypes['PageInfo'], edges: ReadonlyArray<ResolversTypes['MetricEdge']>, nodes: ReadonlyArray<ResolversTypes['Metric']> }>;
  MetricEdge: ResolverTypeWrapper<Omit<MetricEdge, 'node'> & { node: ResolversTypes['Metric'] }>;
  CounterInput: CounterInput;
  CounterResponse: ResolverTypeWrapper<CounterResponse>;
  TimeSeriesInput: TimeSeriesInput;
  TimeSeriesResponse: ResolverTypeWrapper<TimeSeriesResponse>;
  TimeSeriesResponseGroup: ResolverTypeWrapper<TimeSeriesResponseGroup>;
  LeaderboardInput: LeaderboardInput;
  LeaderboardResponse: ResolverTypeWrapper<LeaderboardResponse>;
  MetricReportInput: MetricReportInput;
  MetricReportDimensionInput: MetricReportDimensionInput;
  MetricReportMetricInput: MetricReportMetricInput;
  MetricReportConnection: ResolverTypeWrapper<Omit<MetricReportConnection, 'pageInfo'> & { pageInfo: ResolversTypes['PageInfo'] }>;
  MetricReportEdge: ResolverTypeWrapper<MetricReportEdge>;
  MetricReportNode: ResolverTypeWrapper<MetricReportNode>;
  TopValuesInput: TopValuesInput;
  TopValuesResponse: ResolverTypeWrapper<TopValuesResponse>;
  DimensionStatistics: ResolverTypeWrapper<DimensionStatisticsAnswer>;
  QueryInfo: ResolverTypeWrapper<QueryInfo>;
  QueryStatus: QueryStatus;
  QueryType: QueryType;
  QuerySubtype: QuerySubtype;
  QueriesFilterInput: QueriesFilterInput;
  QueryInfoConnection: ResolverTypeWrapper<Omit<QueryInfoConnection, 'pageInfo'> & { pageInfo: ResolversTypes['PageInfo'] }>;
  QueryInfoEdge: ResolverTypeWrapper<QueryInfoEdge>;
  TimeRangeInput: TimeRangeInput;
  RelativeTimeRange: RelativeTimeRange;
  TimeSeriesGranularity: TimeSeriesGranularity;
  MetricInput: MetricInput;
  CountMetricQueryInput: CountMetricQueryInput;
  SumMetricQueryInput: SumMetricQueryInput;
  CountDistinctMetricQueryInput: CountDistinctMetricQueryInput;
  AverageMetricQueryInput: AverageMetricQueryInput;
  MinMetricQueryInput: MinMetricQueryInput;
  MaxMetricQueryInput: MaxMetricQueryInput;
  CustomMetricQueryInput: CustomMetricQueryInput;
  SqlV1Input: SqlV1Input;
  DescribeSqlV1Input: DescribeSqlV1Input;
  SqlDialectV1: SqlDialectV1;
  SqlResponse: ResolverTypeWrapper<SqlResponse>;
  DescribeSqlResponse: ResolverTypeWrapper<DescribeSqlResponse>;
  SqlColumnResponse: ResolverTypeWrapper<SqlColumnResponse>;
  DataGridInput: DataGridInput;
  DataGridConnection: ResolverTypeWrapper<Omit<DataGridConnection, 'pageInfo'> & { pageInfo: ResolversTypes['PageInfo'] }>;
  DataGridEdge: ResolverTypeWrapper<DataGridEdge>;
  DataGridNode: ResolverTypeWrapper<DataGridNode>;
  RecordsByUniqueIdInput: RecordsByUniqueIdInput;
  RecordsByUniqueIdResponse: ResolverTypeWrapper<RecordsByUniqueIdResponse>;
  DataPoolAccessPolicy: ResolverTypeWrapper<AccessPolicyDefinition>;
  CreateDataPoolAccessPolicyInput: CreateDataPoolAccessPolicyInput;
  ModifyDataPoolAccessPolicyInput: ModifyDataPoolAccessPolicyInput;
  DataPoolAccessPolicyResponse: ResolverTypeWrapper<Omit<DataPoolAccessPolicyResponse, 'dataPoolAccessPolicy'> & { dataPoolAccessPolicy: ResolversTypes['DataPoolAccessPolicy'] }>;
  DataPoolAccessPolicyConnection: ResolverTypeWrapper<Omit<DataPoolAccessPolicyConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversTypes['PageInfo'], edges: ReadonlyArray<ResolversTypes['DataPoolAccessPolicyEdge']>, nodes: ReadonlyArray<ResolversTypes['DataPoolAccessPolicy']> }>;
  DataPoolAccessPolicyEdge: ResolverTypeWrapper<Omit<DataPoolAccessPolicyEdge, 'node'> & { node: ResolversTypes['DataPoolAccessPolicy'] }>;
  Job: ResolverTypeWrapper<JobDefinition>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  JobStatus: JobStatus;
  DeletionJob: ResolverTypeWrapper<ShownDeletionJob>;
  AddColumnToDataPoolJob: ResolverTypeWrapper<ShownAddColumnToDataPoolJob>;
  UpdateDataPoolRecordsJob: ResolverTypeWrapper<ShownUpdateDataPoolRecordsJob>;
  UpdateDataPoolRecordsJobSetColumn: ResolverTypeWrapper<UpdateDataPoolRecordsJobSetColumn>;
  CreateDeletionJobInput: CreateDeletionJobInput;
  CreateAddColumnToDataPoolJobInput: CreateAddColumnToDataPoolJobInput;
  CreateUpdateDataPoolRecordsJobInput: CreateUpdateDataPoolRecordsJobInput;
  UpdateDataPoolRecordsJobSetColumnInput: UpdateDataPoolRecordsJobSetColumnInput;
  DeletionJobResponse: ResolverTypeWrapper<Omit<DeletionJobResponse, 'job'> & { job: ResolversTypes['DeletionJob'] }>;
  AddColumnToDataPoolJobResponse: ResolverTypeWrapper<Omit<AddColumnToDataPoolJobResponse, 'job'> & { job: ResolversTypes['AddColumnToDataPoolJob'] }>;
  UpdateDataPoolRecordsJobResponse: ResolverTypeWrapper<Omit<UpdateDataPoolRecordsJobResponse, 'job'> & { job: ResolversTypes['UpdateDataPoolRecordsJob'] }>;
  JobPreview: ResolverTypeWrapper<JobPreview>;
  ColumnPreview: ResolverTypeWrapper<ColumnPreview>;
  ColumnPreviewGroup: ResolverTypeWrapper<ColumnPreviewGroup>;
  ColumnPreviewSample: ResolverTypeWrapper<ColumnPreviewSample>;
  JobConnection: ResolverTypeWrapper<Omit<JobConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversTypes['PageInfo'], edges: ReadonlyArray<ResolversTypes['JobEdge']>, nodes: ReadonlyArray<ResolversTypes['Job']> }>;
  JobEdge: ResolverTypeWrapper<Omit<JobEdge, 'node'> & { node: ResolversTypes['Job'] }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  Mutation: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  DateTime: Scalars['DateTime']['output'];
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Common: ResolversInterfaceTypes<ResolversParentTypes>['Common'];
  Environment: EnvironmentDefinition;
  PageInfo: PageInfo;
  idOrUniqueName: idOrUniqueName;
  DimensionInput: DimensionInput;
  FilterInput: FilterInput;
  Filter: Filter;
  Error: Error;
  FailureResponse: FailureResponse;
  Application: ShownApplication;
  createApplicationInput: createApplicationInput;
  modifyApplicationInput: modifyApplicationInput;
  ApplicationResponse: Omit<ApplicationResponse, 'application'> & { application: ResolversParentTypes['Application'] };
  ApplicationOrFailureResponse: ResolversUnionTypes<ResolversParentTypes>['ApplicationOrFailureResponse'];
  ApplicationConnection: Omit<ApplicationConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversParentTypes['PageInfo'], edges: ReadonlyArray<ResolversParentTypes['ApplicationEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Application']> };
  ApplicationEdge: Omit<ApplicationEdge, 'node'> & { node: ResolversParentTypes['Application'] };
  DataSource: DataSourceDefinition;
  ConnectionSettings: ShownConnectionSettings;
  DataSourceResponse: Omit<DataSourceResponse, 'dataSource'> & { dataSource: ResolversParentTypes['DataSource'] };
  CreateWebhookDataSourceInput: CreateWebhookDataSourceInput;
  WebhookConnectionSettingsInput: WebhookConnectionSettingsInput;
  WebhookDataSourceColumnInput: WebhookDataSourceColumnInput;
  HttpBasicAuthInput: HttpBasicAuthInput;
  ModifyWebhookDataSourceInput: ModifyWebhookDataSourceInput;
  PartialWebhookConnectionSettingsInput: PartialWebhookConnectionSettingsInput;
  WebhookConnectionSettings: ShownConnectionSettings;
  HttpBasicAuthSettings: HttpBasicAuthSettings;
  WebhookDataSourceColumn: WebhookDataSourceColumn;
  TableSettings: Omit<TableSettings, 'engine'> & { engine: ResolversParentTypes['TableEngine'] };
  TableEngine: TableEngineDefinition;
  MergeTreeTableEngine: MergeTreeTableEngine;
  ReplacingMergeTreeTableEngine: ReplacingMergeTreeTableEngine;
  SummingMergeTreeTableEngine: SummingMergeTreeTableEngine;
  AggregatingMergeTreeTableEngine: AggregatingMergeTreeTableEngine;
  TableSettingsInput: TableSettingsInput;
  TableEngineInput: TableEngineInput;
  MergeTreeTableEngineInput: MergeTreeTableEngineInput;
  ReplacingMergeTreeTableEngineInput: ReplacingMergeTreeTableEngineInput;
  SummingMergeTreeTableEngineInput: SummingMergeTreeTableEngineInput;
  AggregatingMergeTreeTableEngineInput: AggregatingMergeTreeTableEngineInput;
  DataSourceConnection: Omit<DataSourceConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversParentTypes['PageInfo'], edges: ReadonlyArray<ResolversParentTypes['DataSourceEdge']>, nodes: ReadonlyArray<ResolversParentTypes['DataSource']> };
  DataSourceEdge: Omit<DataSourceEdge, 'node'> & { node: ResolversParentTypes['DataSource'] };
  DataPool: DataPoolDefinition;
  modifyDataPoolInput: modifyDataPoolInput;
  DataPoolResponse: Omit<DataPoolResponse, 'dataPool'> & { dataPool: ResolversParentTypes['DataPool'] };
  DataPoolOrFailureResponse: ResolversUnionTypes<ResolversParentTypes>['DataPoolOrFailureResponse'];
  DataPoolInput: DataPoolInput;
  ValidateExpressionResult: ValidateExpressionResult;
  DataPoolColumn: DataPoolColumn;
  DataPoolColumnConnection: Omit<DataPoolColumnConnection, 'pageInfo'> & { pageInfo: ResolversParentTypes['PageInfo'] };
  DataPoolColumnEdge: DataPoolColumnEdge;
  Timestamp: Timestamp;
  TimestampInput: TimestampInput;
  UniqueId: UniqueId;
  DataRetention: Retention;
  DataRetentionRule: DataRetentionRule;
  DataPoolConnection: Omit<DataPoolConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversParentTypes['PageInfo'], edges: ReadonlyArray<ResolversParentTypes['DataPoolEdge']>, nodes: ReadonlyArray<ResolversParentTypes['DataPool']> };
  DataPoolEdge: Omit<DataPoolEdge, 'node'> & { node: ResolversParentTypes['DataPool'] };
  Metric: MetricDefinition;
  Dimension: ShownDimension;
  ModifyMetricInput: ModifyMetricInput;
  MetricResponse: Omit<MetricResponse, 'metric'> & { metric: ResolversParentTypes['Metric'] };
  CreateCountMetricInput: CreateCountMetricInput;
  CreateSumMetricInput: CreateSumMetricInput;
  CreateCountDistinctMetricInput: CreateCountDistinctMetricInput;
  CreateAverageMetricInput: CreateAverageMetricInput;
  CreateMinMetricInput: CreateMinMetricInput;
  CreateMaxMetricInput: CreateMaxMetricInput;
  CreateCustomMetricInput: CreateCustomMetricInput;
  MetricSettings: MetricDefinition;
  CountMetricSettings: MetricDefinition;
  SumMetricSettings: MetricDefinition;
  CountDistinctMetricSettings: MetricDefinition;
  AverageMetricSettings: MetricDefinition;
  MinMetricSettings: MetricDefinition;
  MaxMetricSettings: MetricDefinition;
  CustomMetricSettings: MetricDefinition;
  MetricConnection: Omit<MetricConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversParentTypes['PageInfo'], edges: ReadonlyArray<ResolversParentTypes['MetricEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Metric']> };
  MetricEdge: Omit<MetricEdge, 'node'> & { node: ResolversParentTypes['Metric'] };
  CounterInput: CounterInput;
  CounterResponse: CounterResponse;
  TimeSeriesInput: TimeSeriesInput;
  TimeSeriesResponse: TimeSeriesResponse;
  TimeSeriesResponseGroup: TimeSeriesResponseGroup;
  LeaderboardInput: LeaderboardInput;
  LeaderboardResponse: LeaderboardResponse;
  MetricReportInput: MetricReportInput;
  MetricReportDimensionInput: MetricReportDimensionInput;
  MetricReportMetricInput: MetricReportMetricInput;
  MetricReportConnection: Omit<MetricReportConnection, 'pageInfo'> & { pageInfo: ResolversParentTypes['PageInfo'] };
  MetricReportEdge: MetricReportEdge;
  MetricReportNode: MetricReportNode;
  TopValuesInput: TopValuesInput;
  TopValuesResponse: TopValuesResponse;
  DimensionStatistics: DimensionStatisticsAnswer;
  QueryInfo: QueryInfo;
  QueriesFilterInput: QueriesFilterInput;
  QueryInfoConnection: Omit<QueryInfoConnection, 'pageInfo'> & { pageInfo: ResolversParentTypes['PageInfo'] };
  QueryInfoEdge: QueryInfoEdge;
  TimeRangeInput: TimeRangeInput;
  MetricInput: MetricInput;
  CountMetricQueryInput: CountMetricQueryInput;
  SumMetricQueryInput: SumMetricQueryInput;
  CountDistinctMetricQueryInput: CountDistinctMetricQueryInput;
  AverageMetricQueryInput: AverageMetricQueryInput;
  MinMetricQueryInput: MinMetricQueryInput;
  MaxMetricQueryInput: MaxMetricQueryInput;
  CustomMetricQueryInput: CustomMetricQueryInput;
  SqlV1Input: SqlV1Input;
  DescribeSqlV1Input: DescribeSqlV1Input;
  SqlResponse: SqlResponse;
  DescribeSqlResponse: DescribeSqlResponse;
  SqlColumnResponse: SqlColumnResponse;
  DataGridInput: DataGridInput;
  DataGridConnection: Omit<DataGridConnection, 'pageInfo'> & { pageInfo: ResolversParentTypes['PageInfo'] };
  DataGridEdge: DataGridEdge;
  DataGridNode: DataGridNode;
  RecordsByUniqueIdInput: RecordsByUniqueIdInput;
  RecordsByUniqueIdResponse: RecordsByUniqueIdResponse;
  DataPoolAccessPolicy: AccessPolicyDefinition;
  CreateDataPoolAccessPolicyInput: CreateDataPoolAccessPolicyInput;
  ModifyDataPoolAccessPolicyInput: ModifyDataPoolAccessPolicyInput;
  DataPoolAccessPolicyResponse: Omit<DataPoolAccessPolicyResponse, 'dataPoolAccessPolicy'> & { dataPoolAccessPolicy: ResolversParentTypes['DataPoolAccessPolicy'] };
  DataPoolAccessPolicyConnection: Omit<DataPoolAccessPolicyConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversParentTypes['PageInfo'], edges: ReadonlyArray<ResolversParentTypes['DataPoolAccessPolicyEdge']>, nodes: ReadonlyArray<ResolversParentTypes['DataPoolAccessPolicy']> };
  DataPoolAccessPolicyEdge: Omit<DataPoolAccessPolicyEdge, 'node'> & { node: ResolversParentTypes['DataPoolAccessPolicy'] };
  Job: JobDefinition;
  Float: Scalars['Float']['output'];
  DeletionJob: ShownDeletionJob;
  AddColumnToDataPoolJob: ShownAddColumnToDataPoolJob;
  UpdateDataPoolRecordsJob: ShownUpdateDataPoolRecordsJob;
  UpdateDataPoolRecordsJobSetColumn: UpdateDataPoolRecordsJobSetColumn;
  CreateDeletionJobInput: CreateDeletionJobInput;
  CreateAddColumnToDataPoolJobInput: CreateAddColumnToDataPoolJobInput;
  CreateUpdateDataPoolRecordsJobInput: CreateUpdateDataPoolRecordsJobInput;
  UpdateDataPoolRecordsJobSetColumnInput: UpdateDataPoolRecordsJobSetColumnInput;
  DeletionJobResponse: Omit<DeletionJobResponse, 'job'> & { job: ResolversParentTypes['DeletionJob'] };
  AddColumnToDataPoolJobResponse: Omit<AddColumnToDataPoolJobResponse, 'job'> & { job: ResolversParentTypes['AddColumnToDataPoolJob'] };
  UpdateDataPoolRecordsJobResponse: Omit<UpdateDataPoolRecordsJobResponse, 'job'> & { job: ResolversParentTypes['UpdateDataPoolRecordsJob'] };
  JobPreview: JobPreview;
  ColumnPreview: ColumnPreview;
  ColumnPreviewGroup: ColumnPreviewGroup;
  ColumnPreviewSample: ColumnPreviewSample;
  JobConnection: Omit<JobConnection, 'pageInfo' | 'edges' | 'nodes'> & { pageInfo: ResolversParentTypes['PageInfo'], edges: ReadonlyArray<ResolversParentTypes['JobEdge']>, nodes: ReadonlyArray<ResolversParentTypes['Job']> };
  JobEdge: Omit<JobEdge, 'node'> & { node: ResolversParentTypes['Job'] };
};

export type QueryResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  environment?: Resolver<Maybe<ResolversTypes['Environment']>, ParentType, ContextType, Partial<QueryenvironmentArgs>>;
  application?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType, RequireFields<QueryapplicationArgs, 'id'>>;
  applicationByName?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType, RequireFields<QueryapplicationByNameArgs, 'uniqueName'>>;
  applications?: Resolver<Maybe<ResolversTypes['ApplicationConnection']>, ParentType, ContextType, Partial<QueryapplicationsArgs>>;
  dataSource?: Resolver<Maybe<ResolversTypes['DataSource']>, ParentType, ContextType, RequireFields<QuerydataSourceArgs, 'id'>>;
  dataSourceByName?: Resolver<Maybe<ResolversTypes['DataSource']>, ParentType, ContextType, RequireFields<QuerydataSourceByNameArgs, 'uniqueName'>>;
  dataSources?: Resolver<Maybe<ResolversTypes['DataSourceConnection']>, ParentType, ContextType, Partial<QuerydataSourcesArgs>>;
  dataPool?: Resolver<Maybe<ResolversTypes['DataPool']>, ParentType, ContextType, RequireFields<QuerydataPoolArgs, 'id'>>;
  dataPoolByName?: Resolver<Maybe<ResolversTypes['DataPool']>, ParentType, ContextType, RequireFields<QuerydataPoolByNameArgs, 'uniqueName'>>;
  dataPools?: Resolver<Maybe<ResolversTypes['DataPoolConnection']>, ParentType, ContextType, Partial<QuerydataPoolsArgs>>;
  metric?: Resolver<Maybe<ResolversTypes['Metric']>, ParentType, ContextType, RequireFields<QuerymetricArgs, 'id'>>;
  metricByName?: Resolver<Maybe<ResolversTypes['Metric']>, ParentType, ContextType, RequireFields<QuerymetricByNameArgs, 'uniqueName'>>;
  metrics?: Resolver<Maybe<ResolversTypes['MetricConnection']>, ParentType, ContextType, Partial<QuerymetricsArgs>>;
  counter?: Resolver<Maybe<ResolversTypes['CounterResponse']>, ParentType, ContextType, RequireFields<QuerycounterArgs, 'input'>>;
  counters?: Resolver<ReadonlyArray<Maybe<ResolversTypes['CounterResponse']>>, ParentType, ContextType, RequireFields<QuerycountersArgs, 'input'>>;
  timeSeries?: Resolver<Maybe<ResolversTypes['TimeSeriesResponse']>, ParentType, ContextType, RequireFields<QuerytimeSeriesArgs, 'input'>>;
  leaderboard?: Resolver<Maybe<ResolversTypes['LeaderboardResponse']>, ParentType, ContextType, RequireFields<QueryleaderboardArgs, 'input'>>;
  metricReport?: Resolver<Maybe<ResolversTypes['MetricReportConnection']>, ParentType, ContextType, RequireFields<QuerymetricReportArgs, 'input'>>;
  topValues?: Resolver<ResolversTypes['TopValuesResponse'], ParentType, ContextType, RequireFields<QuerytopValuesArgs, 'input'>>;
  queryInfo?: Resolver<Maybe<ResolversTypes['QueryInfo']>, ParentType, ContextType, RequireFields<QueryqueryInfoArgs, 'id'>>;
  queries?: Resolver<Maybe<ResolversTypes['QueryInfoConnection']>, ParentType, ContextType, Partial<QueryqueriesArgs>>;
  sqlV1?: Resolver<ResolversTypes['SqlResponse'], ParentType, ContextType, RequireFields<QuerysqlV1Args, 'input'>>;
  describeSqlV1?: Resolver<ResolversTypes['DescribeSqlResponse'], ParentType, ContextType, RequireFields<QuerydescribeSqlV1Args, 'input'>>;
  dataGrid?: Resolver<ResolversTypes['DataGridConnection'], ParentType, ContextType, RequireFields<QuerydataGridArgs, 'input'>>;
  recordsByUniqueId?: Resolver<ResolversTypes['RecordsByUniqueIdResponse'], ParentType, ContextType, RequireFields<QueryrecordsByUniqueIdArgs, 'input'>>;
  dataPoolAccessPolicy?: Resolver<Maybe<ResolversTypes['DataPoolAccessPolicy']>, ParentType, ContextType, RequireFields<QuerydataPoolAccessPolicyArgs, 'id'>>;
  dataPoolAccessPolicies?: Resolver<Maybe<ResolversTypes['DataPoolAccessPolicyConnection']>, ParentType, ContextType, Partial<QuerydataPoolAccessPoliciesArgs>>;
  job?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<QueryjobArgs, 'id'>>;
  jobs?: Resolver<Maybe<ResolversTypes['JobConnection']>, ParentType, ContextType, Partial<QueryjobsArgs>>;
  deletionJob?: Resolver<Maybe<ResolversTypes['DeletionJob']>, ParentType, ContextType, RequireFields<QuerydeletionJobArgs, 'id'>>;
  addColumnToDataPoolJob?: Resolver<Maybe<ResolversTypes['AddColumnToDataPoolJob']>, ParentType, ContextType, RequireFields<QueryaddColumnToDataPoolJobArgs, 'id'>>;
  updateDataPoolRecordsJob?: Resolver<Maybe<ResolversTypes['UpdateDataPoolRecordsJob']>, ParentType, ContextType, RequireFields<QueryupdateDataPoolRecordsJobArgs, 'id'>>;
  previewDeletionJob?: Resolver<Maybe<ResolversTypes['JobPreview']>, ParentType, ContextType, RequireFields<QuerypreviewDeletionJobArgs, 'input'>>;
  previewUpdateDataPoolRecordsJob?: Resolver<Maybe<ResolversTypes['JobPreview']>, ParentType, ContextType, RequireFields<QuerypreviewUpdateDataPoolRecordsJobArgs, 'input'>>;
  previewAddColumnToDataPoolJob?: Resolver<Maybe<ResolversTypes['ColumnPreview']>, ParentType, ContextType, RequireFields<QuerypreviewAddColumnToDataPoolJobArgs, 'input'>>;
};

export type MutationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApplication?: Resolver<Maybe<ResolversTypes['ApplicationOrFailureResponse']>, ParentType, ContextType, RequireFields<MutationcreateApplicationArgs, 'input'>>;
  modifyApplication?: Resolver<Maybe<ResolversTypes['ApplicationOrFailureResponse']>, ParentType, ContextType, RequireFields<MutationmodifyApplicationArgs, 'input'>>;
  rotateApplicationSecret?: Resolver<Maybe<ResolversTypes['ApplicationResponse']>, ParentType, ContextType, RequireFields<MutationrotateApplicationSecretArgs, 'id' | 'keepPrevious'>>;
  deleteApplication?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteApplicationArgs, 'id' | 'cascade'>>;
  deleteApplicationByName?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteApplicationByNameArgs, 'uniqueName' | 'cascade'>>;
  createWebhookDataSource?: Resolver<Maybe<ResolversTypes['DataSourceResponse']>, ParentType, ContextType, RequireFields<MutationcreateWebhookDataSourceArgs, 'input'>>;
  modifyWebhookDataSource?: Resolver<Maybe<ResolversTypes['DataSourceResponse']>, ParentType, ContextType, RequireFields<MutationmodifyWebhookDataSourceArgs, 'input'>>;
  deleteDataSource?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteDataSourceArgs, 'id' | 'cascade'>>;
  deleteDataSourceByName?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteDataSourceByNameArgs, 'uniqueName' | 'cascade'>>;
  modifyDataPool?: Resolver<Maybe<ResolversTypes['DataPoolOrFailureResponse']>, ParentType, ContextType, RequireFields<MutationmodifyDataPoolArgs, 'input'>>;
  retryDataPoolSetup?: Resolver<Maybe<ResolversTypes['DataPool']>, ParentType, ContextType, RequireFields<MutationretryDataPoolSetupArgs, 'id'>>;
  deleteDataPool?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteDataPoolArgs, 'id' | 'cascade'>>;
  deleteDataPoolByName?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteDataPoolByNameArgs, 'uniqueName' | 'cascade'>>;
  modifyMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationmodifyMetricArgs>>;
  deleteMetric?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteMetricArgs, 'id'>>;
  deleteMetricByName?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteMetricByNameArgs, 'uniqueName'>>;
  createCountMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateCountMetricArgs>>;
  createSumMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateSumMetricArgs>>;
  createCountDistinctMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateCountDistinctMetricArgs>>;
  createAverageMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateAverageMetricArgs>>;
  createMinMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateMinMetricArgs>>;
  createMaxMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateMaxMetricArgs>>;
  createCustomMetric?: Resolver<Maybe<ResolversTypes['MetricResponse']>, ParentType, ContextType, Partial<MutationcreateCustomMetricArgs>>;
  createDataPoolAccessPolicy?: Resolver<Maybe<ResolversTypes['DataPoolAccessPolicyResponse']>, ParentType, ContextType, RequireFields<MutationcreateDataPoolAccessPolicyArgs, 'input'>>;
  modifyDataPoolAccessPolicy?: Resolver<Maybe<ResolversTypes['DataPoolAccessPolicyResponse']>, ParentType, ContextType, RequireFields<MutationmodifyDataPoolAccessPolicyArgs, 'input'>>;
  deleteDataPoolAccessPolicy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationdeleteDataPoolAccessPolicyArgs, 'id'>>;
  assignDataPoolAccessPolicyToApplication?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationassignDataPoolAccessPolicyToApplicationArgs, 'dataPoolAccessPolicy' | 'application'>>;
  unAssignDataPoolAccessPolicyFromApplication?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType, RequireFields<MutationunAssignDataPoolAccessPolicyFromApplicationArgs, 'dataPoolAccessPolicy' | 'application'>>;
  createDeletionJob?: Resolver<Maybe<ResolversTypes['DeletionJobResponse']>, ParentType, ContextType, RequireFields<MutationcreateDeletionJobArgs, 'input'>>;
  createAddColumnToDataPoolJob?: Resolver<Maybe<ResolversTypes['AddColumnToDataPoolJobResponse']>, ParentType, ContextType, RequireFields<MutationcreateAddColumnToDataPoolJobArgs, 'input'>>;
  createUpdateDataPoolRecordsJob?: Resolver<Maybe<ResolversTypes['UpdateDataPoolRecordsJobResponse']>, ParentType, ContextType, RequireFields<MutationcreateUpdateDataPoolRecordsJobArgs, 'input'>>;
  cancelJob?: Resolver<Maybe<ResolversTypes['Job']>, ParentType, ContextType, RequireFields<MutationcancelJobArgs, 'id'>>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type NodeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Environment' | 'Application' | 'DataSource' | 'DataPool' | 'Metric' | 'DataPoolAccessPolicy' | 'DeletionJob' | 'AddColumnToDataPoolJob' | 'UpdateDataPoolRecordsJob', ParentType, ContextType>;
};

export type CommonResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Common'] = ResolversParentTypes['Common']> = {
  __resolveType: TypeResolveFn<'Application' | 'DataSource' | 'DataPool' | 'Metric' | 'DataPoolAccessPolicy', ParentType, ContextType>;
};

export type EnvironmentResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Environment'] = ResolversParentTypes['Environment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  uniqueName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type FilterResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Filter'] = ResolversParentTypes['Filter']> = {
  column?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operator?: Resolver<ResolversTypes['FilterOperator'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  and?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  or?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
};

export type ErrorResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Error'] = ResolversParentTypes['Error']> = {
  code?: Resolver<Maybe<ResolversTypes['ErrorCode']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FailureResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['FailureResponse'] = ResolversParentTypes['FailureResponse']> = {
  error?: Resolver<ResolversTypes['Error'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplicationResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Application'] = ResolversParentTypes['Application']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  uniqueName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['ApplicationScope']>, ParentType, ContextType>;
  dataPoolAccessPolicies?: Resolver<Maybe<ResolversTypes['DataPoolAccessPolicyConnection']>, ParentType, ContextType, Partial<ApplicationdataPoolAccessPoliciesArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplicationResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApplicationResponse'] = ResolversParentTypes['ApplicationResponse']> = {
  application?: Resolver<ResolversTypes['Application'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplicationOrFailureResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApplicationOrFailureResponse'] = ResolversParentTypes['ApplicationOrFailureResponse']> = {
  __resolveType: TypeResolveFn<'ApplicationResponse' | 'FailureResponse', ParentType, ContextType>;
};

export type ApplicationConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApplicationConnection'] = ResolversParentTypes['ApplicationConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['ApplicationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Application']>, ParentType, ContextType>;
};

export type ApplicationEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ApplicationEdge'] = ResolversParentTypes['ApplicationEdge']> = {
  node?: Resolver<ResolversTypes['Application'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataSourceResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataSource'] = ResolversParentTypes['DataSource']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  uniqueName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DataSourceType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DataSourceStatus'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['Error']>, ParentType, ContextType>;
  connectionSettings?: Resolver<ResolversTypes['ConnectionSettings'], ParentType, ContextType>;
  dataPools?: Resolver<Maybe<ResolversTypes['DataPoolConnection']>, ParentType, ContextType, Partial<DataSourcedataPoolsArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ConnectionSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ConnectionSettings'] = ResolversParentTypes['ConnectionSettings']> = {
  __resolveType: TypeResolveFn<'WebhookConnectionSettings', ParentType, ContextType>;
};

export type DataSourceResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataSourceResponse'] = ResolversParentTypes['DataSourceResponse']> = {
  dataSource?: Resolver<ResolversTypes['DataSource'], ParentType, ContextType>;
};

export type WebhookConnectionSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WebhookConnectionSettings'] = ResolversParentTypes['WebhookConnectionSettings']> = {
  webhookUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  basicAuth?: Resolver<Maybe<ResolversTypes['HttpBasicAuthSettings']>, ParentType, ContextType>;
  columns?: Resolver<ReadonlyArray<ResolversTypes['WebhookDataSourceColumn']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  uniqueId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tableSettings?: Resolver<Maybe<ResolversTypes['TableSettings']>, ParentType, ContextType>;
  accessControlEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type HttpBasicAuthSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['HttpBasicAuthSettings'] = ResolversParentTypes['HttpBasicAuthSettings']> = {
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  password?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WebhookDataSourceColumnResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['WebhookDataSourceColumn'] = ResolversParentTypes['WebhookDataSourceColumn']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  jsonProperty?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ColumnType'], ParentType, ContextType>;
  nullable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TableSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TableSettings'] = ResolversParentTypes['TableSettings']> = {
  engine?: Resolver<ResolversTypes['TableEngine'], ParentType, ContextType>;
  orderBy?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  partitionBy?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  primaryKey?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  ttl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TableEngineResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TableEngine'] = ResolversParentTypes['TableEngine']> = {
  __resolveType: TypeResolveFn<'MergeTreeTableEngine' | 'ReplacingMergeTreeTableEngine' | 'SummingMergeTreeTableEngine' | 'AggregatingMergeTreeTableEngine', ParentType, ContextType>;
};

export type MergeTreeTableEngineResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MergeTreeTableEngine'] = ResolversParentTypes['MergeTreeTableEngine']> = {
  type?: Resolver<ResolversTypes['TableEngineType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ReplacingMergeTreeTableEngineResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ReplacingMergeTreeTableEngine'] = ResolversParentTypes['ReplacingMergeTreeTableEngine']> = {
  type?: Resolver<ResolversTypes['TableEngineType'], ParentType, ContextType>;
  ver?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SummingMergeTreeTableEngineResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SummingMergeTreeTableEngine'] = ResolversParentTypes['SummingMergeTreeTableEngine']> = {
  type?: Resolver<ResolversTypes['TableEngineType'], ParentType, ContextType>;
  columns?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AggregatingMergeTreeTableEngineResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AggregatingMergeTreeTableEngine'] = ResolversParentTypes['AggregatingMergeTreeTableEngine']> = {
  type?: Resolver<ResolversTypes['TableEngineType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DataSourceConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataSourceConnection'] = ResolversParentTypes['DataSourceConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DataSourceEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DataSource']>, ParentType, ContextType>;
};

export type DataSourceEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataSourceEdge'] = ResolversParentTypes['DataSourceEdge']> = {
  node?: Resolver<ResolversTypes['DataSource'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataPoolResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPool'] = ResolversParentTypes['DataPool']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  uniqueName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dataSource?: Resolver<ResolversTypes['DataSource'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DataPoolStatus'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['Error']>, ParentType, ContextType>;
  timestamp?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  uniqueId?: Resolver<Maybe<ResolversTypes['UniqueId']>, ParentType, ContextType>;
  columns?: Resolver<Maybe<ResolversTypes['DataPoolColumnConnection']>, ParentType, ContextType, Partial<DataPoolcolumnsArgs>>;
  recordCount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sizeInBytes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tableSettings?: Resolver<ResolversTypes['TableSettings'], ParentType, ContextType>;
  accessControlEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dataRetentionInDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  validateExpression?: Resolver<ResolversTypes['ValidateExpressionResult'], ParentType, ContextType, RequireFields<DataPoolvalidateExpressionArgs, 'expression'>>;
  retention?: Resolver<Maybe<ResolversTypes['DataRetention']>, ParentType, ContextType>;
  metrics?: Resolver<Maybe<ResolversTypes['MetricConnection']>, ParentType, ContextType, Partial<DataPoolmetricsArgs>>;
  dataPoolAccessPolicies?: Resolver<Maybe<ResolversTypes['DataPoolAccessPolicyConnection']>, ParentType, ContextType, Partial<DataPooldataPoolAccessPoliciesArgs>>;
  jobs?: Resolver<Maybe<ResolversTypes['JobConnection']>, ParentType, ContextType, Partial<DataPooljobsArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DataPoolResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolResponse'] = ResolversParentTypes['DataPoolResponse']> = {
  dataPool?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DataPoolOrFailureResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolOrFailureResponse'] = ResolversParentTypes['DataPoolOrFailureResponse']> = {
  __resolveType: TypeResolveFn<'DataPoolResponse' | 'FailureResponse', ParentType, ContextType>;
};

export type ValidateExpressionResultResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ValidateExpressionResult'] = ResolversParentTypes['ValidateExpressionResult']> = {
  valid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DataPoolColumnResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolColumn'] = ResolversParentTypes['DataPoolColumn']> = {
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ColumnType'], ParentType, ContextType>;
  isNullable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  columnStoreType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataPoolColumnConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolColumnConnection'] = ResolversParentTypes['DataPoolColumnConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DataPoolColumnEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DataPoolColumn']>, ParentType, ContextType>;
};

export type DataPoolColumnEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolColumnEdge'] = ResolversParentTypes['DataPoolColumnEdge']> = {
  node?: Resolver<ResolversTypes['DataPoolColumn'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TimestampResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Timestamp'] = ResolversParentTypes['Timestamp']> = {
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ColumnType'], ParentType, ContextType>;
};

export type UniqueIdResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['UniqueId'] = ResolversParentTypes['UniqueId']> = {
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataRetentionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataRetention'] = ResolversParentTypes['DataRetention']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['DataRetentionRule']>, ParentType, ContextType>;
  expiredRecords?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DataRetentionRuleResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataRetentionRule'] = ResolversParentTypes['DataRetentionRule']> = {
  setting?: Resolver<ResolversTypes['DataRetentionSetting'], ParentType, ContextType>;
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unit?: Resolver<ResolversTypes['DataRetentionUnit'], ParentType, ContextType>;
};

export type DataPoolConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolConnection'] = ResolversParentTypes['DataPoolConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DataPoolEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DataPool']>, ParentType, ContextType>;
};

export type DataPoolEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolEdge'] = ResolversParentTypes['DataPoolEdge']> = {
  node?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MetricResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Metric'] = ResolversParentTypes['Metric']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  uniqueName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['MetricType'], ParentType, ContextType>;
  dataPool?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  dimensions?: Resolver<ReadonlyArray<ResolversTypes['Dimension']>, ParentType, ContextType>;
  timestamp?: Resolver<Maybe<ResolversTypes['Dimension']>, ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['MetricSettings'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DimensionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Dimension'] = ResolversParentTypes['Dimension']> = {
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ColumnType'], ParentType, ContextType>;
  isNullable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  stats?: Resolver<Maybe<ResolversTypes['DimensionStatistics']>, ParentType, ContextType>;
};

export type MetricResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricResponse'] = ResolversParentTypes['MetricResponse']> = {
  metric?: Resolver<ResolversTypes['Metric'], ParentType, ContextType>;
};

export type MetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricSettings'] = ResolversParentTypes['MetricSettings']> = {
  __resolveType: TypeResolveFn<'CountMetricSettings' | 'SumMetricSettings' | 'CountDistinctMetricSettings' | 'AverageMetricSettings' | 'MinMetricSettings' | 'MaxMetricSettings' | 'CustomMetricSettings', ParentType, ContextType>;
};

export type CountMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CountMetricSettings'] = ResolversParentTypes['CountMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SumMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SumMetricSettings'] = ResolversParentTypes['SumMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measure?: Resolver<ResolversTypes['Dimension'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CountDistinctMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CountDistinctMetricSettings'] = ResolversParentTypes['CountDistinctMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dimension?: Resolver<ResolversTypes['Dimension'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AverageMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AverageMetricSettings'] = ResolversParentTypes['AverageMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measure?: Resolver<ResolversTypes['Dimension'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MinMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MinMetricSettings'] = ResolversParentTypes['MinMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measure?: Resolver<ResolversTypes['Dimension'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MaxMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MaxMetricSettings'] = ResolversParentTypes['MaxMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  measure?: Resolver<ResolversTypes['Dimension'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CustomMetricSettingsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CustomMetricSettings'] = ResolversParentTypes['CustomMetricSettings']> = {
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expression?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MetricConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricConnection'] = ResolversParentTypes['MetricConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['MetricEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Metric']>, ParentType, ContextType>;
};

export type MetricEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricEdge'] = ResolversParentTypes['MetricEdge']> = {
  node?: Resolver<ResolversTypes['Metric'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CounterResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['CounterResponse'] = ResolversParentTypes['CounterResponse']> = {
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type TimeSeriesResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TimeSeriesResponse'] = ResolversParentTypes['TimeSeriesResponse']> = {
  labels?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
  groups?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TimeSeriesResponseGroup']>>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type TimeSeriesResponseGroupResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TimeSeriesResponseGroup'] = ResolversParentTypes['TimeSeriesResponseGroup']> = {
  group?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
  labels?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type LeaderboardResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['LeaderboardResponse'] = ResolversParentTypes['LeaderboardResponse']> = {
  headers?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ReadonlyArray<Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type MetricReportConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricReportConnection'] = ResolversParentTypes['MetricReportConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['MetricReportEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['MetricReportNode']>, ParentType, ContextType>;
  headers?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ReadonlyArray<Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type MetricReportEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricReportEdge'] = ResolversParentTypes['MetricReportEdge']> = {
  node?: Resolver<ResolversTypes['MetricReportNode'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MetricReportNodeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['MetricReportNode'] = ResolversParentTypes['MetricReportNode']> = {
  headers?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
  row?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type TopValuesResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['TopValuesResponse'] = ResolversParentTypes['TopValuesResponse']> = {
  values?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type DimensionStatisticsResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DimensionStatistics'] = ResolversParentTypes['DimensionStatistics']> = {
  min?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  max?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  average?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  uniqueValues?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType, RequireFields<DimensionStatisticsuniqueValuesArgs, 'limit'>>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type QueryInfoResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['QueryInfo'] = ResolversParentTypes['QueryInfo']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bytesProcessed?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  durationInMilliseconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recordsProcessed?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  resultingBytes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resultingRecords?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tier?: Resolver<Maybe<ResolversTypes['Tier']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['QueryStatus'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['QueryType'], ParentType, ContextType>;
  subtype?: Resolver<Maybe<ResolversTypes['QuerySubtype']>, ParentType, ContextType>;
  sql?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryInfoConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['QueryInfoConnection'] = ResolversParentTypes['QueryInfoConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['QueryInfoEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['QueryInfo']>, ParentType, ContextType>;
};

export type QueryInfoEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['QueryInfoEdge'] = ResolversParentTypes['QueryInfoEdge']> = {
  node?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SqlResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SqlResponse'] = ResolversParentTypes['SqlResponse']> = {
  columns?: Resolver<ReadonlyArray<ResolversTypes['SqlColumnResponse']>, ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ReadonlyArray<Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  info?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type DescribeSqlResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DescribeSqlResponse'] = ResolversParentTypes['DescribeSqlResponse']> = {
  columns?: Resolver<ReadonlyArray<ResolversTypes['SqlColumnResponse']>, ParentType, ContextType>;
};

export type SqlColumnResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['SqlColumnResponse'] = ResolversParentTypes['SqlColumnResponse']> = {
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ColumnType'], ParentType, ContextType>;
  isNullable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DataGridConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataGridConnection'] = ResolversParentTypes['DataGridConnection']> = {
  headers?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  rows?: Resolver<ReadonlyArray<ReadonlyArray<Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DataGridEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DataGridNode']>, ParentType, ContextType>;
};

export type DataGridEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataGridEdge'] = ResolversParentTypes['DataGridEdge']> = {
  node?: Resolver<ResolversTypes['DataGridNode'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DataGridNodeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataGridNode'] = ResolversParentTypes['DataGridNode']> = {
  headers?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  row?: Resolver<ReadonlyArray<Maybe<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type RecordsByUniqueIdResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['RecordsByUniqueIdResponse'] = ResolversParentTypes['RecordsByUniqueIdResponse']> = {
  columns?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<ReadonlyArray<ReadonlyArray<Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['QueryInfo'], ParentType, ContextType>;
};

export type DataPoolAccessPolicyResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolAccessPolicy'] = ResolversParentTypes['DataPoolAccessPolicy']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  uniqueName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dataPool?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  columns?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rows?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  applications?: Resolver<Maybe<ResolversTypes['ApplicationConnection']>, ParentType, ContextType, Partial<DataPoolAccessPolicyapplicationsArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DataPoolAccessPolicyResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolAccessPolicyResponse'] = ResolversParentTypes['DataPoolAccessPolicyResponse']> = {
  dataPoolAccessPolicy?: Resolver<ResolversTypes['DataPoolAccessPolicy'], ParentType, ContextType>;
};

export type DataPoolAccessPolicyConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolAccessPolicyConnection'] = ResolversParentTypes['DataPoolAccessPolicyConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DataPoolAccessPolicyEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DataPoolAccessPolicy']>, ParentType, ContextType>;
};

export type DataPoolAccessPolicyEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DataPoolAccessPolicyEdge'] = ResolversParentTypes['DataPoolAccessPolicyEdge']> = {
  node?: Resolver<ResolversTypes['DataPoolAccessPolicy'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JobResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['Job'] = ResolversParentTypes['Job']> = {
  __resolveType: TypeResolveFn<'DeletionJob' | 'AddColumnToDataPoolJob' | 'UpdateDataPoolRecordsJob', ParentType, ContextType>;
};

export type DeletionJobResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DeletionJob'] = ResolversParentTypes['DeletionJob']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dataPool?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
  progress?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  affectedRecords?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['Error']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  succeededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cancelledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AddColumnToDataPoolJobResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AddColumnToDataPoolJob'] = ResolversParentTypes['AddColumnToDataPoolJob']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dataPool?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
  progress?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  affectedRecords?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['Error']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  succeededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cancelledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  columnName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  columnType?: Resolver<ResolversTypes['ColumnType'], ParentType, ContextType>;
  jsonProperty?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  emptyRecords?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  misfittingRecords?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UpdateDataPoolRecordsJobResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['UpdateDataPoolRecordsJob'] = ResolversParentTypes['UpdateDataPoolRecordsJob']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  environment?: Resolver<ResolversTypes['Environment'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  dataPool?: Resolver<ResolversTypes['DataPool'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JobStatus'], ParentType, ContextType>;
  progress?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  affectedRecords?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['Error']>, ParentType, ContextType>;
  startedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  succeededAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  failedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cancelledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  filterSql?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  filters?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Filter']>>, ParentType, ContextType>;
  set?: Resolver<ReadonlyArray<ResolversTypes['UpdateDataPoolRecordsJobSetColumn']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UpdateDataPoolRecordsJobSetColumnResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['UpdateDataPoolRecordsJobSetColumn'] = ResolversParentTypes['UpdateDataPoolRecordsJobSetColumn']> = {
  column?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expression?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DeletionJobResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['DeletionJobResponse'] = ResolversParentTypes['DeletionJobResponse']> = {
  job?: Resolver<ResolversTypes['DeletionJob'], ParentType, ContextType>;
};

export type AddColumnToDataPoolJobResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['AddColumnToDataPoolJobResponse'] = ResolversParentTypes['AddColumnToDataPoolJobResponse']> = {
  job?: Resolver<ResolversTypes['AddColumnToDataPoolJob'], ParentType, ContextType>;
};

export type UpdateDataPoolRecordsJobResponseResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['UpdateDataPoolRecordsJobResponse'] = ResolversParentTypes['UpdateDataPoolRecordsJobResponse']> = {
  job?: Resolver<ResolversTypes['UpdateDataPoolRecordsJob'], ParentType, ContextType>;
};

export type JobPreviewResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['JobPreview'] = ResolversParentTypes['JobPreview']> = {
  affectedRecords?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  totalRecords?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ColumnPreviewResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ColumnPreview'] = ResolversParentTypes['ColumnPreview']> = {
  totalRecords?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  examinedRecords?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  fitting?: Resolver<ResolversTypes['ColumnPreviewGroup'], ParentType, ContextType>;
  empty?: Resolver<ResolversTypes['ColumnPreviewGroup'], ParentType, ContextType>;
  misfitting?: Resolver<ResolversTypes['ColumnPreviewGroup'], ParentType, ContextType>;
};

export type ColumnPreviewGroupResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ColumnPreviewGroup'] = ResolversParentTypes['ColumnPreviewGroup']> = {
  records?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  samples?: Resolver<ReadonlyArray<ResolversTypes['ColumnPreviewSample']>, ParentType, ContextType>;
};

export type ColumnPreviewSampleResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['ColumnPreviewSample'] = ResolversParentTypes['ColumnPreviewSample']> = {
  source?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type JobConnectionResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['JobConnection'] = ResolversParentTypes['JobConnection']> = {
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['JobEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Job']>, ParentType, ContextType>;
};

export type JobEdgeResolvers<ContextType = GraphQLContext, ParentType extends ResolversParentTypes['JobEdge'] = ResolversParentTypes['JobEdge']> = {
  node?: Resolver<ResolversTypes['Job'], ParentType, ContextType>;
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphQLContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Node?: NodeResolvers<ContextType>;
  Common?: CommonResolvers<ContextType>;
  Environment?: EnvironmentResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Filter?: FilterResolvers<ContextType>;
  Error?: ErrorResolvers<ContextType>;
  FailureResponse?: FailureResponseResolvers<ContextType>;
  Application?: ApplicationResolvers<ContextType>;
  ApplicationResponse?: ApplicationResponseResolvers<ContextType>;
  ApplicationOrFailureResponse?: ApplicationOrFailureResponseResolvers<ContextType>;
  ApplicationConnection?: ApplicationConnectionResolvers<ContextType>;
  ApplicationEdge?: ApplicationEdgeResolvers<ContextType>;
  DataSource?: DataSourceResolvers<ContextType>;
  ConnectionSettings?: ConnectionSettingsResolvers<ContextType>;
  DataSourceResponse?: DataSourceResponseResolvers<ContextType>;
  WebhookConnectionSettings?: WebhookConnectionSettingsResolvers<ContextType>;
  HttpBasicAuthSettings?: HttpBasicAuthSettingsResolvers<ContextType>;
  WebhookDataSourceColumn?: WebhookDataSourceColumnResolvers<ContextType>;
  TableSettings?: TableSettingsResolvers<ContextType>;
  TableEngine?: TableEngineResolvers<ContextType>;
  MergeTreeTableEngine?: MergeTreeTableEngineResolvers<ContextType>;
  ReplacingMergeTreeTableEngine?: ReplacingMergeTreeTableEngineResolvers<ContextType>;
  SummingMergeTreeTableEngine?: SummingMergeTreeTableEngineResolvers<ContextType>;
  AggregatingMergeTreeTableEngine?: AggregatingMergeTreeTableEngineResolvers<ContextType>;
  DataSourceConnection?: DataSourceConnectionResolvers<ContextType>;
  DataSourceEdge?: DataSourceEdgeResolvers<ContextType>;
  DataPool?: DataPoolResolvers<ContextType>;
  DataPoolResponse?: DataPoolResponseResolvers<ContextType>;
  DataPoolOrFailureResponse?: DataPoolOrFailureResponseResolvers<ContextType>;
  ValidateExpressionResult?: ValidateExpressionResultResolvers<ContextType>;
  DataPoolColumn?: DataPoolColumnResolvers<ContextType>;
  DataPoolColumnConnection?: DataPoolColumnConnectionResolvers<ContextType>;
  DataPoolColumnEdge?: DataPoolColumnEdgeResolvers<ContextType>;
  Timestamp?: TimestampResolvers<ContextType>;
  UniqueId?: UniqueIdResolvers<ContextType>;
  DataRetention?: DataRetentionResolvers<ContextType>;
  DataRetentionRule?: DataRetentionRuleResolvers<ContextType>;
  DataPoolConnection?: DataPoolConnectionResolvers<ContextType>;
  DataPoolEdge?: DataPoolEdgeResolvers<ContextType>;
  Metric?: MetricResolvers<ContextType>;
  Dimension?: DimensionResolvers<ContextType>;
  MetricResponse?: MetricResponseResolvers<ContextType>;
  MetricSettings?: MetricSettingsResolvers<ContextType>;
  CountMetricSettings?: CountMetricSettingsResolvers<ContextType>;
  SumMetricSettings?: SumMetricSettingsResolvers<ContextType>;
  CountDistinctMetricSettings?: CountDistinctMetricSettingsResolvers<ContextType>;
  AverageMetricSettings?: AverageMetricSettingsResolvers<ContextType>;
  MinMetricSettings?: MinMetricSettingsResolvers<ContextType>;
  MaxMetricSettings?: MaxMetricSettingsResolvers<ContextType>;
  CustomMetricSettings?: CustomMetricSettingsResolvers<ContextType>;
  MetricConnection?: MetricConnectionResolvers<ContextType>;
  MetricEdge?: MetricEdgeResolvers<ContextType>;
  CounterResponse?: CounterResponseResolvers<ContextType>;
  TimeSeriesResponse?: TimeSeriesResponseResolvers<ContextType>;
  TimeSeriesResponseGroup?: TimeSeriesResponseGroupResolvers<ContextType>;
  LeaderboardResponse?: LeaderboardResponseResolvers<ContextType>;
  MetricReportConnection?: MetricReportConnectionResolvers<ContextType>;
  MetricReportEdge?: MetricReportEdgeResolvers<ContextType>;
  MetricReportNode?: MetricReportNodeResolvers<ContextType>;
  TopValuesResponse?: TopValuesResponseResolvers<ContextType>;
  DimensionStatistics?: DimensionStatisticsResolvers<ContextType>;
  QueryInfo?: QueryInfoResolvers<ContextType>;
  QueryInfoConnection?: QueryInfoConnectionResolvers<ContextType>;
  QueryInfoEdge?: QueryInfoEdgeResolvers<ContextType>;
  SqlResponse?: SqlResponseResolvers<ContextType>;
  DescribeSqlResponse?: DescribeSqlResponseResolvers<ContextType>;
  SqlColumnResponse?: SqlColumnResponseResolvers<ContextType>;
  DataGridConnection?: DataGridConnectionResolvers<ContextType>;
  DataGridEdge?: DataGridEdgeResolvers<ContextType>;
  DataGridNode?: DataGridNodeResolvers<ContextType>;
  RecordsByUniqueIdResponse?: RecordsByUniqueIdResponseResolvers<ContextType>;
  DataPoolAccessPolicy?: DataPoolAccessPolicyResolvers<ContextType>;
  DataPoolAccessPolicyResponse?: DataPoolAccessPolicyResponseResolvers<ContextType>;
  DataPoolAccessPolicyConnection?: DataPoolAccessPolicyConnectionResolvers<ContextType>;
  DataPoolAccessPolicyEdge?: DataPoolAccessPolicyEdgeResolvers<ContextType>;
  Job?: JobResolvers<ContextType>;
  DeletionJob?: DeletionJobResolvers<ContextType>;
  AddColumnToDataPoolJob?: AddColumnToDataPoolJobResolvers<ContextType>;
  UpdateDataPoolRecordsJob?: UpdateDataPoolRecordsJobResolvers<ContextType>;
  UpdateDataPoolRecordsJobSetColumn?: UpdateDataPoolRecordsJobSetColumnResolvers<ContextType>;
  DeletionJobResponse?: DeletionJobResponseResolvers<ContextType>;
  AddColumnToDataPoolJobResponse?: AddColumnToDataPoolJobResponseResolvers<ContextType>;
  UpdateDataPoolRecordsJobResponse?: UpdateDataPoolRecordsJobResponseResolvers<ContextType>;
  JobPreview?: JobPreviewResolvers<ContextType>;
  ColumnPreview?: ColumnPreviewResolvers<ContextType>;
  ColumnPreviewGroup?: ColumnPreviewGroupResolvers<ContextType>;
  ColumnPreviewSample?: ColumnPreviewSampleResolvers<ContextType>;
  JobConnection?: JobConnectionResolvers<ContextType>;
  JobEdge?: JobEdgeResolvers<ContextType>;
};

