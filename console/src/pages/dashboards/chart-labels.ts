import type { TileChart } from '@weir/client';

export const chartLabels: Readonly<Record<TileChart, string>> = {
  LINE: 'Line',
  BAR: 'Bars',
  STACKED: 'Stacked bars',
  RANKING: 'Ranking',
  PIE: 'Pie',
  TABLE: 'Table',
};
