import { QueryClientProvider } from '@tanstack/react-query';
import type { WeirClient } from '@weir/client';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ClientContext, createQueryClient } from '../api/use-operation.js';
import type { ShownColumn } from '../api/use-pools.js';
import { type ColumnFilter, filtersParam } from './column-filter.js';
import { FilterBar } from './filter-bar.js';

const columns = [
  { columnName: 'country', type: 'STRING' },
  { columnName: 'price', type: 'DOUBLE' },
  { columnName: 'paid at', type: 'TIMESTAMP' },
] as ShownColumn[];

function Chosen({ first }: { first: readonly ColumnFilter[] }) {
  const [filters, setFilters] = useState(first);
  return (
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      {/* Nobody is signed in, so that no values are suggested and nothing is requested. */}
      <ClientContext value={{} as WeirClient}>
        <FilterBar
          filters={filters}
          onChange={setFilters}
          columns={columns}
          records={{ dataPool: { id: 'DPO1' } }}
          timeZone="Asia/Tokyo"
        />
        <output>{filtersParam(filters)}</output>
      </ClientContext>
    </QueryClientProvider>
  );
}

async function renderBar(...first: readonly ColumnFilter[]) {
  const screen = await render(<Chosen first={first} />);
  const editor = screen.getByRole('dialog');
  return {
    screen,
    editor,
    apply: editor.getByRole('button', { name: 'Apply' }),
    open: async (name: string) => {
      await screen.getByRole('button', { name }).click();
      await expect.element(editor).toBeVisible();
    },
    chooseColumn: async (name: string) => {
      const field = editor.getByRole('combobox', { name: 'Column' });
      await field.fill(name);
      await expect.element(screen.getByRole('option', { name })).toBeVisible();
      await screen.getByRole('option', { name }).click();
      await expect.element(field).toHaveValue(name);
    },
    // Behind an open editor, screen readers would not find it.
    expectFilters: (text: string) =>
      expect.poll(() => screen.container.querySelector('output')?.textContent).toBe(text),
  };
}

const country: ColumnFilter = { column: 'country', operator: 'is', values: ['CH', ''] };

it('starts over with the values when another column is chosen', async () => {
  const { open, chooseColumn, editor, apply, expectFilters } = await renderBar(country);
  await open('Edit filter');
  await expect.element(apply).toBeEnabled();
  await chooseColumn('price');
  await expect.element(apply).toBeDisabled();
  await editor.getByLabelText('Operator').selectOptions('≥');
  await editor.getByLabelText('Value').fill('12345678901234567890.5');
  await apply.click();
  await expectFilters('[["price","from","12345678901234567890.5"]]');
});

it('keeps the first value when the operator takes only one', async () => {
  const { open, editor, apply, expectFilters } = await renderBar({
    column: 'price',
    operator: 'is',
    values: ['10', '20'],
  });
  await open('Edit filter');
  await editor.getByLabelText('Operator').selectOptions('<');
  await expect.element(editor.getByLabelText('Value')).toHaveValue('10');
  await apply.click();
  await expectFilters('[["price","under","10"]]');
});

it('takes a value that is still in its field, and no value twice', async () => {
  const { open, editor, apply, expectFilters } = await renderBar({ ...country, values: ['CH'] });
  await open('Edit filter');
  const values = editor.getByRole('searchbox', { name: 'Values' });
  await values.fill('CH');
  await apply.click();
  await expectFilters('[["country","is","CH"]]');
  await open('Edit filter');
  await values.fill('DE');
  await apply.click();
  await expectFilters('[["country","is","CH","DE"]]');
});

it('needs no value for null, and has the values again for another operator', async () => {
  const { open, editor, apply, expectFilters } = await renderBar(country);
  await open('Edit filter');
  await editor.getByLabelText('Operator').selectOptions('is null');
  await expect.element(editor.getByRole('searchbox')).not.toBeInTheDocument();
  await editor.getByLabelText('Operator').selectOptions('is not');
  await apply.click();
  await expectFilters('[["country","isNot","CH",""]]');
  await open('Edit filter');
  await editor.getByLabelText('Operator').selectOptions('is not null');
  await apply.click();
  await expectFilters('[["country","isNotNull"]]');
});

it('shows empty values, and times in the zone', async () => {
  const at: ColumnFilter = { column: 'paid at', operator: 'from', values: ['2026-03-01T20:00:00Z'] };
  const { screen } = await renderBar(country, at);
  const chips = screen.getByRole('list', { name: 'Filters' }).getByRole('listitem');
  await expect.element(chips.nth(0)).toHaveTextContent('country is CH or ""');
  await expect.element(chips.nth(1)).toHaveTextContent('paid at ≥ 2026-03-02 05:00:00');
});

it('changes nothing with Escape, and returns to the chip', async () => {
  const { screen, open, editor, expectFilters } = await renderBar(country);
  await open('Edit filter');
  await editor.getByLabelText('Operator').selectOptions('is null');
  await userEvent.keyboard('{Escape}');
  await expect.element(editor).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Edit filter' })).toHaveFocus();
  await expectFilters('[["country","is","CH",""]]');
});

it.each(['{Delete}', '{Backspace}'])('removes the focused chip with %s, and no other', async (key) => {
  const { screen, expectFilters } = await renderBar(country, country, {
    column: 'price',
    operator: 'isNull',
    values: [],
  });
  await expect.element(screen.getByRole('button', { name: 'Add filter' })).toBeEnabled();
  await userEvent.keyboard(`{Tab}${key}`);
  await expectFilters('[["country","is","CH",""],["price","isNull"]]');
  await expect.element(screen.getByRole('button', { name: 'Add filter' })).toHaveFocus();
});
