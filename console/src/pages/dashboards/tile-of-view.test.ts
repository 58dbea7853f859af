import { expect, it } from 'vitest';
import { type ExploreView, readView } from '../explore/explore-view.js';
import { tileOfView } from './tile-of-view.js';
import { exploreViewOf } from './tile-request.js';

const view = (changes: Partial<ExploreView>): ExploreView => ({
  ...readView({}),
  metric: 'MET',
  ...changes,
});

it.each<Partial<ExploreView>>([
  { view: 'counter' },
  { view: 'timeSeries', gran: 'HOUR', chart: 'stacked', group: 'country' },
  { view: 'leaderboard', dims: ['country', 'city'] },
  { view: 'pie', dims: ['country'] },
])('a tile shows what Explore showed: %j', (changes) => {
  const tile = tileOfView(view(changes), 'orders');
  expect(exploreViewOf(tile!.metric!)).toEqual(view(changes));
});

it('keeps the filter, the limit and the order', () => {
  const given = view({ view: 'pie', dims: ['country'], limit: 5, sort: 'ASC', filter: 'price > 1' });
  expect(tileOfView(given, 'orders')?.metric).toMatchObject({
    rowLimit: 5,
    sort: 'ASC',
    filterSql: 'price > 1',
  });
});

it('keeps the filters beside the SQL', () => {
  const filters = [{ column: 'country', operator: 'is', values: ['CH', 'DE'] }] as const;
  const given = view({ view: 'counter', filter: 'price > 1', filters });
  expect(tileOfView(given, 'orders')?.metric?.filterSql).toBe(
    `(price > 1\n) AND (("country" = 'CH' OR "country" = 'DE')\n)`,
  );
});

it.each<Partial<ExploreView>>([
  { metric: '', pool: 'DPO' },
  { view: 'report', dims: ['country'] },
  { view: 'leaderboard' },
])('is none for what no tile can show: %j', (changes) => {
  expect(tileOfView(view(changes), 'orders')).toBeUndefined();
});
