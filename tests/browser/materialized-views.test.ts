import { materializedViewByNameQuery } from '@weir/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/browser.js';
import { headingOf, pollsUntil, signIn, useConsole } from '../support/console.js';
import { seedOrders } from '../support/orders.js';

const console = useConsole();

beforeAll(async () => {
  await seedOrders(console().client, 'orders', 40);
  await console().page.clock.install();
  await signIn(console());
});

describe('materialized views', () => {
  it('are created with SQL, show their progress and fill a Data Pool', async () => {
    const { page, open, client } = console();
    await open('/views', 'Materialized views');
    await page.getByText('No materialized views yet').waitFor();
    await page.getByRole('link', { name: 'New materialized view' }).first().click();
    await headingOf(page, 'New materialized view').waitFor();
    await page.getByLabel('Unique name').fill('sales');
    await page
      .getByLabel('SQL', { exact: true })
      .fill(
        "SELECT date_trunc('day', created_at) AS day, COALESCE(country, '') AS country, COUNT(*) AS orders FROM orders GROUP BY 1, 2 LIMIT 5",
      );
    await page.getByLabel('Results with the same key').selectOption('summingMergeTree');
    await page.getByLabel('Key', { exact: true }).fill('day, country');
    await page.getByRole('button', { name: 'Create materialized view' }).click();
    await page.getByRole('alert').getByText('LIMIT').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const sql = page.getByLabel('SQL', { exact: true });
    await sql.fill((await sql.inputValue()).replace(' LIMIT 5', ''));
    await page.getByLabel('Timestamp').fill('day');
    await page.getByRole('button', { name: 'Create materialized view' }).click();
    await headingOf(page, 'sales').waitFor();
    await pollsUntil(console(), page.getByText('Live', { exact: true }));
    const view = await client.request(materializedViewByNameQuery, { uniqueName: 'sales' });
    expect(view.materializedViewByName).toMatchObject({
      status: 'LIVE',
      progress: 1,
      source: { uniqueName: 'orders' },
    });
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'sales' }).first().click();
    await page.getByRole('link', { name: 'Explore' }).first().waitFor();
  });

  it('show their status on the page of their Data Source', async () => {
    const { page, open } = console();
    await open('/sources', 'Data Sources');
    await page.getByRole('link', { name: 'sales' }).first().click();
    await page.getByRole('heading', { name: 'Materialized view', exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText(/^Last event stored at \d{4}-/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('are listed, renamed, refreshed and deleted by name', async () => {
    const { page, open, client } = console();
    await open('/views', 'Materialized views');
    await page
      .getByRole('row', { name: /sales.*orders.*Live/ })
      .getByRole('link', { name: 'sales' })
      .first()
      .click();
    await headingOf(page, 'sales').waitFor();
    const { materializedViewByName: before } = await client.request(materializedViewByNameQuery, {
      uniqueName: 'sales',
    });
    await page.getByRole('button', { name: 'Rebuild', exact: true }).click();
    await expect
      .poll(async () => {
        const { materializedViewByName: now } = await client.request(materializedViewByNameQuery, {
          uniqueName: 'sales',
        });
        return now?.status === 'LIVE' && now.modifiedAt !== before?.modifiedAt;
      })
      .toBe(true);
    await pollsUntil(console(), page.getByText('Live', { exact: true }));
    await page.getByLabel('Unique name').fill('daily sales');
    await page.getByRole('button', { name: 'Save' }).click();
    await headingOf(page, 'daily sales').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type daily sales to confirm').fill('daily sales');
    await page.getByRole('button', { name: 'Delete materialized view' }).click();
    await page.getByText('No materialized views yet').waitFor();
    // The Data Pool stays, with a Data Source that says where its records came from.
    await open('/sources', 'Data Sources');
    await page.getByRole('link', { name: 'sales' }).first().click();
    await page.getByText('a view that was deleted').waitFor();
  });
});
