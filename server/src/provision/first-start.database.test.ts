import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import type { Engine } from '../engine/engine.js';
import { Provision } from './data-sources.js';
import { firstStart } from './first-start.js';

const engine = { command: async () => undefined } as unknown as Engine;

describe.each(catalogDatabases)('on $name', ({ fresh }) => {
  it.each([
    ['generated', { clientId: undefined, clientSecret: undefined }],
    ['preset', { clientId: `APP${'0'.repeat(26)}`, clientSecret: 'a-secret-that-only-tests-know' }],
  ])(
    'starts that meet an empty catalog together create everything once, with %s credentials',
    async (_name, preset) => {
      const catalog = await openNode(await fresh());
      const log = pino({ level: 'silent' });
      const provision = new Provision({ catalog, engine, cluster: undefined, log });
      const starts = await Promise.allSettled([1, 2, 3].map(() => firstStart(catalog, provision, preset)));
      expect(starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))).toEqual([]);
      const created = starts.flatMap((start) => (start.status === 'fulfilled' && start.value) || []);
      expect(created).toHaveLength(1);
      const environments = await catalog.environments.list({ first: 10 });
      expect(environments.items.map(({ uniqueName }) => uniqueName)).toEqual(['default']);
      const { id } = environments.items[0] ?? { id: '' };
      const applications = await catalog.applications.list(id, { first: 10 });
      expect(applications.items.map(({ uniqueName }) => uniqueName)).toEqual(['default']);
      expect(await catalog.dataSources.findByUniqueName(id, 'events')).toBeDefined();
    },
  );
});
