import type { WeirClient } from './client.js';
import { type MetricKind, metricKinds } from './generated/definitions.js';
import {
  type CreateWebhookDataSourceInput,
  createWebhookDataSourceMutation,
  type DataPoolPartsFragment,
  type DataSourcePartsFragment,
  dataPoolByNameQuery,
  dataPoolQuery,
  dataSourceQuery,
  type MetricType,
  modifyDataPoolMutation,
  type TableSettingsInput,
  type TableSettingsPartsFragment,
} from './generated/operations.js';
import { typedDocument } from './typed-document.js';
import { WeirError } from './weir-error.js';

/** Everything that defines a Data Pool, as the mutations that create it take it. It is plain JSON. */
export interface SavedDataPool {
  /** The version of this form. */
  readonly weir: 1;
  readonly dataSource: CreateWebhookDataSourceInput;
  readonly dataRetentionInDays: number | null;
  readonly metrics: readonly SavedMetric[];
}

export interface SavedMetric {
  readonly type: MetricType;
  /** Without the Data Pool. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface CreatedDataPool {
  readonly id: string;
  readonly uniqueName: string;
}

/** Reads how a Data Pool is defined, with its Metrics. Secrets are not part of it: they cannot be read. */
export async function readDataPoolDefinition(client: WeirClient, uniqueName: string): Promise<SavedDataPool> {
  const { dataPoolByName: pool } = await client.request(dataPoolByNameQuery, { uniqueName });
  if (!pool) throw new WeirError('NOT_FOUND', `There is no Data Pool "${uniqueName}"`);
  const { dataSource } = await client.request(dataSourceQuery, { id: pool.dataSource.id });
  return {
    weir: 1,
    dataSource: {
      uniqueName: pool.uniqueName,
      ...(pool.description && { description: pool.description }),
      connectionSettings: {
        columns: columnsOf(pool, dataSource),
        ...(pool.timestamp && { timestamp: pool.timestamp.columnName }),
        ...(pool.uniqueId && { uniqueId: pool.uniqueId.columnName }),
        accessControlEnabled: pool.accessControlEnabled,
        tableSettings: tableSettingsOf(pool.tableSettings),
      },
    },
    dataRetentionInDays: pool.dataRetentionInDays,
    metrics: await metricsOf(client, pool.id),
  };
}

/** Creates a Data Pool with its webhook and its Metrics. By default, it has the name that it has in the definition. */
export async function createDataPool(
  client: WeirClient,
  definition: SavedDataPool,
  uniqueName = definition.dataSource.uniqueName,
): Promise<CreatedDataPool> {
  const input = { ...definition.dataSource, ...(uniqueName && { uniqueName }) };
  const { createWebhookDataSource } = await client.request(createWebhookDataSourceMutation, { input });
  const [pool] = createWebhookDataSource?.dataSource.dataPools?.nodes ?? [];
  if (!pool) throw new WeirError('INVALID_RESPONSE', 'The new Data Source has no Data Pool');
  await live(client, pool.id);
  const { dataRetentionInDays, metrics } = definition;
  if (dataRetentionInDays !== null) {
    const changes = { idOrUniqueName: { id: pool.id }, dataRetentionInDays };
    const { modifyDataPool } = await client.request(modifyDataPoolMutation, { input: changes });
    if (modifyDataPool && 'error' in modifyDataPool)
      throw new WeirError(modifyDataPool.error.code ?? 'BAD_REQUEST', modifyDataPool.error.message);
  }
  for (const { type, input: metric } of metrics) {
    const kind: MetricKind | undefined = metricKinds[type];
    if (!kind) throw new WeirError('BAD_REQUEST', `This version has no Metrics of type ${type}`);
    await client.request(kind.create, { input: { ...metric, dataPool: pool.id } });
  }
  return pool;
}

async function live(client: WeirClient, id: string): Promise<void> {
  const { dataPool } = await client.request(dataPoolQuery, { id });
  if (dataPool?.status === 'LIVE') return;
  throw new WeirError(
    'CONFLICT',
    `The Data Pool is ${dataPool?.status}: ${dataPool?.error?.message ?? 'it could not be set up'}`,
  );
}

/** The columns of events. Where none are known, a column is filled from the key of the same name. */
function columnsOf(pool: DataPoolPartsFragment, dataSource: DataSourcePartsFragment | null) {
  const settings = dataSource?.connectionSettings;
  if (settings && 'columns' in settings) return settings.columns;
  return (pool.columns?.nodes ?? [])
    .filter(({ columnName }) => !columnName.startsWith('_service_'))
    .map(({ columnName, type, precision, scale, isNullable }) => ({
      name: columnName,
      type,
      precision,
      scale,
      nullable: isNullable,
    }));
}

function tableSettingsOf({ engine, ...keys }: TableSettingsPartsFragment): TableSettingsInput {
  const { __typename: name, ...settings } = engine;
  const field = `${name.slice(0, 1).toLowerCase()}${name.slice(1).replace(/TableEngine$/, '')}`;
  return { ...given(keys), engine: { [field]: given(settings) } };
}

/** Without nulls and empty lists, which stand for what is not given. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<T>;

/** Conditions can be nested; GraphQL has to name every level. */
const filterLevels = 4;
const filterFields = (levels: number): string =>
  `column operator value${levels > 1 ? ` and { ${filterFields(levels - 1)} } or { ${filterFields(levels - 1)} }` : ''}`;
const settingsOfKinds = Object.values(metricKinds)
  .map(({ adHoc, operand }) => {
    const name = `${adHoc.slice(0, 1).toUpperCase()}${adHoc.slice(1)}MetricSettings`;
    const fields =
      operand === null
        ? ''
        : operand.field === 'expression'
          ? 'expression'
          : `${operand.field} { columnName }`;
    return `... on ${name} { filterSql filters { ${filterFields(filterLevels)} } ${fields} }`;
  })
  .join(' ');

interface ReadMetric {
  readonly uniqueName: string;
  readonly description: string | null;
  readonly type: MetricType;
  readonly dimensions: readonly { readonly columnName: string }[] | null;
  readonly timestamp: { readonly columnName: string } | null;
  readonly format: Readonly<Record<string, unknown>> | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

const metricsQuery = typedDocument<
  { readonly dataPool: { readonly metrics: MetricPage } | null },
  { readonly dataPool: string; readonly after: string | null }
>(`query DefinedMetrics($dataPool: ID!, $after: String) {
  dataPool(id: $dataPool) {
    metrics(first: 100, after: $after) {
      pageInfo { endCursor hasNextPage }
      nodes {
        uniqueName description type
        dimensions { columnName }
        timestamp { columnName }
        format { style decimals currency unit }
        settings { ${settingsOfKinds} }
      }
    }
  }
}`);

interface MetricPage {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly nodes: readonly ReadMetric[];
}

async function metricsOf(client: WeirClient, dataPool: string): Promise<SavedMetric[]> {
  const found: SavedMetric[] = [];
  for (let after: string | null = null; ; ) {
    const answer: { readonly dataPool: { readonly metrics: MetricPage } | null } = await client.request(
      metricsQuery,
      { dataPool, after },
    );
    const page = answer.dataPool?.metrics;
    for (const { type, settings, ...metric } of page?.nodes ?? [])
      found.push({ type, input: given({ ...metric, ...settings }) });
    // Listed with the newest first, but created again in their order.
    if (!page?.pageInfo.hasNextPage) return found.reverse();
    after = page.pageInfo.endCursor;
  }
}
