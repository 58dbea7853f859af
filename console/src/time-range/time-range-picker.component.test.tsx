import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TimeRangePicker } from './time-range-picker.js';

function Chosen({ first, timeZone }: { first: string; timeZone: string }) {
  const [range, setRange] = useState(first);
  return (
    <>
      <TimeRangePicker value={range} timeZone={timeZone} onChange={setRange} />
      <output>{range}</output>
    </>
  );
}

async function renderPicker(first: string, timeZone = 'UTC') {
  const screen = await render(<Chosen first={first} timeZone={timeZone} />);
  return {
    screen,
    select: screen.getByLabelText('Time range'),
    field: (label: string) => screen.getByLabelText(label),
    expectRange: (range: string | RegExp) =>
      expect.element(screen.getByRole('status')).toHaveTextContent(range),
  };
}

it('takes a number that begins like that of a preset, digit by digit', async () => {
  const { select, field, expectRange } = await renderPicker('TODAY');
  await select.selectOptions('Last …');
  await expectRange('LAST_N_DAYS:14');
  await field('How many').click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}7');
  await expectRange(/^LAST_N_DAYS:7$/);
  await userEvent.keyboard('5');
  await expectRange('LAST_N_DAYS:75');
  await field('Unit').selectOptions('Weeks');
  await expectRange('LAST_N_WEEKS:75');
});

it('waits for a digit when the number is deleted', async () => {
  const { field, expectRange } = await renderPicker('LAST_N_DAYS:14');
  await field('How many').click();
  await userEvent.keyboard('{End}{Backspace}{Backspace}');
  await expectRange(/^LAST_N_DAYS:1$/);
  await userEvent.keyboard('5');
  await expectRange(/^LAST_N_DAYS:5$/);
});

it.each([
  ['0', 'LAST_N_DAYS:1'],
  ['-3', 'LAST_N_DAYS:1'],
  ['2.7', 'LAST_N_DAYS:2'],
])('makes a whole number of %s', async (typed, range) => {
  const { field, expectRange } = await renderPicker('LAST_N_DAYS:14');
  await field('How many').fill(typed);
  await expectRange(range);
});

it('shows a preset by its name, and forgets what was typed before', async () => {
  const { screen, select, expectRange } = await renderPicker('LAST_N_DAYS:14');
  await screen.getByLabelText('How many').fill('30');
  await select.selectOptions('Last 7 days');
  await expectRange(/^LAST_N_DAYS:7$/);
  await expect.element(select).toHaveDisplayValue('Last 7 days');
  await expect.element(screen.getByLabelText('How many')).not.toBeInTheDocument();
});

it('shows a range that it does not offer until another one is chosen', async () => {
  const { screen, select, expectRange } = await renderPicker('PREVIOUS_YEAR');
  await expect.element(select).toHaveDisplayValue('Previous year');
  await select.selectOptions('All time');
  await expectRange(/^$/);
  await expect.element(screen.getByRole('option', { name: 'Previous year' })).not.toBeInTheDocument();
});

it('begins with today in the time zone', async () => {
  const { select, field, expectRange } = await renderPicker('', 'Asia/Kolkata');
  await select.selectOptions('Between …');
  await expectRange(/^\d{4}-\d\d-\d\dT18:30:00Z\.\.$/);
  await expect.element(field('From (Asia/Kolkata)')).toHaveValue(expect.stringMatching(/T00:00(:00)?$/));
});

it('takes a time that is typed part by part, in a zone whose clocks change', async () => {
  const { field, expectRange } = await renderPicker('2026-01-01T00:00:00Z..', 'Europe/Zurich');
  await field('To, exclusive (Europe/Zurich)').click({ position: { x: 15, y: 10 } });
  await userEvent.keyboard('07312026{ArrowRight}093000PM');
  await expectRange('2026-01-01T00:00:00Z..2026-07-31T19:30:00Z');
});

it('has no start when the start is cleared', async () => {
  const { field, expectRange } = await renderPicker('2026-01-01T00:00:00Z..2026-02-01T00:00:00Z');
  await field('From (UTC)').clear();
  await expectRange(/^\.\.2026-02-01T00:00:00Z$/);
});
