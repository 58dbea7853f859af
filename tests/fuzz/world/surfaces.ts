import { type OwnService, token } from '../../support/service.js';
import { waitFor } from './wait-for.js';
import type { Pool } from './world.js';

/**
 * Everything else by which records of a ledger can leave: a materialized view of them, a booster, a dashboard with a link for
 * one tenant, and a file of an export job.
 */
export interface Surfaces {
  readonly view: Pick<Pool, 'id' | 'name' | 'environmentId'>;
  readonly dashboardId: string;
  readonly tileIds: readonly string[];
  /** The credentials of a viewer of the dashboard, who sees what tenant `a` may see. */
  readonly viewer: string;
}

export interface SurfaceOptions {
  readonly ledger: Pool;
  readonly metrics: readonly { readonly id: string; readonly name: string }[];
  readonly applicationId: string;
  readonly tenantName: string;
  /** Called for the view's Data Pool, which has policies of its own. */
  readonly protect: (view: Surfaces['view']) => Promise<void>;
}

export async function openSurfaces(service: OwnService, options: SurfaceOptions): Promise<Surfaces> {
  const { ledger, metrics, protect } = options;
  const view = await createView(service, ledger);
  await protect(view);
  for (const { id } of metrics) await createBooster(service, id);
  const { id: dashboardId, tiles } = await createDashboard(service, ledger, metrics);
  const viewer = await viewerOf(service, dashboardId, options);
  return { view, dashboardId, tileIds: tiles.map((tile) => tile.id), viewer };
}

/** Named like the Data Pool that it reads, so that its twin's name follows from the twin's. */
async function createView(service: OwnService, { name, environmentId }: Pool): Promise<Surfaces['view']> {
  const input = {
    uniqueName: `${name}_view`,
    sql: `SELECT id, at, dept, tenant, name, qty, big, doc, note, code, iban FROM ${name}`,
    destination: {
      newDataPool: { timestamp: { columnName: 'at' }, accessControlEnabled: true },
    },
    backfillOptions: { backfill: true },
  };
  const { createMaterializedView } = await service.request<{
    createMaterializedView: { materializedView: { id: string; destination: { id: string } } };
  }>(
    `mutation ($input: CreateMaterializedViewInput!) { createMaterializedView(input: $input) {
      materializedView { id destination { id } } } }`,
    { input },
  );
  const { id, destination } = createMaterializedView.materializedView;
  await becomes(service, `materializedView(id: "${id}")`, 'LIVE');
  return { id: destination.id, name: input.uniqueName, environmentId };
}

async function createBooster(service: OwnService, metric: string): Promise<void> {
  const dimensions = ['tenant', 'dept', 'name', 'qty'].map((columnName) => ({ columnName }));
  const { createBooster: created } = await service.request<{ createBooster: { booster: { id: string } } }>(
    'mutation ($input: CreateBoosterInput!) { createBooster(input: $input) { booster { id } } }',
    { input: { metric, dimensions } },
  );
  await becomes(service, `booster(id: "${created.booster.id}")`, 'LIVE');
}

/** Waits for the status of a resource, which a job changes. */
export async function becomes(service: OwnService, field: string, wanted: string): Promise<void> {
  await waitFor(`${field} until ${wanted}`, async () => {
    const { found } = await service.request<{ found: { status: string } }>(`{ found: ${field} { status } }`);
    if (found.status === 'FAILED') throw new Error(`${field} has failed`);
    return found.status === wanted ? true : undefined;
  });
}

/** The conditions and the statement fail where they meet a hidden record. */
async function createDashboard(
  service: OwnService,
  { name }: Pool,
  metrics: SurfaceOptions['metrics'],
): Promise<{ id: string; tiles: readonly { id: string }[] }> {
  const metricId = metrics[0]?.id;
  const place = (y: number) => ({ x: 0, y, width: 4, height: 2 });
  const filterSql = 'toInt64(code) >= 0';
  const statement = `SELECT id, name, note, toInt64(code) AS n FROM ${name} WHERE intDiv(1000, small) < 1000 ORDER BY id`;
  const tiles = [
    { ...place(0), metric: { metricId, kind: 'COUNTER', filterSql } },
    { ...place(2), metric: { metricId, kind: 'TIME_SERIES', granularity: 'YEAR', dimensions: ['name'] } },
    { ...place(4), metric: { metricId, kind: 'LEADERBOARD', dimensions: ['name', 'note'], rowLimit: 100 } },
    { ...place(6), sql: { query: statement, dialect: 'COLUMNSTORE' } },
  ];
  const { createDashboard: created } = await service.request<{
    createDashboard: { dashboard: { id: string; tiles: { id: string }[] } };
  }>(
    'mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { id tiles { id } } } }',
    { input: { uniqueName: `${name}_board`, tiles } },
  );
  return created.dashboard;
}

async function viewerOf(
  service: OwnService,
  dashboard: string,
  { applicationId, tenantName }: SurfaceOptions,
): Promise<string> {
  const input = {
    dashboard,
    application: applicationId,
    policyValues: JSON.stringify({ tenant: tenantName }),
  };
  const { createShareLink } = await service.request<{
    createShareLink: { secret: string; shareLink: { id: string } };
  }>(
    'mutation ($input: CreateShareLinkInput!) { createShareLink(input: $input) { secret shareLink { id } } }',
    { input },
  );
  const { secret, shareLink } = createShareLink;
  const { body } = await token(service, { client_id: shareLink.id, client_secret: secret });
  return `Bearer ${body['access_token']}`;
}
