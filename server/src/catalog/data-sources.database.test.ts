import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication, sampleDataSource, sampleMetric } from '../../../tests/support/catalog-samples.js';
import type { Column } from './column.js';
import type { DataPoolStatus } from './definitions.js';

describe.each(catalogDatabases)('Data Sources, Data Pools and Metrics on $name', ({ fresh }) => {
  async function withDataSource() {
    const catalog = await openNode(await fresh());
    const { id: environmentId } = await catalog.environments.create({ uniqueName: 'production' }, 'system');
    const made = await catalog.dataSources.create(environmentId, sampleDataSource('orders'), 'APP1');
    return { catalog, environmentId, ...made };
  }

  it('are kept as they were given', async () => {
    const { catalog, environmentId, dataSource, dataPool } = await withDataSource();
    const { dataPool: pool, settings, ...source } = sampleDataSource('orders');
    expect(dataSource.settings.basicAuth).toEqual(settings.basicAuth);
    expect(dataSource).toMatchObject({ ...source, status: 'CREATED', statusReason: null });
    expect(dataPool).toMatchObject({ ...pool, status: 'CREATED', dataSourceId: dataSource.id });
    expect(await catalog.dataSources.findById(environmentId, dataSource.id)).toEqual(dataSource);
    expect(await catalog.dataSources.findByWebhookKey(dataSource.settings.webhookKey)).toEqual(dataSource);
    expect(await catalog.dataPools.findByUniqueName(environmentId, 'orders')).toEqual(dataPool);
    expect(await catalog.dataPools.findByDataSource(environmentId, dataSource.id)).toEqual(dataPool);
    const metric = await catalog.metrics.create(environmentId, sampleMetric('revenue', dataPool.id), 'APP1');
    expect(metric).toMatchObject({
      ...sampleMetric('revenue', dataPool.id),
      description: null,
      timestamp: null,
    });
    expect(await catalog.metrics.findByUniqueName(environmentId, 'revenue')).toEqual(metric);
    expect((await catalog.metrics.listByDataPool(environmentId, dataPool.id, {})).items).toEqual([metric]);
  });

  it('change in part and keep the rest', async () => {
    const { catalog, environmentId, dataSource, dataPool } = await withDataSource();
    const noAuth = { settings: { basicAuth: null } };
    const open = await catalog.dataSources.update(environmentId, dataSource.id, noAuth, 'APP2');
    expect(open).toEqual({
      ...dataSource,
      settings: { ...dataSource.settings, basicAuth: null },
      modifiedAt: open.modifiedAt,
      modifiedBy: 'APP2',
    });
    const changes = {
      accessControlEnabled: false,
      dataRetentionInDays: null,
      timestamp: '_service_received_at',
    };
    const pool = await catalog.dataPools.update(environmentId, dataPool.id, changes, 'APP2');
    expect(pool).toEqual({ ...dataPool, ...changes, modifiedAt: pool.modifiedAt, modifiedBy: 'APP2' });
    const metric = await catalog.metrics.create(environmentId, sampleMetric('revenue', dataPool.id), 'APP1');
    const renamed = await catalog.metrics.update(
      environmentId,
      metric.id,
      { uniqueName: 'sales', filters: [], aggregation: { type: 'COUNT' } },
      'APP2',
    );
    expect(await catalog.metrics.findById(environmentId, metric.id)).toEqual(renamed);
    expect(renamed).toMatchObject({
      uniqueName: 'sales',
      filters: [],
      filterSql: 'price > 0',
      dimensions: ['price'],
    });
  });

  it('gain columns one at a time, none lost or doubled when many are added at once', async () => {
    const { catalog, environmentId, dataPool } = await withDataSource();
    const column = (name: string): Column => ({ name, type: 'STRING', nullable: true, jsonProperty: name });
    const add = (name: string) =>
      catalog.dataPools.addColumn(environmentId, dataPool.id, column(name), 'APP1');
    await Promise.all(['a', 'b', 'c', 'd'].map(add));
    await expect(add('c')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Data Pool "orders" already has a column "c"',
    });
    const { columns } = (await catalog.dataPools.findById(environmentId, dataPool.id))!;
    expect(columns.slice(0, 4)).toEqual(dataPool.columns);
    expect(
      columns
        .slice(4)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  it('move only forward through their statuses, with the reason', async () => {
    const { catalog, environmentId, dataSource, dataPool } = await withDataSource();
    await catalog.dataPools.setStatus(environmentId, dataPool.id, 'PENDING');
    const failed = await catalog.dataPools.setStatus(environmentId, dataPool.id, 'SETUP_FAILED', 'No engine');
    expect(failed).toEqual({ ...dataPool, status: 'SETUP_FAILED', statusReason: 'No engine' });
    await catalog.dataPools.setStatus(environmentId, dataPool.id, 'PENDING');
    const live = await catalog.dataPools.setStatus(environmentId, dataPool.id, 'LIVE');
    expect(live).toMatchObject({ status: 'LIVE', statusReason: null });
    await expect(catalog.dataPools.setStatus(environmentId, dataPool.id, 'CREATED')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Data Pool "orders" is LIVE and cannot become CREATED',
    });
    await catalog.dataSources.setStatus(environmentId, dataSource.id, 'CONNECTING');
    await catalog.dataSources.setStatus(environmentId, dataSource.id, 'BROKEN', 'Table gone');
    await catalog.dataSources.setStatus(environmentId, dataSource.id, 'DELETING');
    expect(await catalog.dataPools.findById(environmentId, dataPool.id)).toMatchObject({
      status: 'DELETING',
    });
    await expect(
      catalog.dataSources.setStatus(environmentId, dataSource.id, 'CONNECTED'),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      catalog.metrics.create(environmentId, sampleMetric('late', dataPool.id), 'APP1'),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'Data Pool "orders" is being deleted' });
  });

  it('are found by status over all Environments', async () => {
    const { catalog, dataPool } = await withDataSource();
    const { id } = await catalog.environments.create({ uniqueName: 'staging' }, 'system');
    const other = await catalog.dataSources.create(id, sampleDataSource('orders'), 'system');
    const third = await catalog.dataSources.create(id, sampleDataSource('visits'), 'system');
    await catalog.dataPools.setStatus(id, third.dataPool.id, 'PENDING');
    const ids = async (...statuses: [DataPoolStatus, ...DataPoolStatus[]]) => {
      const found: string[] = [];
      for await (const pool of catalog.dataPools.withStatus(statuses)) found.push(pool.id);
      return found;
    };
    expect(await ids('CREATED')).toEqual([dataPool.id, other.dataPool.id]);
    expect(await ids('CREATED', 'PENDING')).toEqual([dataPool.id, other.dataPool.id, third.dataPool.id]);
    expect(await ids('LIVE')).toEqual([]);
  });

  it('are not deleted while Metrics use them, and say which', async () => {
    const { catalog, environmentId, dataSource, dataPool } = await withDataSource();
    const metrics: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const input = sampleMetric(`metric ${i}`, dataPool.id);
      metrics.push((await catalog.metrics.create(environmentId, input, 'APP1')).id);
    }
    const used = {
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^Data (Pool|Source) "orders" is still used by Metrics "metric 0", .*"metric 9" and 2 more$/,
      ),
      details: { usedBy: expect.arrayContaining([{ id: metrics[0], uniqueName: 'metric 0' }]) },
    };
    const { dataPools, dataSources } = catalog;
    await expect(dataPools.delete(environmentId, dataPool.id)).rejects.toMatchObject(used);
    await expect(dataPools.setStatus(environmentId, dataPool.id, 'DELETING')).rejects.toMatchObject(used);
    await expect(dataSources.delete(environmentId, dataSource.id)).rejects.toMatchObject(used);
    await expect(dataSources.setStatus(environmentId, dataSource.id, 'DELETING')).rejects.toMatchObject(used);
    for (const id of metrics) await catalog.metrics.delete(environmentId, id);
    await dataSources.delete(environmentId, dataSource.id);
    expect(await dataPools.findById(environmentId, dataPool.id)).toBeUndefined();
    expect(await dataSources.findById(environmentId, dataSource.id)).toBeUndefined();
    await expect(dataSources.delete(environmentId, dataSource.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `Data Source ${dataSource.id} not found`,
    });
  });

  it('never share a webhook key, not even with the deleted', async () => {
    const { catalog, environmentId, dataSource } = await withDataSource();
    const again = { ...sampleDataSource('again'), settings: dataSource.settings };
    const refusal = { code: 'CONFLICT', message: 'This webhook key has been used before' };
    await expect(catalog.dataSources.create(environmentId, again, 'APP1')).rejects.toMatchObject(refusal);
    await catalog.dataSources.delete(environmentId, dataSource.id);
    await expect(catalog.dataSources.create(environmentId, again, 'APP1')).rejects.toMatchObject(refusal);
  });

  it('keep their Environment from being deleted', async () => {
    const { catalog, environmentId, dataSource } = await withDataSource();
    const { id } = await catalog.applications.create(environmentId, sampleApplication('app'), 'system');
    await expect(catalog.environments.delete(environmentId)).rejects.toMatchObject({
      message: 'Environment "production" is still used by Applications "app"',
    });
    await catalog.applications.delete(environmentId, id);
    await expect(catalog.environments.delete(environmentId)).rejects.toMatchObject({
      message: 'Environment "production" is still used by Data Sources "orders"',
    });
    await catalog.dataSources.delete(environmentId, dataSource.id);
    await catalog.environments.delete(environmentId);
    expect(await catalog.environments.findById(environmentId)).toBeUndefined();
    await expect(
      catalog.dataSources.create(environmentId, sampleDataSource('late'), 'system'),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
