import { beforeEach, describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleDataSource } from '../../../tests/support/catalog-samples.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { Catalog } from './catalog.js';
import type { DataPool } from './definitions.js';
import { endedSyncsMax } from './syncings.js';

const hourMs = 3_600_000;

describe.each(catalogDatabases)('syncs on $name', ({ fresh }) => {
  let clock: ManualClock;
  let here: Catalog;
  let there: Catalog;
  let environmentId: string;
  let pool: DataPool;

  beforeEach(async () => {
    const config = await fresh();
    clock = new ManualClock();
    [here, there] = [await openNode(config, { clock }), await openNode(config, { clock })];
    environmentId = (await here.environments.create({ uniqueName: 'test' }, 'test')).id;
    const sample = sampleDataSource('orders');
    const { dataSource } = await here.dataSources.create(environmentId, sample, 'test');
    pool = await here.syncings.createDataPool(
      { environmentId, dataSourceId: dataSource.id },
      { ...sample.dataPool, uniqueName: 'synced' },
      { table: 't', interval: 'EVERY_1_HOUR' },
      'test',
    );
    await here.dataPools.setStatus(environmentId, pool.id, 'PENDING');
    await here.dataPools.setStatus(environmentId, pool.id, 'LIVE');
  });

  const syncs = async () => (await here.syncings.listSyncs(environmentId, pool.id, { first: 100 })).items;
  const endNext = async () => {
    const claim = await here.jobClaims.next('node', 1_000);
    if (!claim) throw new Error('there is nothing to do');
    await here.jobClaims.end(claim, { error: null, tally: { affected: 0 } });
  };
  const file = (requestId: string, path: string, syncId: string) => ({
    dataPoolId: pool.id,
    syncId,
    requestId,
    path,
    etag: requestId,
    sizeBytes: 5_000_000_000,
  });

  it('are created once when they are due, whichever node looks', async () => {
    const looks = [here, there, here, there].map((node) => node.syncings.startDue());
    await Promise.allSettled(looks);
    expect(await syncs()).toHaveLength(1);
    clock.advance(hourMs);
    // Not while one is open.
    await here.syncings.startDue();
    expect(await syncs()).toHaveLength(1);
    await endNext();
    clock.advance(hourMs);
    await there.syncings.startDue();
    expect(await syncs()).toHaveLength(2);
    expect(await here.syncings.lastSyncedAt(pool.id)).not.toBeNull();
  });

  it('are not created while syncing is disabled', async () => {
    await here.syncings.setEnabled(environmentId, pool.id, false);
    expect(await here.syncings.startDue()).toBe(false);
    await here.syncings.setEnabled(environmentId, pool.id, true);
    expect(await here.syncings.startDue()).toBe(true);
    expect(await here.syncings.find(pool.id)).toMatchObject({ enabled: true, interval: 'EVERY_1_HOUR' });
  });

  it('started by hand are one at a time', async () => {
    const work = { kind: 'SYNC', isResync: false } as const;
    const { id } = await here.syncings.start(environmentId, pool.id, work, 'APP1');
    expect(await there.syncings.start(environmentId, pool.id, work, 'APP1')).toMatchObject({ id });
    await expect(
      there.syncings.start(environmentId, pool.id, { ...work, isResync: true }, 'APP1'),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(id) });
  });

  it('are deleted when there are many, with the files that have been replaced since', async () => {
    await here.syncings.startDue();
    const [first] = await syncs();
    const syncId = first?.id ?? '';
    for (const [requestId, path] of [
      ['a', 'kept'],
      ['b', 'replaced'],
    ] as const) {
      await here.syncedFiles.publishing(file(requestId, path, syncId), 1);
      await here.syncedFiles.loaded(file(requestId, path, syncId));
    }
    await here.syncedFiles.replaced({ dataPoolId: pool.id, requestId: 'b' });
    for (let count = 0; count <= endedSyncsMax; count++) {
      await endNext();
      clock.advance(hourMs);
      await here.syncings.startDue();
    }
    expect(await here.jobs.findById(environmentId, syncId)).toBeUndefined();
    expect((await here.syncedFiles.list(syncId, {})).items.map(({ path }) => path)).toEqual(['kept']);
  });

  it('count what they have loaded, once', async () => {
    const { syncedFiles } = here;
    await syncedFiles.publishing(file('a', 'one', 'JOB1'), 3);
    expect(await syncedFiles.totals('JOB1')).toEqual({ files: 0, failedFiles: 0, records: 0, bytes: 0 });
    await syncedFiles.loaded(file('a', 'one', 'JOB1'));
    await syncedFiles.failed(file('b', 'two', 'JOB1'), 'Row 1');
    await syncedFiles.publishing(file('c', 'three', 'JOB1'), 4);
    await syncedFiles.loaded(file('c', 'three', 'JOB1'));
    expect(await syncedFiles.totals('JOB1')).toEqual({
      files: 2,
      failedFiles: 1,
      records: 7,
      bytes: 10_000_000_000,
    });
    expect(await syncedFiles.firstFailure('JOB1')).toMatchObject({ path: 'two', error: 'Row 1' });
    await syncedFiles.publishing(file('d', 'one', 'JOB2'), 5);
    await syncedFiles.loaded(file('d', 'one', 'JOB2'));
    expect((await syncedFiles.versions(pool.id, 'one')).map(({ status }) => status).sort()).toEqual([
      'LOADED',
      'REPLACING',
    ]);
    expect(await syncedFiles.totals('JOB1')).toMatchObject({ files: 2, records: 7 });
  });
});
