import { badRequest, notFound, WeirError } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Column } from '../../catalog/column.js';
import type { DataPool } from '../../catalog/definitions.js';
import { turnedOffNotice, turnedOnNotice } from '../../provision/access-notices.js';
import { type DataPoolModification, modifyDataPool } from '../../provision/data-pools.js';
import type { Provision } from '../../provision/data-sources.js';
import type { ColumnSize } from '../../provision/table-size.js';
import { freshness } from '../../query/freshness.js';
import type { QueryServices } from '../../query/operation.js';
import type { OldParts } from '../../query/recent-records.js';
import { visibleColumns } from '../../query/visible-columns.js';
import { columnStoreType } from '../../sql/column-store-type.js';
import { parseMetricExpression } from '../../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../../sql/compiler/parsers.js';
import { connectionOf } from '../connection.js';
import { exactlyOne } from '../exactly-one.js';
import { orFailure } from '../failure.js';
import type { idOrUniqueName, modifyDataPoolInput, Resolvers } from '../generated/resolver-types.js';
import { columnPage } from './column-page.js';
import { retentionOf } from './retention.js';

export interface DataPoolResolverOptions {
  readonly catalog: Catalog;
  readonly expiredRecords: (dataPool: DataPool) => Promise<string>;
  readonly provision: Provision;
  readonly parsers: SqlParsers;
  readonly query: QueryServices;
  readonly oldParts?: OldParts | undefined;
  readonly columnSizes: (dataPool: DataPool) => Promise<ColumnSize[]>;
  readonly tableSize: (
    dataPool: DataPool,
  ) => Promise<{ readonly recordCount: string; readonly sizeInBytes: string }>;
}

export function createDataPoolResolvers(options: DataPoolResolverOptions) {
  const { catalog, provision, parsers, query, oldParts, tableSize, columnSizes, expiredRecords } = options;
  const byId = async (environmentId: string, id: string): Promise<DataPool> => {
    const dataPool = await catalog.dataPools.findById(environmentId, id);
    if (!dataPool) throw notFound('Data Pool', id);
    return dataPool;
  };
  const byName = async (environmentId: string, name: string): Promise<DataPool> => {
    const dataPool = await catalog.dataPools.findByUniqueName(environmentId, name);
    if (!dataPool) throw notFound('Data Pool', name);
    return dataPool;
  };
  const find = (environmentId: string, input: idOrUniqueName): Promise<DataPool> => {
    const { field, value } = exactlyOne('idOrUniqueName', input, ['id', 'uniqueName']);
    return field === 'id' ? byId(environmentId, value) : byName(environmentId, value);
  };
  const remove = async (dataPool: DataPool, cascade: boolean): Promise<string> => {
    await provision.deleteDataPool(dataPool, { cascade });
    return dataPool.id;
  };

  return {
    Query: {
      dataPool: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      dataPoolByName: (_parent, { uniqueName }, { principal }) => byName(principal.environmentId, uniqueName),
      dataPools: async (_parent, page, { principal }) =>
        connectionOf(await catalog.dataPools.list(principal.environmentId, page)),
    },
    Mutation: {
      modifyDataPool: (_parent, { input }, { principal }) =>
        orFailure(async () => {
          const dataPool = await find(principal.environmentId, input.idOrUniqueName);
          const changed = await modifyDataPool(
            catalog,
            provision,
            dataPool,
            changesOf(input),
            principal.applicationId,
          );
          const notice = await accessNotice(catalog, dataPool, changed);
          return { __typename: 'DataPoolResponse' as const, dataPool: changed, notice };
        }),
      retryDataPoolSetup: async (_parent, { id }, { principal }) => {
        const dataPool = await byId(principal.environmentId, id);
        if (dataPool.status !== 'SETUP_FAILED')
          throw badRequest(
            `Data Pool ${id} is ${dataPool.status}; setup can be retried only when the status is SETUP_FAILED`,
          );
        return await provision.setUp(dataPool);
      },
      deleteDataPool: async (_parent, { id, cascade }, { principal }) =>
        remove(await byId(principal.environmentId, id), cascade ?? false),
      deleteDataPoolByName: async (_parent, { uniqueName, cascade }, { principal }) =>
        remove(await byName(principal.environmentId, uniqueName), cascade ?? false),
    },
    DataPool: {
      dataSource: ({ environmentId, dataSourceId }) =>
        catalog.dataSources
          .findById(environmentId, dataSourceId)
          .then((found) => found ?? gone('Data Source', dataSourceId)),
      error: ({ statusReason }) => (statusReason === null ? null : { code: null, message: statusReason }),
      timestamp: async (dataPool, _arguments, { principal }) => {
        const visible = await visibleColumns(catalog, principal, dataPool);
        const column = visible.find(({ name }) => name === dataPool.timestamp);
        return column ? { columnName: column.name, type: column.type } : null;
      },
      uniqueId: (dataPool, _arguments, { principal }) => shownUniqueId(catalog, principal, dataPool),
      columns: async (dataPool, page, { principal }) =>
        columnPage((await visibleColumns(catalog, principal, dataPool)).map(shownColumn), page),
      recordCount: async (dataPool) =>
        dataPool.status === 'LIVE' ? (await tableSize(dataPool)).recordCount : null,
      sizeInBytes: async (dataPool) =>
        dataPool.status === 'LIVE' ? (await tableSize(dataPool)).sizeInBytes : null,
      columnSizes: async (dataPool) => (dataPool.status === 'LIVE' ? await columnSizes(dataPool) : null),
      freshness: (dataPool, _arguments, caller) => freshness({ ...query, oldParts }, caller, dataPool),
      retention: retentionOf,
      validateExpression: ({ columns }, { expression }) => {
        try {
          parseMetricExpression(parsers, expression, columns);
          return { valid: true, reason: null };
        } catch (error) {
          if (error instanceof WeirError && error.code === 'BAD_REQUEST')
            return { valid: false, reason: error.message };
          throw error;
        }
      },
    },
    DataSource: {
      dataPools: async ({ environmentId, id }, page) =>
        connectionOf(await catalog.dataPools.listByDataSource(environmentId, id, page)),
    },
    DataRetention: {
      expiredRecords: async ({ dataPool }) =>
        dataPool.status === 'LIVE' ? await expiredRecords(dataPool) : null,
    },
  } satisfies Resolvers;
}

async function accessNotice(catalog: Catalog, before: DataPool, after: DataPool): Promise<string | null> {
  if (before.accessControlEnabled === after.accessControlEnabled) return null;
  return after.accessControlEnabled ? await turnedOnNotice(catalog, after) : turnedOffNotice(after);
}

async function shownUniqueId(catalog: Catalog, principal: Principal, dataPool: DataPool) {
  const visible = await visibleColumns(catalog, principal, dataPool);
  const found = visible.find(({ name }) => name === dataPool.uniqueId);
  return found ? { columnName: found.name } : null;
}

function gone(resource: string, id: string): never {
  throw notFound(resource, id);
}

const shownColumn = (column: Column) => ({
  columnName: column.name,
  type: column.type,
  precision: column.precision ?? null,
  scale: column.scale ?? null,
  isNullable: column.nullable,
  columnStoreType: columnStoreType(column),
});

function changesOf(input: modifyDataPoolInput): DataPoolModification {
  return {
    uniqueName: input.uniqueName || undefined,
    description: input.description,
    timestamp: input.timestamp?.columnName,
    accessControlEnabled: input.accessControlEnabled,
    dataRetentionInDays: input.dataRetentionInDays,
  };
}
