/** Loading a file in the console: chosen or dropped, previewed, uploaded, loaded. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { signIn, useConsole } from '../support/console.js';
import { temporaryDirectory } from '../support/engines.js';
import { type Orders, seedOrders } from '../support/orders.js';

const console = useConsole();
const directory = temporaryDirectory();
let orders: Orders;

const csvOf = (rows: number) =>
  `created_at,country,price,quantity,note\n${Array.from({ length: rows }, (_, n) => `2026-01-01T00:00:00Z,CH,${n},1,"row\n${n}"\n`).join('')}`;

beforeAll(async () => {
  orders = await seedOrders(console().client, 'orders', 5);
  await signIn(console());
});

const openTab = async () => {
  const { page, open } = console();
  await open('/pools', 'Data Pools');
  await open(`/pools/${orders.dataPool}/load`, 'orders');
  await page.getByRole('heading', { name: 'Load a file' }).waitFor();
};

const fileOf = (name: string, content: string | Buffer) => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

const cells = async (table: string) =>
  await console().page.getByRole('region', { name: table }).locator('tbody tr').allInnerTexts();

const recordCount = () => console().page.locator('.stat', { hasText: 'Records' }).textContent();

describe('Load', () => {
  it('shows where the columns go, with types, then the rows that were loaded and their job', async () => {
    const { page } = console();
    await openTab();
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(fileOf('more.csv', csvOf(1000)));
    await page.getByText('more.csv').waitFor();
    await expect
      .poll(() => cells('Columns of the file'))
      .toEqual([
        expect.stringMatching(/^created_at\s+TIMESTAMP\s+TIMESTAMP$/),
        expect.stringMatching(/^country\s+STRING\s+STRING$/),
        expect.stringMatching(/^price\s+INT64\s+\w+$/),
        expect.stringMatching(/^quantity\s+INT64\s+INT64$/),
        expect.stringMatching(/^note\s+STRING\s+Ignored/),
      ]);
    const rows = await cells('First rows of the file');
    expect(rows).toHaveLength(20);
    expect(rows[2]).toMatch(/^3\s+2026-01-01 00:00:00.*CH\s+2\s+1\s+row\s+2$/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Load this file' }).click();
    await page.getByText('1,000 rows loaded').waitFor();
    await page.getByText('Ignored columns: note').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await expect.poll(recordCount).toContain('1,005');
    await page.getByRole('link', { name: 'Jobs of this Data Pool' }).click();
    await page.getByText(/^Load more\.csv \(CSV, /).waitFor();
    await page.getByText('Ignored columns: note').waitFor();
  });

  it('takes a dropped file, compressed and larger than its preview, and uploads it in parts', async () => {
    const { page } = console();
    await openTab();
    const rows = 200_000;
    const content = gzipSync(csvOf(rows)).toString('base64');
    const transfer = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'many.csv.gz'));
      return data;
    }, content);
    for (const event of ['dragover', 'drop'])
      await page.locator('.drop-zone').dispatchEvent(event, { dataTransfer: transfer });
    await expect.poll(() => cells('First rows of the file')).toHaveLength(20);
    await page.getByRole('button', { name: 'Load this file' }).click();
    await page.getByText('200,000 rows loaded').waitFor();
    await expect.poll(recordCount).toContain('201,005');
  });

  it('says what is missing, which row is wrong, and what cannot be previewed', async () => {
    const { page } = console();
    await openTab();
    const input = page.getByLabel('Drop a file here, or choose one');
    await input.setInputFiles(fileOf('wrong.csv', csvOf(2).replace('CH,1,1', 'CH,much,1')));
    await page.getByRole('button', { name: 'Load this file' }).click();
    await page.getByText(/Row 2, column "price"/).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await input.setInputFiles(fileOf('less.csv', 'created_at,price\n2026-01-01,1\n'));
    await page.getByText('The file lacks country, quantity, which the Data Pool requires.').waitFor();
    await input.setInputFiles(fileOf('large.json', `[${'{"price":1},'.repeat(100_000)}{"price":1}]`));
    await page.getByText('too large for a preview').waitFor();
    await input.setInputFiles(fileOf('unknown.txt', '{"price":1}\n'));
    await page.getByLabel('Format').selectOption('ndjson');
    await expect.poll(() => cells('Columns of the file')).toEqual([expect.stringMatching(/^price\s+INT64/)]);
    // The refused request is logged by the browser.
    console().browser.problems.splice(0);
  });
});
