import type { EChartsType } from 'echarts/core';
import { seriesOfId } from './chart-option.js';
import type { HoveredPoint } from './chart-tooltip.js';

export interface ChartEvents {
  /** Called with a clicked point, and its series unless the click was beside the drawn values. */
  readonly onPick?: ((point: number, series: number | undefined) => void) | undefined;
  /** Called with the first and the last point of a selection. */
  readonly onZoom?: ((first: number, last: number) => void) | undefined;
}

interface PointerInfo {
  readonly axesInfo?: readonly { readonly value: number }[];
}

interface ItemInfo {
  readonly dataIndex: number;
  readonly seriesId?: string;
  readonly data?: { readonly id?: string };
}

interface BrushInfo {
  readonly areas?: readonly { readonly coordRange?: readonly [number, number] }[];
}

const axesOf = (drawing: EChartsType) =>
  (drawing.getOption()['xAxis'] ?? []) as readonly { readonly type: string }[];

/** Connects what happens on a drawing with the page around it. */
export function listen(
  drawing: EChartsType,
  events: () => ChartEvents,
  hover: (hovered: HoveredPoint | undefined) => void,
): void {
  let x = 0;
  const show = (point: number | undefined) =>
    hover(point === undefined ? undefined : { point, x, width: drawing.getWidth() });
  // Slices have their number as an ID, because some may be hidden.
  const pointOf = ({ data, dataIndex }: ItemInfo) => Number(data?.id ?? dataIndex);
  drawing.getZr().on('mousemove', ({ offsetX }) => {
    x = offsetX;
  });
  drawing.getZr().on('globalout', () => hover(undefined));
  drawing.on('updateAxisPointer', (event) => {
    // A pie reports this too, without a value.
    if (axesOf(drawing).length > 0) show((event as PointerInfo).axesInfo?.[0]?.value);
  });
  drawing.on('mouseover', 'series.pie', (event) => show(pointOf(event as ItemInfo)));
  drawing.on('mouseout', 'series.pie', () => hover(undefined));
  drawing.on('click', (event) => {
    const item = event as unknown as ItemInfo;
    events().onPick?.(pointOf(item), seriesOfId(item.seriesId ?? '0'));
  });
  drawing.getZr().on('click', ({ target, offsetX, offsetY }) => {
    if (target || !drawing.containPixel('grid', [offsetX, offsetY])) return;
    const [column, row] = drawing.convertFromPixel('grid', [offsetX, offsetY]);
    const isUpright = axesOf(drawing)[0]?.type === 'category';
    const point = isUpright ? column : row;
    if (point !== undefined && point >= 0) events().onPick?.(Math.round(point), undefined);
  });
  drawing.on('brushEnd', (event) => {
    const [first, last] = (event as BrushInfo).areas?.[0]?.coordRange ?? [];
    drawing.dispatchAction({ type: 'brush', areas: [] });
    if (first !== undefined && last !== undefined && last > first) events().onZoom?.(first, last);
  });
}
