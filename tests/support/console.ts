import { createWeirClient, type WeirClient } from '@weir/client';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { drawn, keepScreenshot, type OpenBrowser, openBrowser } from './browser.js';
import { type Service, token } from './service.js';
import { openService } from './shared-service.js';

/** A service, a browser on its console, and a client of the same Application for test setup. */
export interface ConsoleUnderTest {
  readonly service: Service;
  readonly browser: OpenBrowser;
  readonly page: Page;
  readonly client: WeirClient;
  /** Opens a view of the console, signed in. */
  open(view: string, heading: string): Promise<void>;
}

/**
 * One Environment and one browser profile per test file. After each test, checks that the page had no errors, and saves a screenshot
 * when the test failed.
 */
export function useConsole(env: Record<string, string> = {}): () => ConsoleUnderTest {
  let current: ConsoleUnderTest | undefined;
  const get = () => {
    if (!current) throw new Error('The console is not open');
    return current;
  };

  beforeAll(async () => {
    const [service, browser] = await Promise.all([openService({ env }), openBrowser()]);
    const { clientId, clientSecret, url } = service;
    const { page } = browser;
    const client = createWeirClient({ url, credentials: { clientId, clientSecret } });
    current = {
      service,
      browser,
      page,
      client,
      open: async (view, heading) => {
        await page.goto(`${url}/#${view}`);
        await headingOf(page, heading).waitFor();
      },
    };
  });

  afterEach(async ({ task }) => {
    const { page, browser } = get();
    const problems = browser.problems.splice(0);
    if (task.result?.state === 'fail' || problems.length > 0) await keepScreenshot(page, task.name);
    expect(problems).toEqual([]);
  });

  afterAll(async () => {
    await current?.browser.close();
  });

  return get;
}

export const headingOf = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

type SignInTo = Pick<ConsoleUnderTest, 'page'> & {
  readonly service: Pick<Service, 'url' | 'clientId' | 'clientSecret'>;
};

/**
 * Opens a view with a token where the console keeps it after signing in. So the page loads once, and draws only this view; it cannot
 * renew the token, which lasts longer than any file.
 */
export async function signIn(
  { page, service }: SignInTo,
  { view = '/', heading = 'Overview' } = {},
): Promise<void> {
  const { url, clientId } = service;
  const { body } = await token(service);
  const { access_token: accessToken, expires_in: seconds, scope } = body;
  const stored = { accessToken, expiresAt: Date.now() + Number(seconds) * 1000, scope, clientId };
  // The smallest page of the same origin.
  await page.goto(`${url}/healthz`);
  await page.evaluate((text) => window.sessionStorage.setItem('weir.token', text), JSON.stringify(stored));
  await page.goto(`${url}/#${view}`);
  await headingOf(page, heading).waitFor();
}

/** Signs in as a person does. The page has the secret, with which it renews its token. */
export async function typeCredentials({ page, service }: SignInTo): Promise<void> {
  await page.goto(service.url);
  await page.getByLabel('Client ID').fill(service.clientId);
  await page.getByLabel('Client secret').fill(service.clientSecret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await headingOf(page, 'Overview').waitFor();
}

/** Chooses an option of a searchable picker by its name. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: label, exact: true });
  await picker.click();
  await picker.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

interface Polling {
  /** At least as long as the page waits until it asks again. What follows jobs asks every second or two. */
  readonly everyMs?: number;
  readonly state?: 'visible' | 'hidden';
}

/**
 * Waits until the page shows this, or no longer. Its clock, which must be installed, runs ahead: the page does not wait before it asks
 * again, or tries again.
 */
export async function pollsUntil(
  { page, browser }: Pick<ConsoleUnderTest, 'page' | 'browser'>,
  shown: Locator,
  { everyMs = 2_000, state = 'visible' }: Polling = {},
): Promise<void> {
  const isVisible = async () => {
    await page.clock.fastForward(everyMs);
    await browser.answered();
    return await shown.first().isVisible();
  };
  await expect.poll(isVisible).toBe(state === 'visible');
}

/** Holds back the requests that ask for these fields. Resolves to what lets them through and waits for their answers. */
export async function holdBack(page: Page, fields: readonly string[]): Promise<() => Promise<void>> {
  const asksFor = (request: Request, field: string) => Boolean(request.postData()?.includes(`${field}(`));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (fields.some((field) => asksFor(route.request(), field))) await released;
    await route.fallback();
  });
  return async () => {
    const answers = fields.map((field) =>
      page.waitForResponse((response) => asksFor(response.request(), field)),
    );
    release();
    for (const answer of await Promise.all(answers)) await answer.finished();
    await page.unroute('**/graphql');
    await drawn(page);
  };
}
