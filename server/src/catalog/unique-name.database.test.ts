import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication, sampleDataSource, sampleMetric } from '../../../tests/support/catalog-samples.js';
import { newId } from '../base/ids.js';
import { checkUniqueName } from './unique-name.js';

const concurrentCreates = 20;

describe.each(catalogDatabases)('unique names on $name', ({ fresh }) => {
  it('go to exactly one of many concurrent creates on two nodes', async () => {
    const config = await fresh();
    const nodes = [await openNode(config), await openNode(config)] as const;
    const { id } = await nodes[0].environments.create({ uniqueName: 'production' }, 'system');
    const attempts = Array.from({ length: concurrentCreates }, (_, i) =>
      nodes[i % 2 === 0 ? 0 : 1].dataSources.create(id, sampleDataSource('orders'), 'system'),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toHaveLength(concurrentCreates - 1);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: 'CONFLICT',
        message: 'Data Source with unique name "orders" already exists',
      });
    }
    expect((await nodes[1].dataSources.list(id, {})).items).toHaveLength(1);
    expect((await nodes[1].dataPools.list(id, {})).items).toHaveLength(1);
  });

  it('are per kind and per Environment, and hold for renaming too', async () => {
    const catalog = await openNode(await fresh());
    const one = await catalog.environments.create({ uniqueName: 'one' }, 'system');
    const two = await catalog.environments.create({ uniqueName: 'two' }, 'system');
    const { dataPool } = await catalog.dataSources.create(one.id, sampleDataSource('same'), 'system');
    await catalog.dataSources.create(two.id, sampleDataSource('same'), 'system');
    await catalog.applications.create(one.id, sampleApplication('same'), 'system');
    await catalog.metrics.create(one.id, sampleMetric('same', dataPool.id), 'system');

    const taken = (kind: string) => ({
      code: 'CONFLICT',
      message: `${kind} with unique name "same" already exists`,
    });
    const application = await catalog.applications.create(one.id, sampleApplication('other'), 'system');
    const metric = await catalog.metrics.create(one.id, sampleMetric('other', dataPool.id), 'system');
    const source = await catalog.dataSources.create(one.id, sampleDataSource('other'), 'system');
    const rename = { uniqueName: 'same' };
    await expect(catalog.environments.create({ uniqueName: 'one' }, 'x')).rejects.toMatchObject({
      message: 'Environment with unique name "one" already exists',
    });
    await expect(catalog.applications.update(one.id, application.id, rename, 'x')).rejects.toMatchObject(
      taken('Application'),
    );
    await expect(catalog.metrics.update(one.id, metric.id, rename, 'x')).rejects.toMatchObject(
      taken('Metric'),
    );
    await expect(catalog.dataSources.update(one.id, source.dataSource.id, rename, 'x')).rejects.toMatchObject(
      taken('Data Source'),
    );
    await expect(catalog.dataPools.update(one.id, source.dataPool.id, rename, 'x')).rejects.toMatchObject(
      taken('Data Pool'),
    );
  });

  it('of a Data Pool that are taken leave no Data Source behind', async () => {
    const catalog = await openNode(await fresh());
    const { id } = await catalog.environments.create({ uniqueName: 'production' }, 'system');
    const { dataPool } = await catalog.dataSources.create(id, sampleDataSource('orders'), 'system');
    await catalog.dataPools.update(id, dataPool.id, { uniqueName: 'fresh' }, 'system');
    await expect(catalog.dataSources.create(id, sampleDataSource('fresh'), 'system')).rejects.toMatchObject({
      message: 'Data Pool with unique name "fresh" already exists',
    });
    expect(await catalog.dataSources.findByUniqueName(id, 'fresh')).toBeUndefined();
  });
});

it('refuses names that are blank, too long, unprintable or in the form of an ID', () => {
  for (const name of ['', '  ', 'x'.repeat(256), 'a\nb', newId('dataPool'), newId('metric')]) {
    expect(() => checkUniqueName('Metric', name)).toThrow(/unique name of a Metric must not/);
  }
  for (const name of ['orders', 'Größe 2 – "β"', "'; drop table metric; --", 'DPO', 'x'.repeat(255)]) {
    expect(() => checkUniqueName('Metric', name)).not.toThrow();
  }
});
