import { createHmac } from 'node:crypto';
import { dataPoolByNameQuery, sqlQuery } from '@weir/client';
import { describe, expect, it } from 'vitest';
import { headingOf, signIn, useConsole } from '../support/console.js';

const console = useConsole();

describe('serving', () => {
  it('lets the page run only what the service serves', async () => {
    const { service } = console();
    const page = await fetch(service.url);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    const graphiql = await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } });
    expect(graphiql.headers.get('content-security-policy')).toContain("script-src 'self';");
  });

  it('caches what can never change, compressed', async () => {
    const { service } = console();
    const [, script = ''] =
      /src="\.\/(assets\/[^"]+\.js)"/.exec(await (await fetch(service.url)).text()) ?? [];
    const asset = await fetch(`${service.url}/${script}`);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    const missing = await fetch(`${service.url}/assets/nothing.js`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('cache-control') ?? '').not.toContain('immutable');
    expect((await fetch(`${service.url}/assets/..%2findex.html`)).status).toBe(403);
  });
});

describe('signing in', () => {
  it('says what is wrong with wrong credentials', async () => {
    const { page, service, browser } = console();
    await page.goto(service.url);
    await page.getByLabel('Client ID').fill(service.clientId);
    await page.getByLabel('Client secret').fill('not-the-secret-at-all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Not signed in');
    // The browser itself reports the refusal.
    expect(browser.problems.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  it('lasts through a reload and ends with signing out; no secret is left anywhere', async () => {
    const { page, service, open } = console();
    await signIn(console());
    await page.reload();
    await headingOf(page, 'Overview').waitFor();
    await open('/sources', 'Data Sources');
    const stored = await page.evaluate(() => ({
      local: JSON.stringify({ ...window.localStorage }),
      session: JSON.stringify({ ...window.sessionStorage }),
      cookies: document.cookie,
    }));
    expect(stored.local).not.toMatch(/eyJ|secret/);
    expect(stored.session).toContain('eyJ');
    expect(stored.session).not.toContain(service.clientSecret);
    expect(stored.cookies).toBe('');
    expect(page.url()).not.toMatch(/eyJ|secret/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => window.sessionStorage.getItem('weir.token'))).toBeNull();
    expect(service.out()).not.toMatch(/eyJ/);
  });

  it('is asked for again when the token no longer works, and then goes on where it was', async () => {
    const { page, service, open, browser } = console();
    await signIn(console());
    await page.evaluate(() => {
      const stored = JSON.parse(window.sessionStorage.getItem('weir.token') ?? '{}');
      window.sessionStorage.setItem('weir.token', JSON.stringify({ ...stored, accessToken: 'worn-out' }));
    });
    await page.goto(`${service.url}/#/sources`);
    await page.reload();
    await page.getByText('Your session has ended').waitFor();
    expect(await page.getByLabel('Client ID').inputValue()).toBe(service.clientId);
    await page.getByLabel('Client secret').fill(service.clientSecret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await headingOf(page, 'Data Sources').waitFor();
    expect(browser.problems.splice(0).every((problem) => problem.includes('401'))).toBe(true);
    await open('/', 'Overview');
  });
});

describe('signing out', () => {
  it('leaves no token behind, not even one that was on its way', async () => {
    const { page, browser } = console();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(console());
    let arrived = () => {};
    const renewed = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route('**/graphql', (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.route('**/oauth2/token', async (route) => {
      const response = await route.fetch();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await route.fulfill({ response });
      arrived();
    });
    await page.getByRole('link', { name: 'Metrics', exact: true }).click();
    await renewed;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.unroute('**/graphql');
    await page.unroute('**/oauth2/token');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => window.sessionStorage.getItem('weir.token'))).toBeNull();
    expect(browser.problems.splice(0).every((problem) => problem.includes('401'))).toBe(true);
    await signIn(console());
  });
});

describe('the first run', () => {
  it('leads from nothing to a chart in three steps', async () => {
    const { page, open } = console();
    await open('/', 'Overview');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    expect(await page.getByRole('region', { name: 'curl command' }).textContent()).toMatch(
      /^curl http:\/\/localhost:\d+\/v1\/WHK\S+ -H 'Content-Type: application\/json' -d '\[\{/,
    );
    await page.getByText('Waiting for the first event').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Stored: 1 event').waitFor();
    await page.getByText(/1 event has arrived in/).waitFor();
    await page.getByRole('img', { name: /Events of orders, per minute: 1 in total/ }).waitFor();
    await open('/', 'Overview');
    await page.getByRole('img', { name: /Events of orders, per hour/ }).waitFor();
  });
});

describe('Data Sources', () => {
  it('are made from a pasted sample: types inferred, nested keys as paths, all editable', async () => {
    const { page, open, client } = console();
    await open('/sources/new', 'New webhook source');
    await page
      .getByLabel('One event, an array of events, or one event per line')
      .fill(
        '{"id": 7, "placed_at": "2026-01-31T10:15:00Z", "total": 49.9, "user": {"country": "CH"}, "x": null}',
      );
    await page.getByRole('button', { name: 'Find columns' }).click();
    expect(await page.getByLabel('Type of placed_at').inputValue()).toBe('TIMESTAMP');
    expect(await page.getByLabel('Path of user_country').inputValue()).toBe('user.country');
    expect(await page.getByLabel('Timestamp').inputValue()).toBe('placed_at');
    await page.getByLabel('Keep x').uncheck();
    await page.getByLabel('Name of total').fill('amount');
    await page.getByLabel('Unique name').fill('shop');
    await page.getByLabel('Basic auth user name').fill('sender');
    await page.getByLabel('Basic auth password').fill('sender-password');
    await page.getByRole('button', { name: 'Create webhook source' }).click();
    await headingOf(page, 'shop').waitFor();
    await page.getByText('Connected').waitFor();
    expect(await page.getByRole('region', { name: 'webhook URL' }).textContent()).toMatch(/\/v1\/WHK/);
    const { dataPoolByName } = await client.request(dataPoolByNameQuery, { uniqueName: 'shop' });
    expect(dataPoolByName?.columns?.nodes.map(({ columnName, type }) => `${columnName} ${type}`)).toEqual([
      '_service_received_at TIMESTAMP',
      '_service_payload JSON',
      'id INT64',
      'placed_at TIMESTAMP',
      'amount DOUBLE',
      'user_country STRING',
    ]);
  });

  it('copy their URL', async () => {
    const { page, browser } = console();
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy webhook URL' }).click();
    await page.getByText('webhook URL copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.getByRole('region', { name: 'webhook URL' }).textContent());
  });

  it('take events from the page with their password, and say why they refuse one', async () => {
    const { page, browser } = console();
    await page.getByLabel('Password of sender').fill('sender-password');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Stored: 1 event').waitFor();
    await page.getByLabel('Event', { exact: true }).fill('{"id": "seven"}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/id/);
    expect(browser.problems.splice(0)).toEqual([expect.stringContaining('400')]);
  });

  it('take events from the page as they are written, every digit of a long number', async () => {
    const { page, client } = console();
    const event = '"placed_at": "2026-01-31T10:15:00Z", "total": 1, "user": {"country": "CH"}}';
    await page
      .getByLabel('Event', { exact: true })
      .fill(`{"id": 9007199254740993, ${event}\n{"id": 9223372036854775807, ${event}`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Stored: 2 events').waitFor();
    const { sqlV1 } = await client.request(sqlQuery, {
      input: { query: 'SELECT id FROM shop WHERE id > 9000000000000000 ORDER BY id' },
    });
    expect(sqlV1.rows).toEqual([['9007199254740993'], ['9223372036854775807']]);
  });

  it('are edited', async () => {
    const { page } = console();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Description').fill('Orders of the shop');
    await page.getByLabel('Require a user name and password').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Orders of the shop').waitFor();
    await page.locator('dt:text-is("Basic auth") + dd:text-is("Off")').waitFor();
  });

  it('are deleted only when their name is typed', async () => {
    const { page } = console();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete Data Source' });
    await dialog.getByLabel('Type shop to confirm').fill('sho');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type shop to confirm').fill('shop');
    await confirm.click();
    await headingOf(page, 'Data Sources').waitFor();
    await page.getByRole('link', { name: 'shop' }).waitFor({ state: 'detached' });
  });

  it('are set up for a known sender, take only what it has signed, and change their secret', async () => {
    const { page, open } = console();
    await open('/sources/new', 'New webhook source');
    await page.getByLabel('Who sends the events').selectOption('GitHub');
    expect(await page.getByLabel('Path of event').inputValue()).toBe('$headers.x-github-event');
    await page.getByLabel('Unique name').fill('signed');
    await page.getByLabel('Signing secret', { exact: true }).fill('It is a Secret to Everybody');
    await page.getByRole('button', { name: 'Create webhook source' }).click();
    await headingOf(page, 'signed').waitFor();
    await page.getByText('GitHub, one secret').waitFor();
    await page.getByText('Requests must be signed').waitFor();
    const url = (await page.getByRole('region', { name: 'webhook URL' }).textContent()) ?? '';
    const body = '{"n":1}';
    const statusOf = async (secret: string) => {
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-hub-signature-256': `sha256=${signature}`,
      };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect([await statusOf('It is a Secret to Everybody'), await statusOf('a wrong secret')]).toEqual([
      200, 401,
    ]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Change the signature').check();
    expect(await page.getByLabel('Signature', { exact: true }).inputValue()).toBe('GITHUB');
    await page.getByLabel('Signing secret', { exact: true }).fill('It is a Secret to Everybody');
    await page.getByLabel('Second signing secret').fill('the new secret');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('GitHub, 2 secrets').waitFor();
    expect(await statusOf('the new secret')).toBe(200);
  });

  it('have columns that headers fill, which test events bring along', async () => {
    const { page, open, client } = console();
    await open('/sources/new', 'New webhook source');
    await page.getByRole('button', { name: 'Add a column' }).click();
    await page.getByLabel('Name of new column').fill('event');
    await page.getByLabel('Path of event').fill('$headers.x-github-event');
    await page.getByLabel('event is optional').uncheck();
    await page.getByLabel('Unique name').fill('github');
    await page.getByRole('button', { name: 'Create webhook source' }).click();
    await headingOf(page, 'github').waitFor();
    const command = await page.getByRole('region', { name: 'curl command' }).textContent();
    expect(command).toMatch(/ -H 'x-github-event: \w+' -d '\[\{\}\]'$/);
    await page.getByText(/^Sent with x-github-event: \w+$/).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Stored: 1 event').waitFor();
    const { sqlV1 } = await client.request(sqlQuery, {
      input: { query: 'SELECT count(*) FROM github WHERE event IS NOT NULL' },
    });
    expect(sqlV1.rows).toEqual([['1']]);
  });
});
