import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useTheme } from '../preferences/theme.js';
import type { ChartData } from './chart-data.js';
import { chartOption } from './chart-option.js';

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

export default function EchartsView(data: ChartData) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const theme = useTheme();
  useEffect(() => {
    if (!element.current) return;
    const drawing = init(element.current);
    chart.current = drawing;
    const observer = new ResizeObserver(() => drawing.resize());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      drawing.dispose();
      chart.current = undefined;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  useEffect(() => {
    chart.current?.setOption(chartOption(data, colour), { notMerge: true });
  }, [data, theme]);
  return <div ref={element} className="chart" role="img" aria-label={data.description} data-drawn="true" />;
}

const colour = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
