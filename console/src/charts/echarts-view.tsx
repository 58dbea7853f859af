import { replaceEqualDeep } from '@tanstack/react-query';
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AxisPointerComponent, BrushComponent, GridComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../preferences/theme.js';
import type { ChartData } from './chart-data.js';
import type { ChartEvents } from './chart-events.js';
import { listen } from './chart-events.js';
import { ChartLegend } from './chart-legend.js';
import { chartOption } from './chart-option.js';
import { ChartTooltip, type HoveredPoint } from './chart-tooltip.js';
import { useHiddenSeries } from './hidden-series.js';

use([BarChart, LineChart, PieChart, AxisPointerComponent, BrushComponent, GridComponent, CanvasRenderer]);

export default function EchartsView({ data: latestData, onPick, onZoom }: { data: ChartData } & ChartEvents) {
  // Live answers are often equal to what is drawn.
  const drawnData = useRef(latestData);
  const data = replaceEqualDeep(drawnData.current, latestData);
  drawnData.current = data;
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const latest = useRef<ChartEvents>({});
  latest.current = { onPick, onZoom };
  const { names, hidden, toggle } = useHiddenSeries(data);
  const [hovered, setHovered] = useState<HoveredPoint>();
  const theme = useTheme();
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const drawing = init(place);
    chart.current = drawing;
    listen(drawing, () => latest.current, setHovered);
    // The observer also reports the size with which it begins, and resizing draws the whole chart.
    const observer = new ResizeObserver(() => {
      const isResized =
        drawing.getWidth() !== place.clientWidth || drawing.getHeight() !== place.clientHeight;
      if (isResized) drawing.resize();
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      drawing.dispose();
      chart.current = undefined;
    };
  }, []);
  const canZoom = onZoom !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  useEffect(() => {
    const drawing = chart.current;
    drawing?.setOption(chartOption(data, hidden, colour, canZoom), { notMerge: true });
    // Each action draws the whole chart again.
    if (canZoom)
      drawing?.dispatchAction({
        type: 'takeGlobalCursor',
        key: 'brush',
        brushOption: { brushType: 'lineX' },
      });
  }, [data, hidden, canZoom, theme]);
  return (
    <div className="chart-frame">
      <div
        ref={element}
        className={onPick ? 'chart chart-pickable' : 'chart'}
        role="img"
        aria-label={data.description}
        data-drawn="true"
      />
      {hovered && hovered.point < data.labels.length && (
        <ChartTooltip data={data} hidden={hidden} hovered={hovered} />
      )}
      {names.length > 0 && <ChartLegend names={names} hidden={hidden} onToggle={toggle} />}
    </div>
  );
}

const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
