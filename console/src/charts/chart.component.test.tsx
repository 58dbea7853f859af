import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Chart } from './chart.js';
import type { ChartData } from './chart-data.js';

const dataOf = (...names: readonly string[]): ChartData => ({
  kind: 'bar',
  description: 'Orders by country',
  labels: ['Monday', 'Tuesday'],
  series: names.map((name, index) => ({ name, values: [index + 1, null] })),
});

it('has a legend only for several series, whose names may be equal', async () => {
  const screen = await render(<Chart data={dataOf('CH')} />);
  await expect.element(screen.getByRole('img', { name: 'Orders by country' })).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'Legend' })).not.toBeInTheDocument();
  await screen.rerender(<Chart data={dataOf('CH', 'CH')} />);
  const series = screen.getByRole('list', { name: 'Legend' }).getByRole('button', { name: 'CH' });
  await series.nth(1).click();
  await expect.element(series.nth(1)).toHaveAttribute('aria-pressed', 'false');
  await expect.element(series.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(series.nth(1)).toHaveAttribute('aria-pressed', 'true');
});

it('hides a series by its name, also when the next answer has another order', async () => {
  const screen = await render(<Chart data={dataOf('DE', 'CH')} />);
  const series = (name: string) =>
    screen.getByRole('list', { name: 'Legend' }).getByRole('button', { name, exact: true });
  await series('DE').click();
  await screen.rerender(<Chart data={dataOf('CH', 'DE')} />);
  await expect.element(series('CH')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(series('DE')).toHaveAttribute('aria-pressed', 'false');
});

it('hides nothing where there is no legend to show it again', async () => {
  const screen = await render(<Chart data={dataOf('DE', 'CH')} />);
  await screen.getByRole('list', { name: 'Legend' }).getByRole('button', { name: 'DE' }).click();
  await screen.rerender(<Chart data={dataOf('DE')} />);
  await expect.element(screen.getByRole('list', { name: 'Legend' })).not.toBeInTheDocument();
  await screen.getByRole('img', { name: 'Orders by country' }).hover();
  await expect.element(screen.getByRole('tooltip').getByText('DE')).toBeVisible();
});

it('is as wide as its place, also when that changes', async () => {
  const chart = (width: number) => (
    <div style={{ width }}>
      <Chart data={dataOf('CH')} />
    </div>
  );
  const screen = await render(chart(400));
  const drawnWidth = () => screen.container.querySelector('canvas')?.getBoundingClientRect().width;
  await expect.poll(drawnWidth).toBe(400);
  await screen.rerender(chart(250));
  await expect.poll(drawnWidth).toBe(250);
});

it('is drawn again only when what it shows has changed', async () => {
  const screen = await render(<Chart data={dataOf('CH')} />);
  await expect.element(screen.getByRole('img', { name: 'Orders by country' })).toBeVisible();
  const drawing = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  const frames = () => new Promise((resolve) => setTimeout(resolve, 300));
  await frames();
  drawing.mockClear();
  await screen.rerender(<Chart data={dataOf('CH')} />);
  await frames();
  expect(drawing).not.toHaveBeenCalled();
  await screen.rerender(<Chart data={{ ...dataOf('CH'), labels: ['Monday', 'Wednesday'] }} />);
  await expect.poll(() => drawing.mock.calls.length).toBeGreaterThan(0);
});

it('is drawn once when it is shown', async () => {
  const texts = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  texts.mockClear();
  const screen = await render(<Chart data={dataOf('CH')} />);
  await expect.element(screen.getByRole('img', { name: 'Orders by country' })).toBeVisible();
  // An observer of its size reports after the first frame.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  // React's strict mode makes two charts and removes the first.
  const shown = (texts.mock.contexts as CanvasRenderingContext2D[]).map(({ canvas }) => canvas.isConnected);
  const drawings = texts.mock.calls.filter(([text], index) => text === 'Monday' && shown[index]);
  expect(drawings).toHaveLength(1);
});
