import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { filledFrom, refuseUnprotectedDestination } from './access-control.js';
import { createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import { dataPoolRows, mustHaveUsableDataPool, toDataPool } from './data-pool-rows.js';
import type { DataPool } from './definitions.js';
import { openJob } from './jobs.js';
import {
  type MaterializedView,
  type MaterializedViewStatus,
  toMaterializedView,
  type ViewState,
} from './materialized-view.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { MaterializedViewRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

/** Most materialized views of one Environment: each adds a step after every change of its source. */
export const viewsPerEnvironmentMax = 100;

export interface NewMaterializedView
  extends Pick<MaterializedView, 'sourceDataPoolId' | 'destinationDataPoolId' | 'sql' | 'dialect'> {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly sourceColumns: readonly string[];
  readonly state: ViewState;
}

export interface MaterializedViewChanges {
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
}

/** A view with its state, as the follower loads it. */
export interface LoadedView {
  readonly view: MaterializedView;
  readonly state: ViewState;
  /** Changes with every refresh, so that a step that began before it cannot save its state. */
  readonly generation: number;
}

export interface ViewNote {
  readonly state?: ViewState;
  readonly status?: MaterializedViewStatus;
  readonly statusReason?: string | null;
  readonly progress?: number;
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('materialized_view').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<MaterializedViewRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Materialized view', id);
  return row;
}

export class MaterializedViewStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewMaterializedView, by: string): Promise<MaterializedView> {
    const id = newId('materializedView');
    const isBackfilling = input.state.history !== null;
    const row: MaterializedViewRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      source_data_pool_id: input.sourceDataPoolId,
      destination_data_pool_id: input.destinationDataPoolId,
      sql: input.sql,
      dialect: input.dialect,
      source_columns: JSON.stringify(input.sourceColumns),
      status: isBackfilling ? 'BACKFILLING' : 'LIVE',
      status_reason: null,
      progress: isBackfilling ? 0 : 1,
      state: JSON.stringify(input.state),
      generation: 1,
      ...createdColumns(this.#clock.now(), by),
    };
    await this.#database.write(async (trx) => {
      const source = await mustHaveUsableDataPool(trx, environmentId, input.sourceDataPoolId);
      const destination = await mustHaveUsableDataPool(trx, environmentId, input.destinationDataPoolId);
      refuseUnprotectedDestination(source, destination);
      await refuseWhileRebuilt(trx, input.sourceDataPoolId);
      await refuseWhileRebuilt(trx, input.destinationDataPoolId);
      refuseUse(await rowsOf(trx, environmentId).execute(), input);
      await claimUniqueName(
        'Materialized view',
        row.unique_name,
        () => trx.insertInto('materialized_view').values(row).execute(),
        id,
      );
    });
    return toMaterializedView(row);
  }

  async findById(environmentId: string, id: string): Promise<MaterializedView | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toMaterializedView(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<MaterializedView | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toMaterializedView(row);
  }

  /** The view that fills a Data Pool, if any. */
  async findByDestination(environmentId: string, dataPoolId: string): Promise<MaterializedView | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('destination_data_pool_id', '=', dataPoolId).executeTakeFirst(),
    );
    return row && toMaterializedView(row);
  }

  /** The Data Pools that views fill from this one, directly or through other views. */
  async filledFrom({ environmentId, id }: DataPool): Promise<readonly DataPool[]> {
    const rows = await this.#database.read(async (db) => {
      const ids = await filledFrom(db, environmentId, id);
      if (ids.length === 0) return [];
      return await dataPoolRows(db, environmentId).where('id', 'in', ids).orderBy('id').execute();
    });
    return rows.map(toDataPool);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<MaterializedView>> {
    const page = await this.#database.read((db) =>
      readPage('materializedView', rowsOf(db, environmentId), request),
    );
    return mapPage(page, toMaterializedView);
  }

  /** Of all Environments: which view reads which Data Pool. */
  async sources(): Promise<readonly { readonly id: string; readonly sourceDataPoolId: string }[]> {
    const rows = await this.#database.read((db) =>
      db.selectFrom('materialized_view').select(['id', 'source_data_pool_id']).orderBy('id').execute(),
    );
    return rows.map((row) => ({ id: row.id, sourceDataPoolId: row.source_data_pool_id }));
  }

  async update(
    environmentId: string,
    id: string,
    { uniqueName, description }: MaterializedViewChanges,
    by: string,
  ): Promise<MaterializedView> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const row = {
        ...current,
        unique_name: uniqueName ?? current.unique_name,
        description: description ?? current.description,
        ...modifiedColumns(this.#clock.now(), by),
      };
      await claimUniqueName(
        'Materialized view',
        row.unique_name,
        () => trx.updateTable('materialized_view').set(row).where('id', '=', id).execute(),
        id,
      );
      return toMaterializedView(row);
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await rowFor(trx, environmentId, id);
      await trx.deleteFrom('materialized_view').where('id', '=', id).execute();
    });
  }

  async load(id: string): Promise<LoadedView | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('materialized_view').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row && loaded(row);
  }

  /** Saves how far a view has come. False when it was deleted or refreshed meanwhile. */
  async note({ view, generation }: LoadedView, note: ViewNote): Promise<boolean> {
    const { state, status, statusReason, progress } = note;
    const change = {
      ...(state && { state: JSON.stringify(state) }),
      ...(status && { status }),
      ...(statusReason !== undefined && { status_reason: statusReason }),
      ...(progress !== undefined && { progress }),
    };
    return await this.#database.append(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('materialized_view')
        .set(change)
        .where('id', '=', view.id)
        .where('generation', '=', generation)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }

  /** The views that read a Data Pool or add rows to it, but not those that have failed: only a refresh continues them. */
  async using(dataPoolId: string): Promise<readonly LoadedView[]> {
    const rows = await this.#database.read((db) => usersOf(db, dataPoolId).execute());
    return rows.map(loaded);
  }

  /**
   * Prepares the views of a Data Pool for the exchange of its table. False if one of them is in a step, or has not read all
   * of its history. Steps that have begun to look for rows cannot save their state any more.
   */
  async move(dataPoolId: string, moved: NonNullable<ViewState['moved']>): Promise<boolean> {
    return await this.#database.append(async (trx) => {
      const views = (await usersOf(trx, dataPoolId).execute()).map(loaded);
      if (views.some(({ view, state }) => isBusy(view, state, dataPoolId))) return false;
      for (const { view, state, generation } of views) {
        if (view.sourceDataPoolId !== dataPoolId) continue;
        await trx
          .updateTable('materialized_view')
          .set({ state: JSON.stringify({ ...state, moved }), generation: generation + 1 })
          .where('id', '=', view.id)
          .execute();
      }
      return true;
    });
  }

  /** Starts the view over: its rows are removed, and the whole source is read again. */
  async restart(environmentId: string, id: string, by: string): Promise<MaterializedView> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      await refuseWhileRebuilt(trx, current.source_data_pool_id);
      await refuseWhileRebuilt(trx, current.destination_data_pool_id);
      const state: ViewState = {
        ...(JSON.parse(current.state) as ViewState),
        restarts: true,
        history: null,
        pending: null,
      };
      const row: MaterializedViewRow = {
        ...current,
        state: JSON.stringify({ ...state, step: state.step + 1 }),
        generation: current.generation + 1,
        status: 'BACKFILLING',
        status_reason: null,
        progress: 0,
        ...modifiedColumns(this.#clock.now(), by),
      };
      await trx.updateTable('materialized_view').set(row).where('id', '=', id).execute();
      return toMaterializedView(row);
    });
  }
}

const loaded = (row: MaterializedViewRow): LoadedView => ({
  view: toMaterializedView(row),
  state: JSON.parse(row.state) as ViewState,
  generation: row.generation,
});

function usersOf(db: CatalogReader, dataPoolId: string) {
  return db
    .selectFrom('materialized_view')
    .selectAll()
    .where('status', '!=', 'FAILED')
    .where((eb) =>
      eb.or([eb('source_data_pool_id', '=', dataPoolId), eb('destination_data_pool_id', '=', dataPoolId)]),
    );
}

/** Whether the view depends on how the table is now. A view that only fills it depends on that within a step. */
function isBusy({ sourceDataPoolId }: MaterializedView, state: ViewState, dataPoolId: string): boolean {
  const { pending, restarts, history } = state;
  return pending !== null || restarts || (history !== null && sourceDataPoolId === dataPoolId);
}

/** The view's position would be one of the old table, and removing rows would change what is being copied. */
async function refuseWhileRebuilt(trx: CatalogWriter, dataPoolId: string): Promise<void> {
  const rebuild = await openJob(trx, dataPoolId, 'REBUILD');
  if (rebuild)
    throw conflict(`Data Pool ${dataPoolId} is being rebuilt; try again when job ${rebuild.id} has ended`);
}

type Ends = Pick<NewMaterializedView, 'sourceDataPoolId' | 'destinationDataPoolId'>;

/** Views may feed other views, but not themselves: records would go around forever. */
function refuseUse(
  rows: readonly MaterializedViewRow[],
  { sourceDataPoolId, destinationDataPoolId }: Ends,
): void {
  if (rows.length >= viewsPerEnvironmentMax)
    throw conflict(
      `There are ${viewsPerEnvironmentMax} materialized views, which is the limit; delete one first`,
    );
  const filling = rows.find((row) => row.destination_data_pool_id === destinationDataPoolId);
  if (filling)
    throw conflict(
      `destination: the Data Pool is already filled by materialized view "${filling.unique_name}"`,
    );
  const fed = new Set([destinationDataPoolId]);
  for (const dataPoolId of fed) {
    if (dataPoolId === sourceDataPoolId)
      throw conflict('destination: the view would read its own results, directly or through other views');
    for (const row of rows) if (row.source_data_pool_id === dataPoolId) fed.add(row.destination_data_pool_id);
  }
}
