import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ChartData } from './chart-data.js';
import './chart.css';
import { ChartTooltip } from './chart-tooltip.js';

const chartWidth = 600;

const overTime: ChartData = {
  kind: 'line',
  description: 'Orders by country',
  labels: ['Monday', 'Tuesday'],
  series: [
    { name: 'no value', values: [1, null] },
    { name: 'below zero', values: [1, -5] },
    { name: 'largest', values: [1, 9007199254740992], exact: ['1', '9007199254740993'] },
    { name: 'zero', values: [1, 0] },
  ],
  totals: ['4', '9007199254740988'],
  format: { style: 'NUMBER', maximumFractionDigits: 0 } as ChartData['format'],
  incompleteFrom: 1,
};

async function renderTooltip(data: ChartData, { point = 1, x = 100, hidden = [] as number[] } = {}) {
  const screen = await render(
    <div className="chart-frame" style={{ width: chartWidth }}>
      <div className="chart" />
      <ChartTooltip data={data} hidden={new Set(hidden)} hovered={{ point, x, width: chartWidth }} />
    </div>,
  );
  const rows = screen.getByRole('row').elements();
  return {
    screen,
    tooltip: screen.getByRole('tooltip'),
    names: rows.map((row) => row.firstElementChild?.textContent?.trim()),
    values: rows.map((row) => row.lastElementChild?.textContent?.replaceAll(',', '')),
  };
}

it('has the largest value first, none last, and every digit of an exact one', async () => {
  const { names, values } = await renderTooltip(overTime);
  expect(names).toEqual(['largest', 'zero', 'below zero', 'no value', 'Total']);
  expect(values).toEqual(['9007199254740993', '0', '-5', '—', '9007199254740988']);
});

it('leaves out hidden series, but not from the total', async () => {
  const { names, values } = await renderTooltip(overTime, { hidden: [2, 0] });
  expect(names).toEqual(['zero', 'below zero', 'Total']);
  expect(values.at(-1)).toBe('9007199254740988');
});

it('says when a point can still change', async () => {
  const { tooltip } = await renderTooltip(overTime);
  await expect.element(tooltip).toHaveTextContent('Tuesday not over yet');
});

it('does not say so of a point that is over', async () => {
  const { tooltip } = await renderTooltip(overTime, { point: 0 });
  await expect.element(tooltip).toHaveTextContent('Monday');
  await expect.element(tooltip).not.toHaveTextContent('not over yet');
});

const pie: ChartData = {
  kind: 'pie',
  description: 'Orders by country',
  labels: ['CH', 'DE', 'AT'],
  series: [{ name: 'Orders', values: [1, 2, 5] }],
};

it('has the share of a slice in the whole pie, also when others are hidden', async () => {
  const { names, values } = await renderTooltip(pie, { point: 1, hidden: [2] });
  expect(names).toEqual(['Orders', 'Share']);
  expect(values).toEqual(['2', '25%']);
});

it('has no share in a pie of nothing', async () => {
  const { values } = await renderTooltip({ ...pie, series: [{ name: 'Orders', values: [0, 0, null] }] });
  expect(values).toEqual(['0', '—']);
});

it.each([0, 299, chartWidth - 1])('stays within the chart when the pointer is at %i', async (x) => {
  const { tooltip, screen } = await renderTooltip(overTime, { x });
  const box = tooltip.element().getBoundingClientRect();
  const frame = screen.container.querySelector('.chart-frame')?.getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(frame?.left ?? Number.NaN);
  expect(box.right).toBeLessThanOrEqual(frame?.right ?? Number.NaN);
});
