import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { newId } from '../base/ids.js';
import type { TileDefinition } from './dashboard.js';
import type { NewDashboard } from './dashboards.js';

const tile: TileDefinition = {
  id: 'TIL01TESTTESTTESTTESTTESTTEST',
  title: 'Größe “🌊”\u0000',
  x: 0,
  y: 0,
  width: 6,
  height: 4,
  metric: {
    metricId: newId('metric'),
    kind: 'LEADERBOARD',
    chart: 'PIE',
    granularity: null,
    dimensions: ['country'],
    rowLimit: 5,
    sort: 'ASC',
    filterSql: "country <> 'CH'",
  },
  sql: null,
  text: null,
};
const sample = (uniqueName: string): NewDashboard => ({
  uniqueName,
  description: 'of the shop',
  timeRange: { timestamp: null, relative: 'LAST_N_DAYS', n: 7, startMs: null, stopMs: null },
  timeZone: 'Europe/Zurich',
  filterSql: 'price > 0',
  tiles: [tile],
});

describe.each(catalogDatabases)('dashboards on $name', ({ fresh }) => {
  it('are the same on two nodes, and every change is seen by both', async () => {
    const config = await fresh();
    const [one, two] = [await openNode(config), await openNode(config)];
    const { id: environment } = await one.environments.create({ uniqueName: 'production' }, 'system');
    const created = await one.dashboards.create(environment, sample('sales'), 'system');
    expect(await two.dashboards.findById(environment, created.id)).toEqual(created);
    expect(await two.dashboards.findByUniqueName(environment, 'sales')).toEqual(created);
    expect(created).toMatchObject(sample('sales'));

    const changes = { tiles: [], timeRange: null, timeZone: null, filterSql: null };
    const changed = await two.dashboards.update(environment, created.id, changes, 'APP');
    expect(changed).toMatchObject({ ...changes, uniqueName: 'sales', modifiedBy: 'APP' });
    expect((await one.dashboards.list(environment, {})).items).toEqual([changed]);

    await one.dashboards.delete(environment, created.id);
    expect(await two.dashboards.findById(environment, created.id)).toBeUndefined();
    await expect(two.dashboards.delete(environment, created.id)).rejects.toMatchObject({
      message: `Dashboard ${created.id} not found`,
    });
  });

  it('give a name to exactly one of many concurrent creates on two nodes', async () => {
    const config = await fresh();
    const nodes = [await openNode(config), await openNode(config)] as const;
    const { id } = await nodes[0].environments.create({ uniqueName: 'production' }, 'system');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        nodes[i % 2 === 0 ? 0 : 1].dashboards.create(id, sample('sales'), 'system'),
      ),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(9);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'CONFLICT',
        message: 'Dashboard with unique name "sales" already exists',
      });
  });

  it('belong to one Environment', async () => {
    const catalog = await openNode(await fresh());
    const one = await catalog.environments.create({ uniqueName: 'one' }, 'system');
    const two = await catalog.environments.create({ uniqueName: 'two' }, 'system');
    const { id } = await catalog.dashboards.create(one.id, sample('same'), 'system');
    await catalog.dashboards.create(two.id, sample('same'), 'system');
    expect(await catalog.dashboards.findById(two.id, id)).toBeUndefined();
    await expect(catalog.dashboards.update(two.id, id, { uniqueName: 'x' }, 'system')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(catalog.dashboards.delete(two.id, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await catalog.dashboards.list(one.id, {})).items).toHaveLength(1);
  });
});
