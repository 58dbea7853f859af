import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { PolicyValues } from '../base/policy-values.js';
import type { Scope } from '../base/scope.js';
import type { CatalogDatabase, CatalogReader } from './catalog-database.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import { type ShareLink, shareLinkLimits } from './share-link.js';
import type { ShareLinkRow } from './tables.js';

export type NewShareLink = Omit<ShareLink, 'id' | 'createdAt' | 'createdBy'>;

const dayMs = 24 * 60 * 60 * 1000;

function toShareLink(row: ShareLinkRow): ShareLink {
  return {
    id: row.id,
    environmentId: row.environment_id,
    dashboardId: row.dashboard_id,
    tileId: row.tile_id,
    applicationId: row.application_id,
    description: row.description,
    scopes: JSON.parse(row.scopes) as Scope[],
    policyValues: JSON.parse(row.policy_values) as PolicyValues,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}

const rowsOf = (db: CatalogReader, environmentId: string) =>
  db.selectFrom('share_link').selectAll().where('environment_id', '=', environmentId);

export class ShareLinkStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(link: NewShareLink, by: string): Promise<ShareLink> {
    const now = this.#clock.now();
    const row: ShareLinkRow = {
      id: newId('shareLink'),
      environment_id: link.environmentId,
      dashboard_id: link.dashboardId,
      tile_id: link.tileId,
      application_id: link.applicationId,
      description: link.description,
      scopes: JSON.stringify(link.scopes),
      policy_values: JSON.stringify(link.policyValues),
      secret_hash: link.secretHash,
      expires_at: link.expiresAt,
      created_at: now,
      created_by: by,
    };
    await this.#database.write(async (trx) => {
      const ofDashboard = trx.selectFrom('share_link').where('dashboard_id', '=', link.dashboardId);
      await trx
        .deleteFrom('share_link')
        .where('dashboard_id', '=', link.dashboardId)
        .where('expires_at', '<', now - shareLinkLimits.daysKept * dayMs)
        .execute();
      const { count } = await ofDashboard
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (Number(count) >= shareLinkLimits.perDashboardMax)
        throw conflict(
          `Dashboard ${link.dashboardId} already has ${shareLinkLimits.perDashboardMax} share links: revoke some first`,
        );
      await trx.insertInto('share_link').values(row).execute();
    });
    return toShareLink(row);
  }

  /** In any Environment: a link does not say which one it belongs to. */
  async find(id: string): Promise<ShareLink | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('share_link').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row && toShareLink(row);
  }

  /** Those of one dashboard, or all. */
  async list(
    environmentId: string,
    dashboardId: string | undefined,
    request: PageRequest,
  ): Promise<Page<ShareLink>> {
    const page = await this.#database.read((db) => {
      const rows = rowsOf(db, environmentId);
      return readPage(
        'shareLink',
        dashboardId === undefined ? rows : rows.where('dashboard_id', '=', dashboardId),
        request,
      );
    });
    return mapPage(page, toShareLink);
  }

  /** Those that have not expired, newest first, at most so many. */
  async active(environmentId: string, most: number): Promise<readonly ShareLink[]> {
    const rows = await this.#database.read((db) =>
      rowsOf(db, environmentId)
        .where('expires_at', '>', this.#clock.now())
        .orderBy('id', 'desc')
        .limit(most)
        .execute(),
    );
    return rows.map(toShareLink);
  }

  async delete(environmentId: string, id: string): Promise<void> {
    const { numDeletedRows } = await this.#database.write((trx) =>
      trx
        .deleteFrom('share_link')
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw notFound('Share link', id);
  }
}
