import { describe, expect, it } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { sampleApplication } from '../../../tests/support/catalog-samples.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import type { Catalog } from '../catalog/catalog.js';
import { revokedTokensPerApplicationMax } from '../catalog/revoked-tokens.js';
import { Issuer } from './issuer.js';
import { SigningKeys } from './signing-keys.js';
import { Tokens } from './tokens.js';

const stalenessMaxMs = 1_000;
const hourMs = 60 * 60 * 1000;

describe.each(catalogDatabases)('revoked tokens on $name', ({ fresh }) => {
  async function twoNodes() {
    const config = await fresh();
    const clock = new ManualClock();
    const start = async () => {
      const catalog = await openNode(config, { clock, stalenessMaxMs });
      return { catalog, tokens: tokensOf(catalog, clock) };
    };
    const [here, there] = [await start(), await start()];
    const { id: environmentId } = await here.catalog.environments.create(
      { uniqueName: 'production' },
      'system',
    );
    const input = { ...sampleApplication('dashboard'), secretHash: 'hash' };
    const application = await here.catalog.applications.create(environmentId, input, 'system');
    const [secret] = await here.catalog.applicationSecrets.list(environmentId, application.id);
    const request = {
      applicationId: application.id,
      secretId: secret?.id ?? '',
      scopes: application.scopes,
      policyValues: {},
    };
    const issue = () => here.tokens.issue(request, 'https://weir.example');
    const digests = async () =>
      (await here.catalog.applications.findWithSecrets(application.id))?.revokedTokens;
    return { clock, here, there, environmentId, application, issue, digests };
  }

  const tokensOf = (catalog: Catalog, clock: ManualClock) =>
    new Tokens({
      keys: new SigningKeys(catalog.signingKeys, clock),
      clock,
      issuer: new Issuer(undefined),
      findCredentials: (id) => catalog.cached.application(id),
      findLink: (id) => catalog.cached.shareLink(id),
      recordRevoked: (token) => catalog.revokedTokens.add(token),
    });
  const refused = { code: 'UNAUTHENTICATED', message: 'The access token has been revoked' };

  it('are refused at once where they were revoked, and soon on every other node', async () => {
    const { clock, here, there, application, issue } = await twoNodes();
    const [revoked, kept] = [await issue(), await issue()];
    expect((await there.tokens.principal(revoked)).applicationId).toBe(application.id);
    await here.tokens.revoke(revoked, application.id);
    await expect(here.tokens.principal(revoked)).rejects.toMatchObject(refused);
    clock.advance(stalenessMaxMs);
    await expect(there.tokens.principal(revoked)).rejects.toMatchObject(refused);
    expect(await there.tokens.introspect(revoked, application.id)).toEqual({ active: false });
    for (const { tokens } of [here, there])
      expect((await tokens.principal(kept)).applicationId).toBe(application.id);
  });

  it('stay refused when their signature is written differently', async () => {
    const { here, application, issue } = await twoNodes();
    const token = await issue();
    await here.tokens.revoke(token, application.id);
    // The last character of a signature of 64 bytes has four bits that decoders ignore.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.at(-1) ?? '');
    const written = `${token.slice(0, -1)}${alphabet[last ^ 1]}`;
    await expect(here.tokens.principal(written)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are revoked by their own Application only', async () => {
    const { here, issue } = await twoNodes();
    const token = await issue();
    await here.tokens.revoke(token, 'APP01AAAAAAAAAAAAAAAAAAAAAAAAA');
    expect(await here.tokens.principal(token)).toBeDefined();
    expect(await here.tokens.introspect(token, 'APP01AAAAAAAAAAAAAAAAAAAAAAAAA')).toEqual({ active: false });
  });

  it('are forgotten some time after they expire, and with their Application', async () => {
    const { clock, here, environmentId, application, issue, digests } = await twoNodes();
    for (let round = 0; round < 2; round += 1) {
      await here.tokens.revoke(await issue(), application.id);
      await here.tokens.revoke(await issue(), application.id);
      expect(await digests()).toHaveLength(2);
      clock.advance(2 * hourMs);
    }
    await here.catalog.applications.delete(environmentId, application.id);
    expect(await digests()).toBeUndefined();
    const late = { applicationId: application.id, digest: 'late', expiresAt: clock.now() + hourMs };
    await here.catalog.revokedTokens.add(late);
  });

  it('are limited per Application, and the same one counts once', async () => {
    const { clock, here, application, digests } = await twoNodes();
    const add = (digest: string) =>
      here.catalog.revokedTokens.add({
        applicationId: application.id,
        digest,
        expiresAt: clock.now() + hourMs,
      });
    for (let count = 0; count < revokedTokensPerApplicationMax; count += 1) await add(`digest ${count}`);
    await add('digest 0');
    await expect(add('one more')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    expect(await digests()).toHaveLength(revokedTokensPerApplicationMax);
  });
});
