/**
 * What Lighthouse audits, on the pages that are seen first and most: its accessibility and best practices, and of its performance
 * what does not depend on how busy the machine is. Lighthouse itself would add 200 packages.
 */
import type { Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { allFindings } from '../support/browser.js';
import { headingOf, signIn, useConsole } from '../support/console.js';
import { fillShop, type Shop } from '../support/shop.js';

const console = useConsole();
let shop: Shop;

beforeAll(async () => {
  shop = await fillShop(console().service, { days: 30, ordersPerDay: 30 });
});

interface Audited {
  readonly heading: string;
  readonly view: () => string;
  /** What shows that it has everything. */
  readonly shown: string;
  /** Everything that a first visit transfers, scripts and answers, compressed. */
  readonly bytesMax: number;
}

const pages: readonly Audited[] = [
  { heading: 'Sign in', view: () => '/', shown: 'form', bytesMax: 200_000 },
  { heading: 'Overview', view: () => '/', shown: 'canvas', bytesMax: 420_000 },
  {
    heading: 'Explore',
    view: () => `/explore?metric=${shop.revenue}&range=LAST_N_DAYS:30&group=country`,
    shown: 'canvas',
    // With the pickers.
    bytesMax: 450_000,
  },
  {
    heading: 'Shop',
    view: () => `/dashboards/${shop.dashboard}`,
    shown: 'canvas >> nth=3',
    bytesMax: 460_000,
  },
];

const shiftMax = 0.1;
const firstPaintMsMax = 1_800;
const textPxMin = 12;

interface Visit {
  readonly responses: readonly Response[];
  readonly bytes: number;
  readonly shift: number;
  readonly shifted: readonly string[];
  readonly firstPaintMs: number;
}

/** A first visit, with nothing in the browser's cache. */
async function visit({ heading, view, shown }: Audited): Promise<Visit> {
  const { page, service, browser } = console();
  const session = await browser.context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const responses: Response[] = [];
  const keep = (response: Response) => responses.push(response);
  await page.goto('about:blank');
  page.on('response', keep);
  await page.goto(`${service.url}/#${view()}`);
  await headingOf(page, heading).waitFor();
  await page.locator('main').locator(shown).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  const painted = await page.evaluate(paintOfVisit);
  page.off('response', keep);
  await session.detach();
  return { responses, bytes, ...painted };
}

/** Runs in the page: what it felt like, from the browser's own measurements. */
async function paintOfVisit() {
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => resolve([]), 500);
    });
  const shifts = (await entriesOf('layout-shift')) as (PerformanceEntry & {
    value: number;
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  })[];
  const paints = await entriesOf('paint');
  return {
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    shifted: shifts.flatMap(({ value, sources }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${value.toFixed(3)} ${node?.nodeName} ${node?.className} from ${previousRect.y} to ${currentRect.y}`,
      ),
    ),
    firstPaintMs: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
  };
}

/** Runs in the page: texts that are shown smaller than this. */
function smallTexts(pxMin: number): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small: string[] = [];
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent?.checkVisibility() || texts.currentNode.textContent?.trim() === '') continue;
    const px = Number.parseFloat(getComputedStyle(parent).fontSize);
    if (px < pxMin) small.push(`${px} px: ${texts.currentNode.textContent}`);
  }
  return small;
}

describe.each(pages)('the page $heading', (audited) => {
  it('meets the bars of Lighthouse', async () => {
    const { page, browser } = console();
    if (audited.heading === 'Overview') await signIn(console());
    const visits = [await visit(audited), await visit(audited)];
    expect(browser.problems).toEqual([]);
    // The least of the visits, because others share the machine.
    expect(Math.min(...visits.map(({ firstPaintMs }) => firstPaintMs))).toBeLessThan(firstPaintMsMax);
    for (const { shift, shifted, bytes, responses } of visits) {
      expect(shift, shifted.join('\n')).toBeLessThan(shiftMax);
      expect(bytes).toBeGreaterThan(1_000);
      expect(bytes).toBeLessThan(audited.bytesMax);
      await checkResponses(responses);
    }
    expect(await allFindings(page, ['target-size'])).toEqual([]);
    expect(await page.evaluate(smallTexts, textPxMin)).toEqual([]);
    expect(await page.title()).toBe(`${audited.heading} · Weir`);
    expect(await page.evaluate(basicsOfPage)).toEqual({
      doctype: 'html',
      charset: 'UTF-8',
      lang: 'en',
      viewport: 'width=device-width, initial-scale=1',
      hasDescription: true,
      imagesWithoutAlt: 0,
      imagesWithoutSize: 0,
    });
  });
});

/** Runs in the page. */
function basicsOfPage() {
  const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  const images = [...document.images];
  return {
    doctype: document.doctype?.name,
    charset: document.characterSet,
    lang: document.documentElement.lang,
    viewport: meta('viewport'),
    hasDescription: (meta('description') ?? '') !== '',
    imagesWithoutAlt: images.filter((image) => !image.hasAttribute('alt')).length,
    imagesWithoutSize: images.filter(({ width, height }) => width === 0 || height === 0).length,
  };
}

const compressedBytesMin = 2_000;

async function checkResponses(responses: readonly Response[]): Promise<void> {
  expect(responses.length).toBeGreaterThan(2);
  for (const response of responses) {
    const path = new URL(response.url()).pathname;
    const headers = await response.allHeaders();
    expect([path, response.status() < 400]).toEqual([path, true]);
    if (path === '/') {
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toMatch(/default-src 'none'|default-src 'self'/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/);
    }
    if (!path.startsWith('/assets/')) continue;
    expect([path, headers['cache-control']]).toEqual([path, expect.stringContaining('immutable')]);
    if (Number(headers['content-length'] ?? compressedBytesMin) >= compressedBytesMin)
      expect([path, headers['content-encoding']]).toEqual([path, expect.stringMatching(/gzip|br|zstd/)]);
  }
}
