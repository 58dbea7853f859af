import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Cells } from './records.js';
import { RecordsTable } from './records-table.js';

const renderTable = (rows: readonly Cells[], headers = [{ name: 'name' }, { name: 'note' }]) =>
  render(<RecordsTable label="Records" headers={headers} rows={rows} timeZone="Asia/Tokyo" />);

it('has few of many rows in the document, says how many there are, and scrolls to the last', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [`row ${index + 1}`, null]);
  const screen = await renderTable(rows);
  const table = screen.getByRole('table', { name: 'Records' });
  await expect.element(table).toHaveAttribute('aria-rowcount', '5001');
  await expect.element(screen.getByText('row 1', { exact: true })).toBeVisible();
  await screen.getByRole('region', { name: 'Records' }).element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(screen.getByText('row 5000', { exact: true })).toBeInViewport();
  const last = screen.getByRole('row').elements().at(-1);
  expect(last?.getAttribute('aria-rowindex')).toBe('5001');
  expect(screen.getByRole('row').elements().length).toBeLessThan(80);
});

it('tells null, an empty text and the text "null" apart', async () => {
  const screen = await renderTable([
    [null, 'a null'],
    ['', 'an empty text'],
    ['null', 'a text'],
  ]);
  const cell = (row: number) => screen.getByRole('row').nth(row).getByRole('cell').nth(1).element();
  const style = (row: number) => getComputedStyle(cell(row).firstElementChild ?? cell(row)).fontStyle;
  expect([1, 2, 3].map((row) => cell(row).textContent)).toEqual(['null', '', 'null']);
  expect([style(1), style(3)]).toEqual(['italic', 'normal']);
});

it('shortens a long text in the table, and shows all of it in the record', async () => {
  const long = `start ${'x'.repeat(5_000)} end`;
  const screen = await renderTable([[long, '{"id":12345678901234567890,"tags":[]}']]);
  const shown = screen.getByRole('cell').nth(1).element().textContent ?? '';
  expect(shown.length).toBeLessThan(400);
  expect(shown.endsWith('…')).toBe(true);
  await screen.getByRole('button', { name: 'Open record 1' }).click();
  const record = screen.getByRole('dialog', { name: 'Record' });
  await expect.element(record.getByText(long)).toBeVisible();
  await expect.element(record).toHaveTextContent('"id": 12345678901234567890');
  await expect.poll(() => record.element().scrollWidth - record.element().clientWidth).toBe(0);
});

it('shows times in the zone that its header names', async () => {
  const screen = await renderTable([['2026-03-01 20:30:00.125', null]], [
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'none', type: 'TIMESTAMP' },
  ] as never);
  await expect.element(screen.getByRole('columnheader', { name: 'at (Asia/Tokyo)' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '2026-03-02 05:30:00.125' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'null' })).toBeVisible();
});

it('keeps the opened record when newer ones arrive above it', async () => {
  const table = (rows: readonly Cells[]) => (
    <RecordsTable label="Records" headers={[{ name: 'name' }]} rows={rows} timeZone="UTC" />
  );
  const screen = await render(table([['first'], ['second']]));
  await screen.getByRole('button', { name: 'Open record 1' }).click();
  const record = screen.getByRole('dialog', { name: 'Record' });
  await expect.element(record.getByText('first')).toBeVisible();
  await screen.rerender(table([['newer'], ['first']]));
  await expect.element(record.getByText('first')).toBeVisible();
  await expect.element(record.getByText('newer')).not.toBeInTheDocument();
});

it('runs another action for a row where there is one', async () => {
  const run = vi.fn();
  const screen = await render(
    <RecordsTable
      label="Groups"
      headers={[{ name: 'country' }, { name: 'country' }]}
      rows={[
        ['CH', 'AT'],
        ['DE', 'FR'],
      ]}
      timeZone="UTC"
      rowAction={{ label: 'Records of row', run }}
    />,
  );
  await screen.getByRole('button', { name: 'Records of row 2' }).click();
  expect(run).toHaveBeenCalledExactlyOnceWith(1);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
