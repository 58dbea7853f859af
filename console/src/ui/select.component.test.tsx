import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Select } from './select.js';

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index), label: `Zone ${index}` }));

function Chosen({ count, first }: { count: number; first: string }) {
  const [value, setValue] = useState(first);
  return <Select aria-label="Zone" options={optionsOf(count)} value={value} onChange={setValue} />;
}

async function renderSelect(count: number, first: string) {
  const screen = await render(<Chosen count={count} first={first} />);
  const select = screen.getByRole('combobox', { name: 'Zone' });
  const element = select.element() as HTMLSelectElement;
  return { select, element, width: () => element.getBoundingClientRect().width };
}

it('has a few options at once', async () => {
  const { element } = await renderSelect(3, '2');
  expect([element.options.length, element.value]).toEqual([3, '2']);
});

it('has only the chosen one of many options until someone comes to it by keyboard', async () => {
  const { select, element, width } = await renderSelect(400, '31');
  const widthBefore = width();
  expect([element.options.length, element.value]).toEqual([1, '31']);
  await userEvent.tab();
  await expect.element(select).toHaveFocus();
  expect([element.options.length, element.value]).toEqual([400, '31']);
  expect(width()).toBe(widthBefore);
  await select.selectOptions('Zone 7');
  expect(element.value).toBe('7');
});

it('has all of many options before a press of a button opens the list', async () => {
  const { element } = await renderSelect(400, '31');
  let atPress = 0;
  element.addEventListener('mousedown', (event) => {
    event.preventDefault();
    atPress = element.options.length;
  });
  await userEvent.click(element);
  expect([atPress, element.value]).toEqual([400, '31']);
});
