import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { unavailable } from '../base/errors.js';
import { newWebhookKey } from '../base/ids.js';
import type { Catalog } from '../catalog/catalog.js';
import { serviceColumns } from '../catalog/column.js';
import type { WebhookDataSource } from '../catalog/definitions.js';
import type { Engine, Statement } from '../engine/engine.js';
import { Provision } from './data-sources.js';
import { type NewWebhookSource, newWebhookSource } from './webhook-source.js';

/** An engine that only takes commands, and refuses those that a test says. */
class CommandEngine implements Pick<Engine, 'command'> {
  readonly commands: string[] = [];
  refuse: ((text: string) => boolean) | undefined;
  readonly #during: { readonly begin: string; readonly work: () => Promise<unknown> }[] = [];

  /** Does something else while the next statement that begins like this runs. */
  during(begin: string, work: () => Promise<unknown>): void {
    this.#during.push({ begin, work });
  }

  async command({ text }: Statement): Promise<void> {
    this.commands.push(text.split('\n')[0] ?? '');
    const index = this.#during.findIndex(({ begin }) => text.startsWith(begin));
    if (index >= 0) await this.#during.splice(index, 1)[0]?.work();
    if (this.refuse?.(text)) throw unavailable('The engine is not reachable');
  }
}

describe.each(catalogDatabases)('on $name', ({ fresh }) => {
  let catalog: Catalog;
  let engine: CommandEngine;
  let provision: Provision;
  let environmentId: string;
  beforeEach(async () => {
    catalog = await openNode(await fresh());
    engine = new CommandEngine();
    provision = new Provision({
      catalog,
      engine: engine as unknown as Engine,
      cluster: undefined,
      log: pino({ level: 'silent' }),
    });
    environmentId = (await catalog.environments.create({ uniqueName: 'test' }, 'test')).id;
  });
  const createWebhook = async (input: NewWebhookSource) =>
    provision.createDataSource(environmentId, newWebhookSource(input), 'test');
  const create = () => createWebhook({ uniqueName: 'orders', basicAuth: null, settings: { columns: [] } });
  const poolOf = async (dataSourceId: string) =>
    catalog.dataPools.findByDataSource(environmentId, dataSourceId);
  /** What a process leaves that ends before it creates the table. */
  const createInCatalog = async () => {
    const settings = { timestamp: '_service_received_at', uniqueId: null, accessControlEnabled: false };
    const tableSettings = {
      engine: { type: 'MERGE_TREE' as const },
      orderBy: ['_service_received_at'],
      partitionBy: [],
      primaryKey: [],
      ttl: null,
    };
    return await catalog.dataSources.create(
      environmentId,
      {
        uniqueName: 'cut short',
        type: 'WEBHOOK',
        settings: { webhookKey: newWebhookKey(), basicAuth: null },
        dataPool: { ...settings, tableSettings, columns: serviceColumns },
      },
      'test',
    );
  };

  it('a table that cannot be created leaves the Data Source BROKEN with the reason, and a retry repairs it', async () => {
    engine.refuse = (text) => text.startsWith('CREATE TABLE');
    const source = await create();
    expect(source).toMatchObject({ status: 'BROKEN', statusReason: 'The engine is not reachable' });
    const failed = await poolOf(source.id);
    expect(failed).toMatchObject({ status: 'SETUP_FAILED', statusReason: 'The engine is not reachable' });
    engine.refuse = undefined;
    if (failed) await provision.setUp(failed);
    expect(await poolOf(source.id)).toMatchObject({ status: 'LIVE', statusReason: null });
    expect(await catalog.dataSources.findById(environmentId, source.id)).toMatchObject({
      status: 'CONNECTED',
      statusReason: null,
    });
  });

  it('what is not valid leaves nothing behind', async () => {
    const invalid = createWebhook({
      uniqueName: 'bad',
      basicAuth: null,
      settings: { columns: [], timestamp: 'missing' },
    });
    await expect(invalid).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await catalog.dataSources.findByUniqueName(environmentId, 'bad')).toBeUndefined();
    expect(engine.commands).toEqual([]);
  });

  it('a crash between catalog and table heals at the next start', async () => {
    const { dataSource, dataPool } = await createInCatalog();
    expect(dataPool.status).toBe('CREATED');
    await provision.recover();
    expect(await poolOf(dataSource.id)).toMatchObject({ status: 'LIVE' });
    expect(engine.commands.some((command) => command.startsWith('CREATE TABLE IF NOT EXISTS'))).toBe(true);
  });

  it('a deletion that was cut short is finished at the next start, and the key stays dead', async () => {
    const source = await create();
    engine.refuse = (text) => text.startsWith('DROP');
    await expect(provision.deleteDataSource(source, { cascade: false })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await catalog.dataSources.findById(environmentId, source.id)).toMatchObject({
      status: 'DELETING',
    });
    engine.refuse = undefined;
    await provision.recover();
    expect(await catalog.dataSources.findById(environmentId, source.id)).toBeUndefined();
    expect(await poolOf(source.id)).toBeUndefined();
    const again = createWebhook({
      uniqueName: 'again',
      basicAuth: null,
      webhookKey: (source as WebhookDataSource).settings.webhookKey,
      settings: { columns: [] },
    });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
  });
  describe('while another node starts, which finishes what is under way here', () => {
    it('a deletion succeeds', async () => {
      const source = await create();
      engine.during('DROP', () => provision.recover());
      await provision.deleteDataSource(source, { cascade: false });
      expect(await catalog.dataSources.findById(environmentId, source.id)).toBeUndefined();
    });

    it('a deletion of a Data Pool succeeds', async () => {
      const { dataPool } = await createInCatalog();
      const live = await provision.setUp(dataPool);
      engine.during('DROP', () => provision.recover());
      await provision.deleteDataPool(live, { cascade: false });
      expect(await catalog.dataPools.findById(environmentId, dataPool.id)).toBeUndefined();
    });

    it('a start succeeds', async () => {
      const source = await create();
      engine.refuse = (text) => text.startsWith('DROP');
      await expect(provision.deleteDataSource(source, { cascade: false })).rejects.toThrow();
      engine.refuse = undefined;
      engine.during('DROP', () => provision.recover());
      await provision.recover();
      expect(await catalog.dataSources.findById(environmentId, source.id)).toBeUndefined();
    });
  });

  it('a Data Source that is deleted while a start sets it up does not fail the start', async () => {
    const { dataSource } = await createInCatalog();
    engine.during('CREATE TABLE', async () => {
      await provision.recover();
      await provision.deleteDataSource(dataSource, { cascade: false });
    });
    await provision.recover();
    expect(await catalog.dataSources.findById(environmentId, dataSource.id)).toBeUndefined();
  });

  it('a deletion that fails again does not fail the start, nor keep it from finishing others', async () => {
    const source = await create();
    engine.refuse = (text) => text.startsWith('DROP');
    await expect(provision.deleteDataSource(source, { cascade: false })).rejects.toThrow();
    const other = await createWebhook({ uniqueName: 'other', basicAuth: null, settings: { columns: [] } });
    await expect(provision.deleteDataSource(other, { cascade: false })).rejects.toThrow();
    const refused = await poolOf(source.id);
    engine.refuse = (text) => text.startsWith('DROP') && text.includes(String(refused?.id));
    await provision.recover();
    expect(await catalog.dataSources.findById(environmentId, source.id)).toMatchObject({
      status: 'DELETING',
    });
    expect(await catalog.dataSources.findById(environmentId, other.id)).toBeUndefined();
  });
});
