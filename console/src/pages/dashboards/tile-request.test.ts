import { counterQuery, leaderboardQuery, sqlQuery, timeSeriesQuery } from '@weir/client';
import { describe, expect, it } from 'vitest';
import type { DraftTile } from './dashboard-draft.js';
import { tileRequest } from './tile-request.js';

const place = { key: 'a', title: '', x: 0, y: 0, width: 4, height: 3 };
const scope = {
  timeRange: { relative: 'TODAY' as const },
  timeZone: 'UTC',
  filterSql: "country = 'CH' -- only",
};
const metric = (content: Omit<NonNullable<DraftTile['metric']>, 'metricId'>): DraftTile => ({
  ...place,
  metricName: 'orders',
  metric: { metricId: 'MET', ...content },
});
const common = { metric: { id: 'MET' }, timeZone: 'UTC', timeRange: { relative: 'TODAY' } };

describe('the request of a tile', () => {
  it('has the range, the zone and the condition of the dashboard', () => {
    expect(tileRequest(metric({ kind: 'COUNTER' }), scope)).toEqual({
      document: counterQuery,
      canBeLive: true,
      variables: { input: { ...common, filterSql: scope.filterSql } },
    });
    expect(
      tileRequest(metric({ kind: 'COUNTER' }), { timeRange: {}, timeZone: 'UTC', filterSql: ' ' })?.variables,
    ).toEqual({ input: { metric: { id: 'MET' }, timeZone: 'UTC' } });
  });

  it('combines two conditions so that neither changes the other', () => {
    const { variables } = tileRequest(metric({ kind: 'COUNTER', filterSql: 'a OR b' }), scope)!;
    expect(variables.input).toEqual({
      ...common,
      filterSql: "(a OR b\n) AND (country = 'CH' -- only\n)",
    });
  });

  it('asks for the first groups of a time series, and for the rows of a leaderboard', () => {
    const plain = { ...scope, filterSql: '' };
    const series = metric({ kind: 'TIME_SERIES', granularity: 'HOUR', dimensions: ['country'], rowLimit: 3 });
    expect(tileRequest(series, plain)).toEqual({
      document: timeSeriesQuery,
      canBeLive: true,
      variables: { input: { ...common, granularity: 'HOUR', groupBy: ['country'], groupLimit: 3 } },
    });
    expect(tileRequest(metric({ kind: 'LEADERBOARD', dimensions: ['country'], sort: 'ASC' }), plain)).toEqual(
      {
        document: leaderboardQuery,
        canBeLive: true,
        variables: {
          input: { ...common, dimensions: [{ columnName: 'country' }], rowLimit: 10, sort: 'ASC' },
        },
      },
    );
  });

  it('leaves SQL as it is', () => {
    expect(tileRequest({ ...place, sql: { query: 'SELECT 1', dialect: 'POSTGRESQL' } }, scope)).toEqual({
      document: sqlQuery,
      canBeLive: false,
      variables: { input: { query: 'SELECT 1', dialect: 'POSTGRESQL' } },
    });
  });

  it('is none for a text, for a Metric that was deleted, and for SQL that is not shown', () => {
    expect(tileRequest({ ...place, text: { markdown: 'x' } }, scope)).toBeUndefined();
    expect(tileRequest({ ...metric({ kind: 'COUNTER' }), metricName: null }, scope)).toBeUndefined();
    expect(tileRequest({ ...place, sql: { query: null } }, scope)).toBeUndefined();
  });
});
