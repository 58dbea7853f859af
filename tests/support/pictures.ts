import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.js';
import { headingOf, signIn } from './console.js';
import { startService } from './service.js';
import { fillShop, type Shop, type ShopSize } from './shop.js';

/** What a picture shows: a view of the console, its heading, and how many charts it has. */
interface Picture {
  readonly name: string;
  readonly view: string;
  readonly heading: string;
  readonly charts: number;
}

const pictures = ({ revenue, dashboard }: Shop): readonly Picture[] => [
  { name: 'overview', view: '/', heading: 'Overview', charts: 1 },
  {
    name: 'explore',
    view: `/explore?metric=${revenue}&range=LAST_N_DAYS:90&gran=DAY&chart=stacked&group=country&limit=4`,
    heading: 'Explore',
    charts: 1,
  },
  { name: 'dashboard', view: `/dashboards/${dashboard}`, heading: 'Shop', charts: 4 },
];

const themes = ['light', 'dark'] as const;
/** Until what is drawn stays the same. */
const unchangedMs = 400;

/** Starts a service with a shop's data, and takes pictures of its console into a directory. Returns their paths. */
export async function takePictures(directory: string, size: ShopSize): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const service = await startService();
  const browser = await openBrowser({ viewport: { width: 1440, height: 920 } });
  try {
    const shop = await fillShop(service, size);
    await signIn({ page: browser.page, service });
    const paths: string[] = [];
    for (const theme of themes) {
      await browser.page.getByLabel('Theme').selectOption(theme);
      for (const picture of pictures(shop)) {
        const path = join(directory, `${picture.name}-${theme}.png`);
        await take(browser.page, `${service.url}/#${picture.view}`, picture, path);
        paths.push(path);
      }
    }
    if (browser.problems.length > 0) throw new Error(browser.problems.join('\n'));
    return paths;
  } finally {
    await browser.close();
    await service.discard();
  }
}

async function take(page: Page, url: string, { heading, charts }: Picture, path: string): Promise<void> {
  await page.goto(url);
  await headingOf(page, heading).waitFor();
  await page
    .locator('main canvas')
    .nth(charts - 1)
    .waitFor();
  await page.locator('main .loading').first().waitFor({ state: 'detached' });
  let before: Buffer | undefined;
  for (;;) {
    const now = await page.screenshot({ path });
    if (before?.equals(now)) return;
    before = now;
    await page.waitForTimeout(unchangedMs);
  }
}
