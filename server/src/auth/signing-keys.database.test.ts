import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { Catalog } from '../catalog/catalog.js';
import { Issuer } from './issuer.js';
import { SigningKeys } from './signing-keys.js';
import { Tokens } from './tokens.js';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

describe.each(catalogDatabases)('keys on $name', ({ fresh }) => {
  const node = (catalog: Catalog, clock: ManualClock) => {
    const keys = new SigningKeys(catalog.signingKeys, clock);
    const application = { id: 'APP1', environmentId: 'ENV1', tier: 'P1_SMALL', scopes: ['admin'] } as never;
    const findCredentials = async () => ({
      application,
      secrets: [{ id: 'SEC1', hash: '' }],
      revokedTokens: [],
    });
    return {
      keys,
      tokens: new Tokens({
        keys,
        clock,
        issuer: new Issuer(undefined),
        findCredentials,
        findLink: async () => undefined,
        recordRevoked: async () => {},
      }),
    };
  };
  const request = { applicationId: 'APP1', secretId: 'SEC1', scopes: ['admin'], policyValues: {} } as const;

  it('rotate without logging anyone out', async () => {
    const clock = new ManualClock();
    const { keys, tokens } = node(await openNode(await fresh()), clock);
    const first = await tokens.issue(request, 'https://weir.example');
    clock.advance(30 * dayMs - 30 * 60 * 1000);
    const late = await tokens.issue(request, 'https://weir.example');
    clock.advance(40 * 60 * 1000);
    const rotated = await tokens.issue(request, 'https://weir.example');
    expect((await keys.publicKeys()).length).toBe(2);
    expect((await tokens.principal(late)).applicationId).toBe('APP1');
    expect((await tokens.principal(rotated)).applicationId).toBe('APP1');
    await expect(tokens.principal(first)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    clock.advance(hourMs);
    await expect(tokens.principal(late)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    clock.advance(31 * dayMs);
    await tokens.issue(request, 'https://weir.example');
    clock.advance(31 * dayMs);
    await tokens.issue(request, 'https://weir.example');
    expect((await keys.publicKeys()).length).toBe(2);
  });

  it("are every node's: a token of one is good on another, a key made after that one started too", async () => {
    const clock = new ManualClock();
    const database = await fresh();
    const one = node(await openNode(database), clock);
    const two = node(await openNode(database), clock);
    const early = await one.tokens.issue(request, 'https://weir.example');
    expect((await two.tokens.principal(early)).applicationId).toBe('APP1');
    await one.keys.rotate();
    clock.advance(2_000);
    const late = await one.tokens.issue(request, 'https://weir.example');
    expect((await two.tokens.principal(late)).applicationId).toBe('APP1');
  });

  it('are one when nodes start at the same moment', async () => {
    const clock = new ManualClock();
    const database = await fresh();
    const nodes = await Promise.all([1, 2, 3].map(async () => node(await openNode(database), clock)));
    await Promise.all(nodes.map(({ tokens }) => tokens.issue(request, 'https://weir.example')));
    const [one] = nodes;
    expect((await one?.keys.publicKeys())?.length).toBe(1);
  });
});
