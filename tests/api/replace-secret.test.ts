/** An operator who has lost a secret, but has the catalog, gets another one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { freshDatabase } from '../support/fresh-database.js';
import { clientId, type OwnService, startService, token } from '../support/service.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const program = join(repository, 'server/dist/replace-secret.js');

async function run(command: readonly [string, ...string[]], env: Record<string, string>) {
  const [file, ...args] = command;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(file, args, { cwd: repository, env: { PATH, HOME, ...env } });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number, out, err };
}

/** As it is documented. */
const replace = (env: Record<string, string>, ...names: string[]) =>
  run(['npm', 'run', 'replace-secret', ...names], env);

/** Without npm, which writes lines of its own. */
const fails = (env: Record<string, string>, ...names: string[]) =>
  run([process.execPath, program, ...names], env);

const shownIn = (output: string) => {
  const [, id = '', secret = ''] = /client ID\s+(APP\w{26})\s+client secret\s+(\S+)/.exec(output) ?? [];
  return { client_id: id, client_secret: secret };
};

const signsIn = async (service: OwnService, credentials: Record<string, string>) =>
  (await token(service, credentials)).status;

const generated = { WEIR_BOOTSTRAP_CLIENT_ID: '', WEIR_BOOTSTRAP_CLIENT_SECRET: '' };

describe('replacing the first secret', () => {
  it('works beside a running service: the new one signs in, the old one and its tokens do not', async () => {
    const service = await startService({ env: generated });
    await expect.poll(service.out).toContain('client secret');
    const lost = shownIn(service.out());
    const { body } = await token(service, lost);
    const bearer = `Bearer ${body['access_token']}`;
    expect((await service.graphql('{ environment { id } }', {}, bearer)).status).toBe(200);
    const { code, out } = await replace({ WEIR_DATA_DIR: service.directory });
    expect(code).toBe(0);
    const found = shownIn(out);
    expect(found.client_id).toBe(lost.client_id);
    expect(found.client_secret).not.toBe(lost.client_secret);
    await expect.poll(() => signsIn(service, found)).toBe(200);
    expect(await signsIn(service, lost)).toBe(401);
    expect((await service.graphql('{ environment { id } }', {}, bearer)).status).toBe(401);
    expect(service.out()).not.toContain(found.client_secret);
    await service.discard();
  });

  it('works while the service is stopped', async () => {
    const directory = temporaryDirectory();
    await (await startService({ directory })).stop();
    const { out } = await replace({ WEIR_DATA_DIR: directory });
    const service = await startService({ directory });
    expect(await signsIn(service, shownIn(out))).toBe(200);
    expect(await signsIn(service, {})).toBe(401);
    await service.discard();
  });

  it('works on a catalog in PostgreSQL', async () => {
    const WEIR_DATABASE_URL = await freshDatabase();
    const none = await fails({ WEIR_DATABASE_URL });
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no catalog')]);
    const service = await startService({ env: { WEIR_DATABASE_URL } });
    const { out } = await replace({ WEIR_DATABASE_URL });
    await expect.poll(() => signsIn(service, shownIn(out))).toBe(200);
    expect(await signsIn(service, {})).toBe(401);
    await service.discard();
  });
});

it('replaces the secret of a named Application, and no other', async () => {
  const service = await startService();
  const { createApplication } = await service.request<{
    createApplication: { application: { id: string; secret: string } };
  }>(`mutation { createApplication(input: { uniqueName: "reports", scopes: [METRIC_QUERY] }) {
    ... on ApplicationResponse { application { id secret } } } }`);
  const { id, secret } = createApplication.application;
  const env = { WEIR_DATA_DIR: service.directory };
  const byName = shownIn((await replace(env, 'reports')).out);
  expect(byName.client_id).toBe(id);
  await expect.poll(() => signsIn(service, byName)).toBe(200);
  expect(await signsIn(service, { client_id: id, client_secret: secret })).toBe(401);
  const byId = shownIn((await replace(env, id)).out);
  await expect.poll(() => signsIn(service, byId)).toBe(200);
  expect(await signsIn(service, byName)).toBe(401);
  expect((await service.graphql('{ environment { id } }', {}, service.authorization)).status).toBe(200);
  await service.discard();
});

describe('what keeps a secret from being replaced is said clearly', () => {
  it('no catalog, and none is created', async () => {
    const directory = join(temporaryDirectory(), 'nothing');
    const { code, out, err } = await fails({ WEIR_DATA_DIR: directory });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `weir: There is no catalog at ${join(directory, 'catalog.sqlite')}; set WEIR_DATA_DIR or WEIR_DATABASE_URL as for the service\n`,
    );
    expect(existsSync(directory)).toBe(false);
  });

  it('no such Application, a locked catalog, one of another version, wrong arguments and variables', async () => {
    const directory = temporaryDirectory();
    const env = { WEIR_DATA_DIR: directory };
    await (await startService({ directory })).stop();
    const unknown = await fails(env, 'nobody');
    expect([unknown.code, unknown.err]).toEqual([
      1,
      `weir: There is no Application with the ID or unique name "nobody". Name one of these by its ID:\nweir:   ${clientId}  default\n`,
    ]);
    const catalog = new Database(join(directory, 'catalog.sqlite'));
    catalog.exec('BEGIN IMMEDIATE');
    const locked = await fails(env);
    catalog.exec('ROLLBACK');
    expect([locked.code, locked.out]).toEqual([1, '']);
    expect(locked.err).toMatch(/^weir: The secret was not replaced: .*locked.* Try again\.\n$/);
    catalog.exec('DELETE FROM weir_migration WHERE name = (SELECT max(name) FROM weir_migration)');
    const older = await fails(env);
    expect([older.code, older.err]).toEqual([
      1,
      expect.stringMatching(/^weir: This catalog belongs to an older version of Weir\. .*\n$/),
    ]);
    catalog.close();
    expect((await fails(env, '--application', 'x')).code).toBe(2);
    expect((await fails({ ...env, WEIR_PORT: 'x' })).err).toBe('weir: WEIR_PORT is not a whole number\n');
  });

  it('the first Application is gone: the others are listed', async () => {
    const service = await startService();
    await service.request('mutation { createApplication(input: { uniqueName: "second" }) { __typename } }');
    const catalog = new Database(join(service.directory, 'catalog.sqlite'));
    catalog.prepare('DELETE FROM application WHERE id = ?').run(clientId);
    catalog.close();
    const { code, err } = await fails({ WEIR_DATA_DIR: service.directory });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^weir: The first Application no longer exists\. .*\nweir: {3}APP\w{26} {2}second\n$/,
    );
    await service.discard();
  });
});
