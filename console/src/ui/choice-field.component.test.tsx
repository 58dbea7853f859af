import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChoiceField } from './choice-field.js';

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index), label: `Column ${index}` }));

function Chosen({ count, first = [] }: { count: number; first?: readonly string[] }) {
  const [chosen, setChosen] = useState(first);
  return (
    <>
      <ChoiceField legend="Columns" options={optionsOf(count)} chosen={chosen} onChange={setChosen} />
      <output>{chosen.join(' ')}</output>
    </>
  );
}

it('shows a few options in their order, without a search field', async () => {
  const screen = await render(<Chosen count={3} first={['2']} />);
  await expect.element(screen.getByRole('group', { name: 'Columns', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.getByRole('checkbox').elements()).toHaveLength(3);
  await expect.element(screen.getByRole('checkbox').nth(0)).toHaveAccessibleName('Column 0');
});

it('counts many options, shows the chosen ones first, and finds others by name', async () => {
  const screen = await render(<Chosen count={40} first={['31']} />);
  await expect.element(screen.getByRole('group', { name: 'Columns (1 of 40)' })).toBeVisible();
  await expect.element(screen.getByRole('checkbox').nth(0)).toHaveAccessibleName('Column 31');
  await screen.getByRole('searchbox', { name: 'Find in Columns' }).fill(' COLUMN 27 ');
  await expect.element(screen.getByRole('checkbox')).toHaveAccessibleName('Column 27');
  await screen.getByRole('checkbox').click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('31 27');
  await screen.getByRole('searchbox').fill('no such');
  await expect.element(screen.getByText('None has this name.')).toBeVisible();
});

it('keeps the focus on an option that moves because it is no longer chosen', async () => {
  const screen = await render(<Chosen count={40} first={['31', '32']} />);
  const option = screen.getByRole('checkbox', { name: 'Column 31' });
  await option.click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(/^32$/);
  await expect.element(screen.getByRole('checkbox').nth(0)).toHaveAccessibleName('Column 32');
  await expect.element(option).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('status')).toHaveTextContent('32 31');
});
