/** An operator who has lost a secret, but has the catalog, gets another one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { freshDatabase } from '../support/fresh-database.js';
import { basic, type OwnService, startService, token } from '../support/service.js';

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
const replaceByNpm = (env: Record<string, string>) => run(['npm', 'run', 'replace-secret'], env);

/** Without npm, which takes a second and writes lines of its own. */
const replace = (env: Record<string, string>, ...names: string[]) =>
  run([process.execPath, program, ...names], env);

const shownIn = (output: string) => {
  const [, id = '', secret = ''] = /client ID\s+(APP\w{26})\s+client secret\s+(\S+)/.exec(output) ?? [];
  return { client_id: id, client_secret: secret };
};

const signsIn = async (service: OwnService, credentials: Record<string, string>) =>
  (await token(service, credentials)).status;

const generated = { WEIR_BOOTSTRAP_CLIENT_ID: '', WEIR_BOOTSTRAP_CLIENT_SECRET: '' };
const directory = temporaryDirectory();
const env = { WEIR_DATA_DIR: directory };

let service: OwnService;
/** Of the first Application. */
let first: ReturnType<typeof shownIn>;
/** The ID of another. */
let reports: string;
beforeAll(async () => {
  service = await startService({ directory, env: generated });
});
afterAll(() => service.discard());

const environmentAs = async (authorization: string) =>
  (await service.graphql('{ environment { id } }', {}, authorization)).status;

describe('beside a running service', () => {
  it('gets the first Application a new secret: the old one and its tokens end', async () => {
    await expect.poll(service.out).toContain('client secret');
    const lost = shownIn(service.out());
    const { body } = await token(service, lost);
    const bearer = `Bearer ${body['access_token']}`;
    expect(await environmentAs(bearer)).toBe(200);
    const { code, out } = await replaceByNpm(env);
    expect(code).toBe(0);
    first = shownIn(out);
    expect(first.client_id).toBe(lost.client_id);
    expect(first.client_secret).not.toBe(lost.client_secret);
    await expect.poll(() => signsIn(service, first)).toBe(200);
    expect(await signsIn(service, lost)).toBe(401);
    expect(await environmentAs(bearer)).toBe(401);
    expect(service.out()).not.toContain(first.client_secret);
  });

  it('replaces the secret of a named Application, and no other', async () => {
    const authorization = basic(first.client_id, first.client_secret);
    const { createApplication } = await service.request<{
      createApplication: { application: { id: string; secret: string } };
    }>(
      `mutation { createApplication(input: { uniqueName: "reports", scopes: [METRIC_QUERY] }) {
        ... on ApplicationResponse { application { id secret } } } }`,
      {},
      authorization,
    );
    const { id, secret } = createApplication.application;
    reports = id;
    const byName = shownIn((await replace(env, 'reports')).out);
    expect(byName.client_id).toBe(id);
    await expect.poll(() => signsIn(service, byName)).toBe(200);
    expect(await signsIn(service, { client_id: id, client_secret: secret })).toBe(401);
    const byId = shownIn((await replace(env, id)).out);
    await expect.poll(() => signsIn(service, byId)).toBe(200);
    expect(await signsIn(service, byName)).toBe(401);
    expect(await environmentAs(authorization)).toBe(200);
  });
});

it('works while the service is stopped', async () => {
  await service.stop();
  const lost = first;
  first = shownIn((await replace(env)).out);
  service = await startService({ directory, env: generated });
  expect(await signsIn(service, first)).toBe(200);
  expect(await signsIn(service, lost)).toBe(401);
});

it('works on a catalog in PostgreSQL', async () => {
  const WEIR_DATABASE_URL = await freshDatabase();
  const none = await replace({ WEIR_DATABASE_URL });
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no catalog')]);
  const node = await startService({ env: { WEIR_DATABASE_URL } });
  const { out } = await replace({ WEIR_DATABASE_URL });
  await expect.poll(() => signsIn(node, shownIn(out))).toBe(200);
  expect(await signsIn(node, {})).toBe(401);
  await node.discard();
});

describe('what keeps a secret from being replaced is said clearly', () => {
  it('no catalog, and none is created', async () => {
    const nowhere = join(temporaryDirectory(), 'nothing');
    const { code, out, err } = await replace({ WEIR_DATA_DIR: nowhere });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `weir: There is no catalog at ${join(nowhere, 'catalog.sqlite')}; set WEIR_DATA_DIR or WEIR_DATABASE_URL as for the service\n`,
    );
    expect(existsSync(nowhere)).toBe(false);
  });

  it('no such Application, a locked catalog, wrong arguments and variables', async () => {
    const unknown = await replace(env, 'nobody');
    expect([unknown.code, unknown.err]).toEqual([
      1,
      `weir: There is no Application with the ID or unique name "nobody". Name one of these by its ID:\nweir:   ${first.client_id}  default\nweir:   ${reports}  reports\n`,
    ]);
    const catalog = new Database(join(directory, 'catalog.sqlite'));
    catalog.exec('BEGIN IMMEDIATE');
    const locked = await replace(env);
    catalog.exec('ROLLBACK');
    expect([locked.code, locked.out]).toEqual([1, '']);
    expect(locked.err).toMatch(/^weir: The secret was not replaced: .*locked.* Try again\.\n$/);
    catalog.close();
    expect((await replace(env, '--application', 'x')).code).toBe(2);
    expect((await replace({ ...env, WEIR_PORT: 'x' })).err).toBe('weir: WEIR_PORT is not a whole number\n');
  });

  it('the first Application is gone: the others are listed', async () => {
    const catalog = new Database(join(directory, 'catalog.sqlite'));
    catalog.prepare('DELETE FROM application WHERE id = ?').run(first.client_id);
    catalog.close();
    const { code, err } = await replace(env);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^weir: The first Application no longer exists\. .*\nweir: {3}APP\w{26} {2}reports\n$/,
    );
  });

  it('a catalog of an older version', async () => {
    const catalog = new Database(join(directory, 'catalog.sqlite'));
    catalog.exec('DELETE FROM weir_migration WHERE name = (SELECT max(name) FROM weir_migration)');
    const { code, err } = await replace(env);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^weir: This catalog belongs to an older version of Weir\. .*\n$/),
    ]);
    catalog.close();
  });
});
