import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication } from '../../../tests/support/catalog-samples.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { NewSigningKey } from './signing-keys.js';

describe.each(catalogDatabases)('Applications on $name', ({ fresh }) => {
  async function withEnvironment() {
    const config = await fresh();
    const clock = new ManualClock();
    const catalog = await openNode(config, { clock });
    const environment = await catalog.environments.create({ uniqueName: 'production' }, 'system');
    return { config, clock, catalog, environmentId: environment.id };
  }

  it('are kept as they were given, and remember who changed them and when', async () => {
    const { clock, catalog, environmentId } = await withEnvironment();
    const createdAt = clock.now();
    const created = await catalog.applications.create(environmentId, sampleApplication('dashboard'), 'APP1');
    expect(await catalog.applications.findById(environmentId, created.id)).toEqual(created);
    expect(await catalog.applications.findByUniqueName(environmentId, 'dashboard')).toEqual(created);
    clock.advance(5_000);
    const changes = { description: 'Shop', scopes: ['metric:stats'], tier: 'P1_LARGE' } as const;
    const updated = await catalog.applications.update(environmentId, created.id, changes, 'APP2');
    expect(updated).toEqual({
      ...created,
      ...changes,
      createdAt,
      createdBy: 'APP1',
      modifiedAt: createdAt + 5_000,
      modifiedBy: 'APP2',
    });
    expect(await catalog.applications.findById(environmentId, created.id)).toEqual(updated);
    const cleared = await catalog.applications.update(environmentId, created.id, { description: '' }, 'APP2');
    expect(cleared).toMatchObject({ description: '', uniqueName: 'dashboard', scopes: ['metric:stats'] });
  });

  it('hold two secrets at most, also when two nodes add them at once', async () => {
    const { config, catalog, environmentId } = await withEnvironment();
    const other = await openNode(config);
    const input = { ...sampleApplication('dashboard'), secretHash: 'hash 0' };
    const { id } = await catalog.applications.create(environmentId, input, 'system');
    const outcomes = await Promise.allSettled(
      [catalog, other, catalog, other].map((node, i) =>
        node.applicationSecrets.create(environmentId, id, `hash ${i + 1}`),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(3);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
    expect(await catalog.applicationSecrets.list(environmentId, id)).toHaveLength(2);
  });

  it('keep the secret before the newest when they rotate, and lose all with their deletion', async () => {
    const { catalog, environmentId } = await withEnvironment();
    const input = { ...sampleApplication('dashboard'), secretHash: 'first' };
    const { id } = await catalog.applications.create(environmentId, input, 'system');
    await catalog.applicationSecrets.rotate(environmentId, id, 'second', true);
    const third = await catalog.applicationSecrets.rotate(environmentId, id, 'third', true);
    const hashes = async () => (await catalog.applicationSecrets.list(environmentId, id)).map((s) => s.hash);
    expect(await hashes()).toEqual(['third', 'second']);
    const { id: other } = await catalog.applications.create(
      environmentId,
      { ...sampleApplication('another'), secretHash: 'first' },
      'system',
    );
    await catalog.applicationSecrets.rotate(environmentId, other, 'only', false);
    expect((await catalog.applicationSecrets.list(environmentId, other)).map((s) => s.hash)).toEqual([
      'only',
    ]);
    await catalog.applicationSecrets.delete(environmentId, id, third.id);
    expect(await hashes()).toEqual(['second']);
    await expect(catalog.applicationSecrets.delete(environmentId, id, third.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await catalog.applications.delete(environmentId, id);
    expect(await hashes()).toEqual([]);
    expect(await catalog.applications.findWithSecrets(id)).toBeUndefined();
    await expect(catalog.applicationSecrets.create(environmentId, id, 'late')).rejects.toMatchObject({
      message: `Application ${id} not found`,
    });
  });

  it('end up with one signing key when nodes start together, and can change it later', async () => {
    const { config, catalog } = await withEnvironment();
    const other = await openNode(config);
    const key = (kid: string, createdAt: number): NewSigningKey => ({
      kid,
      algorithm: 'ES256',
      privateJwk: '{"d":"…"}',
      publicJwk: '{}',
      createdAt,
    });
    const [mine, theirs] = await Promise.all([
      catalog.signingKeys.takeOver(undefined, key('a', 1)),
      other.signingKeys.takeOver(undefined, key('b', 1)),
    ]);
    expect(mine).toEqual(theirs);
    // Another decided on the same when there was none, and comes late.
    expect(await other.signingKeys.takeOver(undefined, key('late', 2))).toEqual(mine);
    const [next, same] = await Promise.all([
      catalog.signingKeys.takeOver(mine.kid, key('c', 3)),
      other.signingKeys.takeOver(mine.kid, key('d', 3)),
    ]);
    expect(next).toEqual(same);
    expect(await other.signingKeys.list()).toEqual([next, { ...mine, retiredAt: 3 }]);
    await expect(catalog.signingKeys.takeOver(next.kid, key(next.kid, 4))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await catalog.signingKeys.forgetRetiredBefore(3);
    expect(await catalog.signingKeys.list()).toHaveLength(2);
    await Promise.all([catalog, other].map(({ signingKeys }) => signingKeys.forgetRetiredBefore(4)));
    expect(await catalog.signingKeys.list()).toEqual([next]);
  });
});
