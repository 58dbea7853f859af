import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication } from '../../../tests/support/catalog-samples.js';
import type { ApplicationStore } from './applications.js';
import { pageSizeMax } from './page.js';

const environmentSizes = [0, 1, 2, 7, 23];

async function walkForward(store: ApplicationStore, environmentId: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await store.list(environmentId, { first: size, after: ids.at(-1) });
    expect(page.hasPreviousPage).toBe(ids.length > 0);
    ids.push(...page.items.map((item) => item.id));
    if (!page.hasNextPage) return ids;
    expect(page.items).toHaveLength(size);
  }
}

async function walkBackward(store: ApplicationStore, environmentId: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await store.list(environmentId, { last: size, before: ids[0] });
    expect(page.hasNextPage).toBe(ids.length > 0);
    ids.unshift(...page.items.map((item) => item.id));
    if (!page.hasPreviousPage) return ids;
    expect(page.items).toHaveLength(size);
  }
}

describe.each(catalogDatabases)('pages on $name', ({ fresh }) => {
  it('make up the whole list, newest first, in either direction and at any size', async () => {
    const { environments, applications } = await openNode(await fresh());
    const lists: { environmentId: string; ids: string[] }[] = [];
    for (const count of environmentSizes) {
      const { id } = await environments.create({ uniqueName: `of ${count}` }, 'system');
      const ids: string[] = [];
      for (let i = 0; i < count; i += 1) {
        ids.unshift((await applications.create(id, sampleApplication(`app ${i}`), 'system')).id);
      }
      lists.push({ environmentId: id, ids });
    }
    const listAndSize = fc.tuple(fc.constantFrom(...lists), fc.integer({ min: 1, max: 25 }));
    await fc.assert(
      fc.asyncProperty(listAndSize, async ([{ environmentId, ids }, size]) => {
        expect(await walkForward(applications, environmentId, size)).toEqual(ids);
        expect(await walkBackward(applications, environmentId, size)).toEqual(ids);
      }),
      { numRuns: 12 },
    );
    // Between any two cursors, the page is the slice of the list that lies between them.
    const { environmentId, ids } = lists.at(-1)!;
    const position = fc.integer({ min: 0, max: ids.length - 1 });
    await fc.assert(
      fc.asyncProperty(position, position, fc.integer({ min: 0, max: 25 }), async (i, j, size) => {
        const between = { after: ids[i], before: ids[j] };
        const slice = ids.slice(i + 1, Math.max(i + 1, j));
        const forward = await applications.list(environmentId, { ...between, first: size });
        expect(forward.items.map((item) => item.id)).toEqual(slice.slice(0, size));
        const backward = await applications.list(environmentId, { ...between, last: size });
        expect(backward.items.map((item) => item.id)).toEqual(size === 0 ? [] : slice.slice(-size));
        expect([forward.hasPreviousPage, backward.hasNextPage]).toEqual([true, true]);
        expect(await applications.list(environmentId, { ...between, first: 25, last: size })).toEqual(
          backward,
        );
      }),
      { numRuns: 15 },
    );
  });

  it('hold 10 unless asked otherwise, and refuse what is out of bounds', async () => {
    const { environments } = await openNode(await fresh());
    for (let i = 0; i < 12; i += 1) await environments.create({ uniqueName: `env ${i}` }, 'system');
    const page = await environments.list({});
    expect(page.items.map((item) => item.uniqueName)).toEqual(
      Array.from({ length: 10 }, (_, i) => `env ${11 - i}`),
    );
    expect(page).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(await environments.list({ first: 0 })).toEqual({
      items: [],
      hasNextPage: true,
      hasPreviousPage: false,
    });
    const all = await environments.list({ first: 100 });
    expect(await environments.list({ first: 100, after: '', before: '' })).toEqual(all);
    const environmentId = all.items[0]!.id;
    for (const cursor of ['nonsense', ' ', environmentId.toLowerCase(), `MET${environmentId.slice(3)}`]) {
      for (const argument of ['after', 'before'] as const)
        await expect(environments.list({ [argument]: cursor })).rejects.toMatchObject({
          code: 'BAD_REQUEST',
          message: `${argument}: the cursor does not belong to this list`,
        });
    }
    for (const request of [{ first: -1 }, { first: 1.5 }, { last: pageSizeMax + 1 }]) {
      await expect(environments.list(request)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});
