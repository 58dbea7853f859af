import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';

describe.each(catalogDatabases)('saved queries on $name', ({ fresh }) => {
  it('are the same on two nodes, and every change is seen by both', async () => {
    const config = await fresh();
    const [one, two] = [await openNode(config), await openNode(config)];
    const { id: environment } = await one.environments.create({ uniqueName: 'production' }, 'system');
    const statement = { sql: "SELECT 'é 🌊'\n\t-- x", dialect: null };
    const created = await one.savedQueries.create(environment, { uniqueName: 'sales', statement }, 'system');
    expect(created).toMatchObject(statement);
    expect(await two.savedQueries.findById(environment, created.id)).toEqual(created);
    expect(await two.savedQueries.findByUniqueName(environment, 'sales')).toEqual(created);

    const changes = { statement: { sql: 'SELECT 1', dialect: 'COLUMNSTORE' as const } };
    const changed = await two.savedQueries.update(environment, created.id, changes, 'APP');
    expect(changed).toMatchObject({ ...changes.statement, uniqueName: 'sales', modifiedBy: 'APP' });
    expect((await one.savedQueries.list(environment, {})).items).toEqual([changed]);
    await expect(
      two.savedQueries.create(environment, { uniqueName: 'sales', statement }, 'system'),
    ).rejects.toMatchObject({ code: 'CONFLICT' });

    await one.savedQueries.delete(environment, created.id);
    expect(await two.savedQueries.findById(environment, created.id)).toBeUndefined();
  });
});
