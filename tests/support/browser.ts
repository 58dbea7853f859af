import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe, { type Result, type RunOptions } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect } from 'vitest';
import { chromiumOptions } from './chromium.js';

const resultsDirectory = 'test-results';

export interface OpenBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Script errors, console errors and blocked loads of the page; empty when all is well. */
  readonly problems: string[];
  /** Waits until all queries of the page have their answers; subscriptions do not count. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

let shared: Promise<Browser> | undefined;

/** A profile of its own in the Chromium that this worker's tests share. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  if (!(await shared)?.isConnected()) shared = chromium.launch(chromiumOptions);
  const browser = await (shared as Promise<Browser>);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    // Drawing each frame of a spinner or of a moving tile takes longer than drawing the page.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  const asked = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  const answered = async () => {
    await drawn(page);
    await expect.poll(() => asked.size).toBe(0);
    await drawn(page);
  };
  return { context, page, problems, answered, close: () => context.close() };
}

/** Waits until the page has drawn what has arrived. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Waits until the browser itself has reported these failures and no others. It does so a moment after the page shows them. */
export async function reports({ problems }: OpenBrowser, ...failures: readonly string[]): Promise<void> {
  await expect.poll(() => problems).toEqual(failures.map((failure) => expect.stringContaining(failure)));
  problems.length = 0;
}

/** Saves a screenshot of a failed test. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(resultsDirectory, { recursive: true });
  const file = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  await page.screenshot({ path: join(resultsDirectory, `${file}.png`), fullPage: true });
}

/** Serious and critical findings of axe-core on the current page as text, by all its rules or by some. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const violations = await axeViolations(page, rules && { runOnly: { type: 'rule', values: [...rules] } });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(describeFinding);
}

/** Findings of axe-core of any weight, also by rules that it does not apply unless asked. */
export async function allFindings(page: Page, more: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  return (await axeViolations(page, { rules })).map(describeFinding);
}

async function axeViolations(page: Page, options: RunOptions = {}): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // Evaluated by the debugger, because the page's policy would block a script from elsewhere.
    await page.evaluate(axe.source);
  }
  // Of the results, only what is reported is sent from the page.
  return await page.evaluate(
    async (run) => (await (window as unknown as { axe: typeof axe }).axe.run(document, run)).violations,
    { resultTypes: ['violations'], ...options } satisfies RunOptions,
  );
}

const describeFinding = ({ id, help, nodes }: Result) =>
  `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`).join('\n')}`;
