import { badInput, badRequest, conflict, unavailable } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { type Principal, shareOwner } from '../base/principal.js';
import { ownColumnsFirst } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { MaterializedView, ViewState } from '../catalog/materialized-view.js';
import { refuseSums } from '../jobs/assignments.js';
import type { Provision } from '../provision/data-sources.js';
import type { EngineBans } from '../query/engine-bans.js';
import { type DataPoolReference, findDataPool } from '../query/find-metric.js';
import { columnsOf, type SqlColumn } from '../query/run-sql.js';
import { describingStatement } from '../sql/compiler/statement-sql.js';
import { planHistory } from './plan-history.js';
import { checkDestination, defineDestination, type NewDestination } from './view-destination.js';
import type { ViewServices } from './view-services.js';
import { type CompiledView, compileView } from './view-statement.js';

export interface NewView {
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly sql: string;
  readonly backfill: boolean;
  readonly destination: { readonly existing: DataPoolReference } | { readonly created: NewDestination };
}

export interface MaterializedViewsOptions extends ViewServices {
  readonly provision: Provision;
  readonly queryTimeoutMs: number;
  /** Who is refused because their statements have ended the engine. */
  readonly bans: EngineBans;
  /** Why views are not available; undefined where they are. */
  readonly unavailableBecause: string | undefined;
  /** Makes the follower read the view's source from now on. */
  readonly follow: (view: MaterializedView) => void;
}

/** The results are protected as the records are that they come from. */
function protectedAs(source: DataPool, destination: NewDestination): NewDestination {
  const { accessControlEnabled = source.accessControlEnabled } = destination;
  if (source.accessControlEnabled && !accessControlEnabled)
    throw badInput(
      'destination.newDataPool.accessControlEnabled',
      `it cannot be false, because Data Pool "${source.uniqueName}", which the SQL reads, has access control`,
    );
  return { ...destination, accessControlEnabled };
}

/** Creates and refreshes materialized views. Everything about a view is validated before anything is created. */
export class MaterializedViews {
  readonly #options: MaterializedViewsOptions;

  constructor(options: MaterializedViewsOptions) {
    this.#options = options;
  }

  async create(caller: Principal, input: NewView): Promise<MaterializedView> {
    this.#refuseWhereUnavailable();
    const compiled = await compileView(this.#options, caller, input.sql);
    refuseSums(compiled.source, 'A materialized view');
    const results = await this.#describe(caller, compiled);
    if ('created' in input.destination)
      return await this.#createWithPool(caller, input, input.destination.created, compiled, results);
    const existing = await findDataPool(this.#options.catalog, caller, input.destination.existing);
    checkDestination(results, existing);
    return await this.#create(caller, input, compiled, existing);
  }

  async refresh(caller: Principal, view: MaterializedView): Promise<MaterializedView> {
    this.#refuseWhereUnavailable();
    const { environmentId, id } = view;
    const restarted = await this.#options.catalog.materializedViews.restart(
      environmentId,
      id,
      caller.applicationId,
    );
    this.#options.follow(restarted);
    return restarted;
  }

  #refuseWhereUnavailable(): void {
    const { unavailableBecause } = this.#options;
    if (unavailableBecause !== undefined) throw badRequest(unavailableBecause);
  }

  /** The engine checks the statement without reading rows, so that errors show now. */
  async #describe(caller: Principal, { tree }: CompiledView): Promise<readonly SqlColumn[]> {
    const { engine, queryTimeoutMs, bans } = this.#options;
    const statement = describingStatement(tree);
    const limits = { timeoutMs: queryTimeoutMs };
    const describe = () => engine.query({ id: newId('query'), statement, limits });
    return columnsOf(tree, await bans.run(shareOwner(caller), describe));
  }

  async #createWithPool(
    caller: Principal,
    input: NewView,
    destination: NewDestination,
    compiled: CompiledView,
    results: readonly SqlColumn[],
  ): Promise<MaterializedView> {
    const { catalog, provision } = this.#options;
    const { environmentId, applicationId } = caller;
    const dataSource = await provision.createDataSource(
      environmentId,
      {
        type: 'MATERIALIZED_VIEW',
        settings: {},
        uniqueName: destination.uniqueName ?? input.uniqueName,
        description: input.description,
        dataPool: defineDestination(results, protectedAs(compiled.source, destination)),
      },
      applicationId,
    );
    try {
      const pool = await catalog.dataPools.findByDataSource(environmentId, dataSource.id);
      if (pool?.status !== 'LIVE')
        throw unavailable(
          pool?.statusReason ?? 'The Data Pool of the materialized view could not be created',
        );
      return await this.#create(caller, input, compiled, pool);
    } catch (error) {
      await provision.deleteDataSource(dataSource, { cascade: false });
      throw error;
    }
  }

  async #create(
    caller: Principal,
    { uniqueName, description, sql, backfill }: NewView,
    { tree, source }: CompiledView,
    destination: DataPool,
  ): Promise<MaterializedView> {
    const { catalog, engine, follow } = this.#options;
    if (destination.id === source.id) throw conflict('destination: the view would read its own results');
    const { until, history } = await planHistory(engine, source);
    const state: ViewState = {
      step: 0,
      restarts: false,
      history: backfill ? history : null,
      after: until,
      pending: null,
    };
    const view = await catalog.materializedViews.create(
      caller.environmentId,
      {
        uniqueName,
        description,
        sql,
        dialect: tree.dialect,
        sourceDataPoolId: source.id,
        destinationDataPoolId: destination.id,
        sourceColumns: ownColumnsFirst(source.columns).map(({ name }) => name),
        state,
      },
      caller.applicationId,
    );
    follow(view);
    return view;
  }
}
