import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Sparkline } from './sparkline.js';

async function renderLine(values: readonly (number | null)[], incompleteFrom?: number) {
  const screen = await render(
    <Sparkline
      values={values}
      description="Orders per day"
      {...(incompleteFrom !== undefined && { incompleteFrom })}
    />,
  );
  const image = screen.getByRole('img', { name: 'Orders per day' });
  await expect.element(image).toBeInTheDocument();
  return [...image.element().querySelectorAll('polyline')];
}

it.each([
  ['no value', []],
  ['one value', [5]],
  ['only nulls', [null, null, null]],
  ['equal values', [0, 0]],
  ['values around zero', [-5, 0, 1e300]],
])('draws %s within its frame', async (_, values) => {
  const [line] = await renderLine(values);
  const points = [...(line?.points ?? [])];
  expect(points).toHaveLength(values.length);
  for (const { x, y } of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(240);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(56);
  }
});

it('dashes the part that can still change, and joins it to the other', async () => {
  const [complete, rest] = await renderLine([1, 2, 3, 4], 3);
  expect(complete?.points.length).toBe(3);
  expect(rest?.points.length).toBe(2);
  expect(rest?.points.getItem(0).x).toBe(complete?.points.getItem(2).x);
  expect(getComputedStyle(rest as Element).strokeDasharray).not.toBe('none');
});

it('dashes all when nothing is complete', async () => {
  const [complete, rest] = await renderLine([1, 2], 0);
  expect(complete?.points.length).toBe(0);
  expect(rest?.points.length).toBe(2);
});
