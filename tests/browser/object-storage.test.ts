import { dataPoolByNameQuery } from '@weir/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, pollsUntil, signIn, useConsole } from '../support/console.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import { allowsPrivateEndpoints } from '../support/s3-source.js';

const console = useConsole(allowsPrivateEndpoints);
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
  await s3.put('orders/1.csv', 'n,at\n1,2026-01-01 00:00:00\n2,2026-01-02 00:00:00\n');
  await console().page.clock.install();
  await signIn(console());
});
afterAll(() => s3.close());

it('a bucket is connected, and its files fill a Data Pool', async () => {
  const { page, open, client } = console();
  await open('/sources', 'Data Sources');
  await page.getByRole('link', { name: 'New S3 source' }).click();
  await headingOf(page, 'New S3 source').waitFor();
  await page.getByLabel('Unique name').fill('history');
  await page.getByLabel('Bucket').fill(s3.bucket);
  await page.getByLabel('Endpoint').fill(s3.endpoint);
  await page.getByLabel('Access key ID').fill(s3.accessKeyId);
  await page.getByLabel('Secret access key').fill('not-the-secret');
  await page.getByLabel('Table name').fill('orders');
  await page.getByLabel('Path').fill('orders/*.csv');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create S3 source' }).click();
  await headingOf(page, 'history').waitFor();
  await page.getByText('The secret access key is wrong').first().waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Secret access key').fill(s3.secretAccessKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('Data Pool name').fill('orders');
  await page.getByLabel('Timestamp column').fill('at');
  await page.getByRole('button', { name: 'Create Data Pool' }).click();
  await headingOf(page, 'orders').waitFor();
  await pollsUntil(console(), page.getByRole('row', { name: /Succeeded 1 0 2/ }));
  expect(await seriousFindings(page)).toEqual([]);
  const { dataPoolByName } = await client.request(dataPoolByNameQuery, { uniqueName: 'orders' });
  expect(dataPoolByName).toMatchObject({ recordCount: '2', timestamp: { columnName: 'at' } });
});

it('a sync is started by hand, and names the file that failed', async () => {
  const { page } = console();
  await s3.put('orders/2.csv', 'n,at\noops,2026-01-01 00:00:00\n');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await pollsUntil(console(), page.getByText('1 of 1 files could not be loaded, first "orders/2.csv"'));
  await page.getByRole('button', { name: 'Disable syncing' }).click();
  await page.getByText('Does not look for new files').waitFor();
  await page.getByRole('button', { name: 'Enable syncing' }).click();
  await page.getByText('Looks for new files of the table “orders” every hour.').waitFor();
});

it('the page of the source shows how the last sync went, and tries again', async () => {
  const { page, open, client } = console();
  const { dataPoolByName } = await client.request(dataPoolByNameQuery, { uniqueName: 'orders' });
  await open(`/sources/${dataPoolByName?.dataSource.id}`, 'history');
  await page.getByText(/^orders\/2\.csv: ./).waitFor();
  await page.getByText(/^0 records from 0 files, 1 failed$/).waitFor();
  await s3.put('orders/2.csv', 'n,at\n3,2026-01-01 00:00:00\n');
  await page.getByRole('button', { name: 'Sync now: orders' }).click();
  await pollsUntil(console(), page.getByText(/^1 record from 1 file$/));
  await page.getByRole('button', { name: 'Sync now: orders' }).waitFor({ state: 'detached' });
  expect(await seriousFindings(page)).toEqual([]);
});
