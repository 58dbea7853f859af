import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication, sampleDataSource, sampleMetric } from '../../../tests/support/catalog-samples.js';

describe.each(catalogDatabases)('another Environment on $name', ({ fresh }) => {
  it('neither sees, changes, uses nor deletes what is not its own', async () => {
    const catalog = await openNode(await fresh());
    const { applications, applicationSecrets, dataSources, dataPools, metrics, cached } = catalog;
    const { id: own } = await catalog.environments.create({ uniqueName: 'own' }, 'system');
    const { id: other } = await catalog.environments.create({ uniqueName: 'other' }, 'system');
    const withSecret = { ...sampleApplication('app'), secretHash: 'hash' };
    const application = await applications.create(own, withSecret, 'system');
    const [secret] = await applicationSecrets.list(own, application.id);
    const { dataSource, dataPool } = await dataSources.create(own, sampleDataSource('orders'), 'system');
    const metric = await metrics.create(own, sampleMetric('revenue', dataPool.id), 'system');

    const finds = await Promise.all([
      applications.findById(other, application.id),
      applications.findByUniqueName(other, 'app'),
      dataSources.findById(other, dataSource.id),
      dataSources.findByUniqueName(other, 'orders'),
      dataPools.findById(other, dataPool.id),
      dataPools.findByUniqueName(other, 'orders'),
      dataPools.findByDataSource(other, dataSource.id),
      metrics.findById(other, metric.id),
      metrics.findByUniqueName(other, 'revenue'),
      cached.dataPoolById(other, dataPool.id),
      cached.dataPoolByUniqueName(other, 'orders'),
      cached.dataPoolByDataSource(other, dataSource.id),
      cached.metricById(other, metric.id),
      cached.metricByUniqueName(other, 'revenue'),
    ]);
    expect(finds.filter((found) => found !== undefined)).toEqual([]);

    for (const store of [applications, dataSources, dataPools, metrics]) {
      expect((await store.list(other, {})).items).toEqual([]);
      expect((await store.list(own, {})).items).toHaveLength(1);
    }
    expect(await applicationSecrets.list(other, application.id)).toEqual([]);
    expect((await metrics.listByDataPool(other, dataPool.id, {})).items).toEqual([]);

    const change = { description: 'mine now' };
    const column = { name: 'x', type: 'STRING', nullable: true, jsonProperty: 'x' } as const;
    const attempts = [
      () => applications.update(other, application.id, change, 'intruder'),
      () => applications.delete(other, application.id),
      () => applicationSecrets.create(other, application.id, 'hash'),
      () => applicationSecrets.rotate(other, application.id, 'hash', true),
      () => applicationSecrets.delete(other, application.id, secret!.id),
      () => dataSources.update(other, dataSource.id, change, 'intruder'),
      () => dataSources.setStatus(other, dataSource.id, 'DELETING'),
      () => dataSources.delete(other, dataSource.id),
      () => dataPools.update(other, dataPool.id, change, 'intruder'),
      () => dataPools.addColumn(other, dataPool.id, column, 'intruder'),
      () => dataPools.setStatus(other, dataPool.id, 'DELETING'),
      () => dataPools.delete(other, dataPool.id),
      () => metrics.create(other, sampleMetric('spy', dataPool.id), 'intruder'),
      () => metrics.update(other, metric.id, change, 'intruder'),
      () => metrics.delete(other, metric.id),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });

    expect(await applications.findById(own, application.id)).toEqual(application);
    expect(await applicationSecrets.list(own, application.id)).toEqual([secret]);
    expect(await dataSources.findById(own, dataSource.id)).toEqual(dataSource);
    expect(await dataPools.findById(own, dataPool.id)).toEqual(dataPool);
    expect(await metrics.findById(own, metric.id)).toEqual(metric);
  });
});
