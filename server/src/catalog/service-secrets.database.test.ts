import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';

describe.each(catalogDatabases)('service secrets on $name', ({ fresh }) => {
  it('are the same for nodes that ask for the first time together, and after a restart', async () => {
    const database = await fresh();
    const one = await openNode(database);
    const other = await openNode(database);
    const [a, b] = await Promise.all([
      one.serviceSecrets.obtain('cursor'),
      other.serviceSecrets.obtain('cursor'),
    ]);
    expect(a).toMatch(/^[\w-]{43}$/);
    expect(b).toBe(a);
    const restarted = await openNode(database);
    expect(await restarted.serviceSecrets.obtain('cursor')).toBe(a);
  });
});
