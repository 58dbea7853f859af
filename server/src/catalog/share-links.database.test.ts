import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication } from '../../../tests/support/catalog-samples.js';
import type { Catalog } from './catalog.js';
import { shareLinkLimits } from './share-link.js';
import type { NewShareLink } from './share-links.js';

const dayMs = 24 * 60 * 60 * 1000;

async function sampleOf(catalog: Catalog): Promise<NewShareLink> {
  const { id: environmentId } = await catalog.environments.create({ uniqueName: 'production' }, 'system');
  const application = await catalog.applications.create(environmentId, sampleApplication('portal'), 'system');
  const dashboard = await catalog.dashboards.create(
    environmentId,
    { uniqueName: 'sales', timeRange: null, timeZone: null, filterSql: null, tiles: [] },
    'system',
  );
  return {
    environmentId,
    dashboardId: dashboard.id,
    tileId: null,
    applicationId: application.id,
    description: 'For Zoë “🌊”',
    scopes: ['metric:query'],
    policyValues: { tenant: 'a', number: 7, isOpen: true },
    secretHash: 'a hash',
    expiresAt: Date.now() + dayMs,
  };
}

describe.each(catalogDatabases)('share links on $name', ({ fresh }) => {
  it('are the same on two nodes until one of them revokes the link', async () => {
    const config = await fresh();
    const [one, two] = [
      await openNode(config, { stalenessMaxMs: 0 }),
      await openNode(config, { stalenessMaxMs: 0 }),
    ];
    const sample = await sampleOf(one);
    const link = await one.shareLinks.create(sample, 'APP1');
    expect(link).toMatchObject({ ...sample, createdBy: 'APP1' });
    expect(await two.cached.shareLink(link.id)).toEqual(link);
    const { environmentId, dashboardId } = sample;
    expect((await two.shareLinks.list(environmentId, dashboardId, {})).items).toEqual([link]);
    expect((await two.shareLinks.list(environmentId, 'another', {})).items).toEqual([]);
    await two.shareLinks.delete(environmentId, link.id);
    expect(await one.cached.shareLink(link.id)).toBeUndefined();
    await expect(one.shareLinks.delete(environmentId, link.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('end with their dashboard and with their Application', async () => {
    const catalog = await openNode(await fresh());
    const sample = await sampleOf(catalog);
    const { environmentId, dashboardId } = sample;
    const application = await catalog.applications.create(
      environmentId,
      sampleApplication('leaver'),
      'system',
    );
    const stays = await catalog.shareLinks.create(sample, 'APP1');
    const leaves = await catalog.shareLinks.create({ ...sample, applicationId: application.id }, 'APP1');
    await catalog.applications.delete(environmentId, application.id);
    expect(await catalog.shareLinks.find(leaves.id)).toBeUndefined();
    expect(await catalog.shareLinks.find(stays.id)).toEqual(stays);
    await catalog.dashboards.delete(environmentId, dashboardId);
    expect(await catalog.shareLinks.find(stays.id)).toBeUndefined();
  });

  it('stay in the list for a while after they have expired, and are limited in number', async () => {
    const catalog = await openNode(await fresh());
    const sample = await sampleOf(catalog);
    const { environmentId, dashboardId } = sample;
    const { daysKept, perDashboardMax } = shareLinkLimits;
    const long = await catalog.shareLinks.create(
      { ...sample, expiresAt: Date.now() - (daysKept + 1) * dayMs },
      'APP1',
    );
    const short = await catalog.shareLinks.create({ ...sample, expiresAt: Date.now() - dayMs }, 'APP1');
    expect(await catalog.shareLinks.find(long.id)).toBeUndefined();
    expect(await catalog.shareLinks.find(short.id)).toEqual(short);
    for (let count = 1; count < perDashboardMax; count += 1) await catalog.shareLinks.create(sample, 'APP1');
    await expect(catalog.shareLinks.create(sample, 'APP1')).rejects.toMatchObject({ code: 'CONFLICT' });
    const { items, hasNextPage } = await catalog.shareLinks.list(environmentId, dashboardId, { first: 100 });
    expect([items.length, hasNextPage]).toEqual([100, true]);
  });
});
