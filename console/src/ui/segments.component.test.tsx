import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Segments } from './segments.js';

const options = [
  { value: 'line', label: 'Lines' },
  { value: 'bar', label: 'Bars' },
];

function Chosen() {
  const [value, setValue] = useState('line');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setValue('submitted');
      }}
    >
      <Segments label="Drawn as" options={options} value={value} onChange={setValue} />
    </form>
  );
}

it('says which option is chosen, and takes another by keyboard without submitting its form', async () => {
  const screen = await render(<Chosen />);
  const group = screen.getByRole('group', { name: 'Drawn as' });
  await expect.element(group.getByRole('button', { name: 'Lines', pressed: true })).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(group.getByRole('button', { name: 'Bars', pressed: true })).toBeVisible();
  await expect.element(group.getByRole('button', { name: 'Lines', pressed: false })).toBeVisible();
});
