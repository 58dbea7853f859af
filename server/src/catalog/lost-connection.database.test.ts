import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openNode } from '../../../tests/support/catalog-databases.js';
import { freshDatabase } from '../../../tests/support/fresh-database.js';
import { isDatabaseLost } from './database-errors.js';

/** A connection to PostgreSQL that can be cut and restored. */
class Wire {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(url: string) {
    this.#target = new URL(url);
  }

  async restore(): Promise<string> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  async cut(): Promise<void> {
    const closed = this.#server === undefined ? undefined : once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

it('answers UNAVAILABLE while PostgreSQL is unreachable, and works again when it is back', async () => {
  const wire = new Wire(await freshDatabase());
  const catalog = await openNode({ kind: 'postgres', url: await wire.restore() }, { stalenessMaxMs: 0 });
  const { id } = await catalog.environments.create({ uniqueName: 'production' }, 'system');
  await catalog.ping();

  const underWay = Array.from({ length: 5 }, (_, i) =>
    catalog.environments.create({ uniqueName: `cut ${i}` }, 'system'),
  );
  await wire.cut();
  for (const outcome of await Promise.allSettled(underWay)) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'UNAVAILABLE' });
  }
  const away = {
    code: 'UNAVAILABLE',
    message: 'The catalog database is not reachable',
    cause: expect.any(Error),
  };
  await expect(catalog.ping()).rejects.toMatchObject(away);
  await expect(catalog.environments.findById(id)).rejects.toMatchObject(away);
  await expect(catalog.environments.create({ uniqueName: 'x' }, 'system')).rejects.toMatchObject(away);
  await expect(catalog.cached.signingKeys()).rejects.toMatchObject(away);

  await wire.restore();
  await catalog.ping();
  expect(await catalog.environments.findById(id)).toMatchObject({ uniqueName: 'production' });
  await wire.cut();
});

it('tells a lost database from a request’s own fault', () => {
  const coded = (code: string) => Object.assign(new Error('no'), { code });
  for (const code of [
    'ECONNREFUSED',
    'ENOTFOUND',
    '57P01',
    '08006',
    '53300',
    '25006',
    'SQLITE_BUSY',
    'SQLITE_IOERR_READ',
  ]) {
    expect(isDatabaseLost(coded(code)), code).toBe(true);
  }
  expect(isDatabaseLost(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(true);
  expect(isDatabaseLost(new Error('Connection terminated unexpectedly'))).toBe(true);
  for (const code of ['23505', '42601', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', 'EPERM']) {
    expect(isDatabaseLost(coded(code)), code).toBe(false);
  }
  for (const other of [undefined, null, 'no', new TypeError('x is not a function')]) {
    expect(isDatabaseLost(other)).toBe(false);
  }
});
