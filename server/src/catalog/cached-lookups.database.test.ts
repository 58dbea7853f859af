import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication, sampleDataSource, sampleMetric } from '../../../tests/support/catalog-samples.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';

const stalenessMaxMs = 1_000;

describe.each(catalogDatabases)('cached lookups on $name', ({ fresh }) => {
  async function twoNodes() {
    const config = await fresh();
    const clock = new ManualClock();
    const here = await openNode(config, { clock, stalenessMaxMs });
    const there = await openNode(config, { clock, stalenessMaxMs });
    const { id: environmentId } = await here.environments.create({ uniqueName: 'production' }, 'system');
    const made = await here.dataSources.create(environmentId, sampleDataSource('orders'), 'system');
    const metric = await here.metrics.create(
      environmentId,
      sampleMetric('revenue', made.dataPool.id),
      'system',
    );
    const input = { ...sampleApplication('app'), secretHash: 'old' };
    const application = await here.applications.create(environmentId, input, 'system');
    return { clock, here, there, environmentId, ...made, metric, application };
  }

  it('answer what the stores answer', async () => {
    const made = await twoNodes();
    const { there, environmentId, dataSource, dataPool, metric, application } = made;
    // Twice: the second time from memory.
    for (let round = 0; round < 2; round += 1) {
      expect(await there.cached.dataSourceByWebhookKey(dataSource.settings.webhookKey)).toEqual(dataSource);
      expect(await there.cached.dataPoolByDataSource(environmentId, dataSource.id)).toEqual(dataPool);
      expect(await there.cached.dataPoolById(environmentId, dataPool.id)).toEqual(dataPool);
      expect(await there.cached.dataPoolByUniqueName(environmentId, 'orders')).toEqual(dataPool);
      expect(await there.cached.metricById(environmentId, metric.id)).toEqual(metric);
      expect(await there.cached.metricByUniqueName(environmentId, 'revenue')).toEqual(metric);
      expect(await there.cached.application(application.id)).toMatchObject({
        application,
        secrets: [{ hash: 'old' }],
      });
      expect(await there.cached.signingKeys()).toEqual([]);
      expect(await there.cached.weekStart(environmentId)).toBe('MONDAY');
    }
  });

  it('know this node’s own writes at once, and another’s within the bound', async () => {
    const { clock, here, there, environmentId, metric, application } = await twoNodes();
    const nameOn = async (node: typeof here) =>
      (await node.cached.metricById(environmentId, metric.id))?.uniqueName;
    expect([await nameOn(here), await nameOn(there)]).toEqual(['revenue', 'revenue']);
    expect(await there.cached.metricByUniqueName(environmentId, 'sales')).toBeUndefined();
    expect((await there.cached.application(application.id))?.secrets).toHaveLength(1);

    await here.metrics.update(environmentId, metric.id, { uniqueName: 'sales' }, 'system');
    const [secret] = await here.applicationSecrets.list(environmentId, application.id);
    await here.applicationSecrets.delete(environmentId, application.id, secret!.id);
    expect(await nameOn(here)).toBe('sales');
    expect((await here.cached.application(application.id))?.secrets).toEqual([]);
    clock.advance(stalenessMaxMs - 1);
    // From memory, and so without a query: this is what the bound buys.
    expect(await nameOn(there)).toBe('revenue');
    clock.advance(1);
    expect(await nameOn(there)).toBe('sales');
    expect(await there.cached.metricByUniqueName(environmentId, 'sales')).toMatchObject({ id: metric.id });
    expect((await there.cached.application(application.id))?.secrets).toEqual([]);

    await there.metrics.delete(environmentId, metric.id);
    expect(await nameOn(there)).toBeUndefined();
  });

  it('know the week start of an Environment after a change, on this node at once', async () => {
    const { clock, here, there, environmentId } = await twoNodes();
    const weekStarts = async () =>
      await Promise.all([here, there].map(({ cached }) => cached.weekStart(environmentId)));
    expect(await weekStarts()).toEqual(['MONDAY', 'MONDAY']);
    await here.environments.update(environmentId, { weekStart: 'SUNDAY' }, 'system');
    expect(await here.environments.findById(environmentId)).toMatchObject({
      uniqueName: 'production',
      weekStart: 'SUNDAY',
    });
    expect(await weekStarts()).toEqual(['SUNDAY', 'MONDAY']);
    clock.advance(stalenessMaxMs);
    expect(await weekStarts()).toEqual(['SUNDAY', 'SUNDAY']);
    await here.environments.update(environmentId, { description: 'shops' }, 'system');
    expect(await here.environments.findById(environmentId)).toMatchObject({ weekStart: 'SUNDAY' });
  });

  it('see a thing the moment this node has made it, though it was missed before', async () => {
    const { here, environmentId, dataPool } = await twoNodes();
    expect(await here.cached.metricByUniqueName(environmentId, 'visits')).toBeUndefined();
    const { id } = await here.metrics.create(environmentId, sampleMetric('visits', dataPool.id), 'system');
    expect(await here.cached.metricByUniqueName(environmentId, 'visits')).toMatchObject({ id });
  });

  it('answer at once what has not the form of a name, ID or key, even from a closed catalog', async () => {
    const { here, environmentId } = await twoNodes();
    await here.close();
    expect(await here.cached.dataSourceByWebhookKey('x'.repeat(1_000_000))).toBeUndefined();
    expect(await here.cached.dataPoolByUniqueName(environmentId, 'x'.repeat(1_000_000))).toBeUndefined();
    expect(await here.cached.metricById(environmentId, 'MET not an id')).toBeUndefined();
    expect(await here.cached.application("' or 1=1")).toBeUndefined();
    await expect(here.dataPools.list(environmentId, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
