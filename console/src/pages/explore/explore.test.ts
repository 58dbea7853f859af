import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { href } from '../../routing/href.js';
import { parseSearch } from '../../routing/search.js';
import { granularities } from '../../time-range/granularity.js';
import { exploreRequest } from './explore-request.js';
import { type ExploreView, readView, viewParams } from './explore-view.js';
import { shownResult } from './shown-result.js';

const start = readView({});
const view = (changes: Partial<ExploreView>): ExploreView => ({ ...start, ...changes });
const inputOf = (changes: Partial<ExploreView>) => {
  const request = exploreRequest(view(changes), 'UTC');
  return 'missing' in request ? request.missing : request.variables.input;
};

describe('the address bar', () => {
  it('holds the whole view', () => {
    const whole = view({
      view: 'report',
      metric: 'MET1',
      dims: ['a b', 'c,d', 'é"&?'],
      more: ['MET2', 'MET3'],
      filter: "name = 'a & b'",
      limit: 25,
      sort: 'ASC',
      range: '2026-01-01T00:00:00Z..',
      zone: 'Europe/Zurich',
      chart: 'stacked',
      week: 'SUNDAY',
      compare: 'SAME_PERIOD_LAST_YEAR',
      filters: [{ column: 'a,b', operator: 'is', values: ['x"&', ''] }],
    });
    expect(readView(parseSearch(href('/explore', viewParams(whole)).split('?')[1] ?? ''))).toEqual(whole);
  });

  it('edited by hand gives something sensible', () => {
    const read = readView(parseSearch('view=x&gran=y&limit=99999&dims=nope&sort=1&zone=Mars/Base'));
    expect(read).toMatchObject({
      view: 'timeSeries',
      gran: 'DAY',
      limit: 10,
      dims: [],
      sort: 'DESC',
      zone: '',
    });
  });
});

describe('a time series', () => {
  const labelsOf = (zone: string, labels: string[], gran: ExploreView['gran'] = 'HOUR') =>
    shownResult(
      view({ gran }),
      zone,
      { timeSeries: { labels, values: labels.map(() => '0'), groups: null } } as never,
      'n',
    ).rows.map(([label]) => label);

  it('has a title that names its groups', () => {
    const answer = { timeSeries: { labels: [], values: [], groups: null } } as never;
    const titleOf = (group: string) => shownResult(view({ gran: 'DAY', group }), 'UTC', answer, 'n').title;
    expect([titleOf(''), titleOf('country')]).toEqual(['n by day, UTC', 'n by day and country, UTC']);
  });

  it('offers every granularity of the API', () => {
    const type = buildSchema(readFileSync('schema.graphql', 'utf8')).getType('TimeSeriesGranularity');
    expect(isEnumType(type) && type.getValues().map(({ name }) => name)).toEqual(granularities);
  });

  it('shows the month in which a quarter begins, and the time of a half hour', () => {
    expect(labelsOf('Europe/Zurich', ['2025-12-31T23:00:00Z'], 'QUARTER')).toEqual(['2026-01']);
    expect(labelsOf('Asia/Kathmandu', ['2026-03-01T00:15:00Z'], 'THIRTY_MINUTES')).toEqual([
      '2026-03-01 06:00',
    ]);
  });

  it('tells the hour that clocks show twice from itself', () => {
    const night = ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'];
    expect(labelsOf('Europe/Zurich', night)).toEqual([
      '2026-10-25 01:00',
      '2026-10-25 02:00 +02:00',
      '2026-10-25 02:00 +01:00',
    ]);
    expect(labelsOf('America/St_Johns', ['2026-11-01T03:30:00Z', '2026-11-01T04:30:00Z'])).toEqual([
      '2026-11-01 01:00 -02:30',
      '2026-11-01 01:00 -03:30',
    ]);
  });
});

describe('a request', () => {
  it('says what is still to be chosen', () => {
    expect(inputOf({})).toBe('Choose a Metric or a Data Pool.');
    expect(inputOf({ pool: 'DPO', agg: 'SUM' })).toBe('Choose a column.');
    expect(inputOf({ pool: 'DPO', agg: 'CUSTOM' })).toBe('Enter an expression.');
    expect(inputOf({ pool: 'DPO', view: 'pie' })).toBe('Choose at least one dimension.');
  });

  it('asks for a time series by group', () => {
    expect(
      inputOf({ pool: 'DPO', agg: 'SUM', column: 'price', group: 'country', range: 'LAST_N_DAYS:7' }),
    ).toEqual({
      metric: { sum: { dataPool: { id: 'DPO' }, measure: { columnName: 'price' } } },
      timeZone: 'UTC',
      timeRange: { relative: 'LAST_N_DAYS', n: 7 },
      granularity: 'DAY',
      groupBy: ['country'],
      groupLimit: 10,
    });
  });

  it('asks for a leaderboard for pies too', () => {
    const expected = {
      metric: { id: 'MET' },
      timeZone: 'UTC',
      filterSql: 'x > 1',
      dimensions: [{ columnName: 'country' }],
      rowLimit: 5,
      sort: 'DESC',
      others: true,
    };
    const asked = { metric: 'MET', filter: ' x > 1 ', dims: ['country'], limit: 5 };
    expect(inputOf({ ...asked, view: 'leaderboard' })).toEqual(expected);
    expect(inputOf({ ...asked, view: 'pie' })).toEqual(expected);
  });

  it('sends filters as such, beside the SQL', () => {
    const filters = [{ column: 'price', operator: 'over', values: ['5'] }] as const;
    for (const kind of ['counter', 'timeSeries', 'leaderboard', 'pie', 'report'] as const)
      expect(inputOf({ metric: 'MET', view: kind, dims: ['country'], filter: 'x', filters })).toMatchObject({
        filterSql: 'x',
        filters: [{ column: 'price', operator: 'GREATER_THAN', value: '5' }],
      });
  });

  it('asks for a report of several Metrics', () => {
    expect(inputOf({ view: 'report', metric: 'MET1', more: ['MET1', 'MET2'], dims: ['country'] })).toEqual({
      timeZone: 'UTC',
      dimensions: [{ columnName: 'country' }],
      metrics: [{ metric: { id: 'MET1' }, sort: 'DESC' }, { metric: { id: 'MET2' } }],
      first: 10,
    });
  });
});

describe('a comparison', () => {
  const compare = 'PREVIOUS_PERIOD';
  const timeRange = { start: '2026-01-01T00:00:00Z', stop: '2026-02-01T00:00:00Z' };

  it('is asked for only where there is an earlier period', () => {
    const range = 'THIS_MONTH';
    const asked = { metric: 'MET', dims: ['country'], compare } as const;
    expect(inputOf({ ...asked, view: 'counter', range })).toMatchObject({ compare: { period: compare } });
    expect(inputOf({ ...asked, view: 'leaderboard', range })).toHaveProperty('compare');
    expect(inputOf({ ...asked, view: 'timeSeries', range })).toHaveProperty('compare');
    expect(inputOf({ ...asked, view: 'counter' })).not.toHaveProperty('compare');
    for (const other of ['pie', 'report'] as const)
      expect(inputOf({ ...asked, view: other, range })).not.toHaveProperty('compare');
  });

  it('says how much a counter has changed', () => {
    const changeOf = (comparison: object) =>
      shownResult(
        view({ view: 'counter' }),
        'UTC',
        { counter: { value: '120', format: null, comparison: { timeRange, ...comparison } } } as never,
        'n',
      ).change;
    expect(changeOf({ value: '100', change: '20', changePercent: 20 })).toBe(
      '+20 % compared with 2026-01-01 to 2026-01-31 (100)',
    );
    expect(changeOf({ value: '0', change: '120', changePercent: null })).toBe(
      '120 compared with 2026-01-01 to 2026-01-31 (0)',
    );
    expect(changeOf({ value: null, change: null, changePercent: null })).toBe(
      'Nothing to compare with in 2026-01-01 to 2026-01-31 (no value)',
    );
  });

  it('draws the earlier values in step, and adds columns to a leaderboard', () => {
    const labels = ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'];
    const comparison = { values: ['3', null, '9'], timeRange };
    const series = shownResult(
      view({ chart: 'stacked' }),
      'UTC',
      { timeSeries: { labels, values: ['5', '6'], groups: null, comparison } } as never,
      'n',
    );
    expect(series.chart).toMatchObject({
      kind: 'bar',
      series: [{ values: [5, 6] }, { name: 'n, 2026-01-01 to 2026-01-31', values: [3, null] }],
    });
    expect(series.rows).toEqual([
      ['2026-02-01', '5', '3'],
      ['2026-02-02', '6', null],
    ]);
    const board = shownResult(
      view({ view: 'leaderboard', dims: ['country'] }),
      'UTC',
      {
        leaderboard: {
          headers: ['country', 'n'],
          rows: [['CH', '5']],
          comparison: {
            rows: [{ value: '4', change: '1', changePercent: 25 }],
            gone: [[null, '7']],
            timeRange,
          },
        },
      } as never,
      'n',
    );
    expect(board.rows).toEqual([['CH', '5', '4', '1', '25']]);
    expect(board.headers.slice(3)).toEqual(['Change', 'Change in percent']);
    expect(board.notes).toEqual(['Gone: null (7).']);
  });
});
