import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { MaterializedView } from '../../catalog/materialized-view.js';
import { protectedViewNotice } from '../../provision/access-notices.js';
import type { MaterializedViews, NewView } from '../../views/materialized-views.js';
import { connectionOf } from '../connection.js';
import { tableSettingsOf } from '../data-source/table-settings-input.js';
import { exactlyOne } from '../exactly-one.js';
import type { CreateMaterializedViewInput, idOrUniqueName, Resolvers } from '../generated/resolver-types.js';
import { dataPoolReference } from '../query/query-inputs.js';

export interface MaterializedViewResolverOptions {
  readonly catalog: Catalog;
  readonly views: MaterializedViews;
}

export function createMaterializedViewResolvers({ catalog, views }: MaterializedViewResolverOptions) {
  const store = catalog.materializedViews;
  const byId = async (environmentId: string, id: string): Promise<MaterializedView> => {
    const view = await store.findById(environmentId, id);
    if (!view) throw notFound('Materialized view', id);
    return view;
  };
  const byName = async (environmentId: string, name: string): Promise<MaterializedView> => {
    const view = await store.findByUniqueName(environmentId, name);
    if (!view) throw notFound('Materialized view', name);
    return view;
  };
  const find = (environmentId: string, input: idOrUniqueName): Promise<MaterializedView> => {
    const { field, value } = exactlyOne('idOrUniqueName', input, ['id', 'uniqueName']);
    return field === 'id' ? byId(environmentId, value) : byName(environmentId, value);
  };
  const dataPool = async (environmentId: string, id: string) => {
    const found = await catalog.dataPools.findById(environmentId, id);
    if (!found) throw notFound('Data Pool', id);
    return found;
  };
  const remove = async ({ environmentId, id }: MaterializedView): Promise<string> => {
    await store.delete(environmentId, id);
    return id;
  };
  return {
    Query: {
      materializedView: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      materializedViewByName: (_parent, { uniqueName }, { principal }) =>
        byName(principal.environmentId, uniqueName),
      materializedViews: async (_parent, page, { principal }) =>
        connectionOf(await store.list(principal.environmentId, page)),
    },
    Mutation: {
      createMaterializedView: async (_parent, { input }, { principal }) => {
        const materializedView = await views.create(principal, newViewOf(input));
        const { environmentId, sourceDataPoolId, destinationDataPoolId } = materializedView;
        const source = await dataPool(environmentId, sourceDataPoolId);
        const destination = await dataPool(environmentId, destinationDataPoolId);
        const notice = source.accessControlEnabled ? protectedViewNotice(source, destination) : null;
        return { materializedView, notice };
      },
      modifyMaterializedView: async (_parent, { input }, { principal }) => {
        const { id, environmentId } = await find(principal.environmentId, input.idOrUniqueName);
        const changes = { uniqueName: input.uniqueName || undefined, description: input.description };
        return {
          materializedView: await store.update(environmentId, id, changes, principal.applicationId),
          notice: null,
        };
      },
      refreshMaterializedView: async (_parent, { id }, { principal }) => ({
        materializedView: await views.refresh(principal, await byId(principal.environmentId, id)),
        notice: null,
      }),
      deleteMaterializedView: async (_parent, { id }, { principal }) =>
        remove(await byId(principal.environmentId, id)),
      deleteMaterializedViewByName: async (_parent, { uniqueName }, { principal }) =>
        remove(await byName(principal.environmentId, uniqueName)),
    },
    MaterializedView: {
      source: ({ environmentId, sourceDataPoolId }) => dataPool(environmentId, sourceDataPoolId),
      destination: ({ environmentId, destinationDataPoolId }) =>
        dataPool(environmentId, destinationDataPoolId),
      error: ({ statusReason }) => (statusReason === null ? null : { code: null, message: statusReason }),
    },
  } satisfies Resolvers;
}

function newViewOf(input: CreateMaterializedViewInput): NewView {
  const { field, value } = exactlyOne('destination', input.destination, ['newDataPool', 'existingDataPool']);
  return {
    uniqueName: input.uniqueName || undefined,
    description: input.description,
    sql: input.sql,
    backfill: input.backfillOptions?.backfill ?? false,
    destination:
      field === 'existingDataPool'
        ? { existing: dataPoolReference('destination.existingDataPool', value) }
        : {
            created: {
              uniqueName: value.uniqueName || undefined,
              timestamp: value.timestamp?.columnName || undefined,
              accessControlEnabled: value.accessControlEnabled,
              tableSettings: tableSettingsOf(value.tableSettings),
            },
          },
  };
}
