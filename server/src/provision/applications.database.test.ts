import { beforeEach, describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleDataSource } from '../../../tests/support/catalog-samples.js';
import type { Principal } from '../base/principal.js';
import { type Scope, scopes } from '../base/scope.js';
import type { Tier } from '../base/tier.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Application } from '../catalog/definitions.js';
import {
  createApplication,
  deleteApplication,
  modifyApplication,
  rotateApplicationSecret,
} from './applications.js';

const nothing = { uniqueName: undefined, description: undefined, scopes: undefined, tier: undefined };

describe.each(catalogDatabases)('Applications that manage Applications, on $name', ({ fresh }) => {
  let catalog: Catalog;
  let environmentId: string;
  beforeEach(async () => {
    catalog = await openNode(await fresh());
    environmentId = (await catalog.environments.create({ uniqueName: 'test' }, 'test')).id;
  });

  const add = (held: readonly Scope[], tier: Tier = 'P1_X_SMALL'): Promise<Application> =>
    catalog.applications.create(environmentId, { scopes: held, tier }, 'test');
  const as = (application: Application, more: Partial<Principal> = {}): Principal => ({
    environmentId,
    applicationId: application.id,
    scopes: new Set(application.scopes),
    tier: application.tier,
    policyValues: {},
    ...more,
  });
  const forbidden = { code: 'FORBIDDEN' };

  it('give no scope that their token does not have', async () => {
    const manager = await add(['application:admin', 'metric:query']);
    const create = (given: readonly Scope[] | undefined, principal = as(manager)) =>
      createApplication(catalog, principal, { ...nothing, scopes: given });
    await expect(create(['admin'])).rejects.toMatchObject({
      ...forbidden,
      message: expect.stringContaining('the scope admin'),
    });
    await expect(create(scopes)).rejects.toMatchObject(forbidden);
    expect((await create(['metric:query'])).application.scopes).toEqual(['metric:query']);
    expect((await create(undefined)).application.scopes).toEqual(['application:admin', 'metric:query']);
    // The Application has the scope, its token has not.
    const narrowed = as(manager, { scopes: new Set<Scope>(['application:admin']) });
    await expect(create(['metric:query'], narrowed)).rejects.toMatchObject(forbidden);
  });

  it('do not widen themselves or others', async () => {
    const manager = await add(['application:admin', 'metric:query']);
    const other = await add(['metric:query']);
    for (const target of [manager, other]) {
      const change = modifyApplication(catalog, as(manager), target, { ...nothing, scopes: ['admin'] });
      await expect(change).rejects.toMatchObject(forbidden);
      expect(await catalog.applications.findById(environmentId, target.id)).toEqual(target);
    }
  });

  it('change, delete and rotate the secret of none that has more', async () => {
    const first = await add(scopes);
    const manager = await add(['application:admin', 'metric:query']);
    const principal = as(manager);
    const attempts = [
      () => modifyApplication(catalog, principal, first, { ...nothing, scopes: ['metric:query'] }),
      () => modifyApplication(catalog, principal, first, { ...nothing, uniqueName: 'taken' }),
      () => rotateApplicationSecret(catalog, principal, first, true),
      () => deleteApplication(catalog, principal, first, true),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(forbidden);
    expect(await catalog.applications.findById(environmentId, first.id)).toEqual(first);
    expect(await catalog.applicationSecrets.list(environmentId, first.id)).toEqual([]);
  });

  it('may give the query scopes with admin, which opens all that they open', async () => {
    const administrator = await add(['admin', 'application:admin']);
    const { application } = await createApplication(catalog, as(administrator), {
      ...nothing,
      scopes: ['metric:query', 'metric:stats', 'data_pool:query'],
    });
    const { secret } = await rotateApplicationSecret(catalog, as(administrator), application, true);
    expect(secret.length).toBeGreaterThan(40);
    expect(await deleteApplication(catalog, as(administrator), application, false)).toBe(application.id);
  });

  it('give no tier above their own without admin', async () => {
    const manager = await add(['application:admin'], 'P1_SMALL');
    const tier = (given: Tier, principal = as(manager), target = manager) =>
      modifyApplication(catalog, principal, target, { ...nothing, tier: given });
    await expect(tier('P1_LARGE')).rejects.toMatchObject({
      ...forbidden,
      message: expect.stringContaining('P1_LARGE is above P1_SMALL'),
    });
    await expect(
      createApplication(catalog, as(manager), { ...nothing, tier: 'P1_LARGE' }),
    ).rejects.toMatchObject(forbidden);
    expect((await tier('P1_X_SMALL')).tier).toBe('P1_X_SMALL');
    const administrator = await add(['admin', 'application:admin']);
    expect((await tier('P1_X_LARGE', as(administrator))).tier).toBe('P1_X_LARGE');
  });

  it('give P1_X_LARGE when they name no tier, or their own without admin', async () => {
    const created = async (principal: Principal) =>
      (await createApplication(catalog, principal, nothing)).application.tier;
    expect(await created(as(await add(['admin', 'application:admin'], 'P1_X_SMALL')))).toBe('P1_X_LARGE');
    for (const own of ['P1_X_SMALL', 'P1_MEDIUM', 'P1_X_LARGE'] as const)
      expect(await created(as(await add(['application:admin'], own)))).toBe(own);
    // The Application has admin, its token has not.
    const administrator = await add(['admin', 'application:admin'], 'P1_MEDIUM');
    const narrowed = as(administrator, { scopes: new Set<Scope>(['application:admin']) });
    expect(await created(narrowed)).toBe('P1_MEDIUM');
  });

  it('get no secret of an Application that access policies show more to', async () => {
    const { dataPool } = await catalog.dataSources.create(environmentId, sampleDataSource('orders'), 'test');
    const policy = await catalog.accessPolicies.create(
      environmentId,
      { dataPoolId: dataPool.id, columns: ['*'], filters: [] },
      'test',
    );
    const manager = await add(['application:admin', 'metric:query']);
    const reader = await add(['metric:query']);
    const rotate = (principal = as(manager)) => rotateApplicationSecret(catalog, principal, reader, true);
    await rotate();
    await catalog.policyAssignments.assign(environmentId, policy.id, reader.id);
    await expect(rotate()).rejects.toMatchObject(forbidden);
    await catalog.policyAssignments.assign(environmentId, policy.id, manager.id);
    await rotate();
    // A new secret would give tokens with other policy values.
    const limited = as(manager, { policyValues: { tenant: '1' } });
    await expect(rotate(limited)).rejects.toMatchObject(forbidden);
    // Of one without access policies, which may get some.
    const other = await add(['metric:query']);
    await expect(rotateApplicationSecret(catalog, limited, other, true)).rejects.toMatchObject(forbidden);
    await rotate(as(await add(['admin', 'application:admin'])));
  });
});
