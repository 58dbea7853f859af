import { badInput, badRequest } from '../base/errors.js';
import {
  chartsOfKind,
  dashboardLimits,
  type MetricContent,
  type TileDefinition,
  type TilePlace,
} from './dashboard.js';

const {
  tilesMax,
  gridColumns,
  yMax,
  heightMax,
  titleCharactersMax,
  markdownCharactersMax,
  sqlCharactersMax,
  filterCharactersMax,
  dimensionsMax,
  rowLimitMax,
  tilesCharactersMax,
} = dashboardLimits;

/** What can be checked without the catalog: limits, places, and which fields go together. */
export function checkTiles(tiles: readonly TileDefinition[]): void {
  if (tiles.length > tilesMax)
    throw badInput('tiles', `${tiles.length} are given; at most ${tilesMax} are allowed`);
  for (const [index, tile] of tiles.entries()) checkTile(`tiles[${index}]`, tile);
  for (const [index, tile] of tiles.entries()) {
    const other = tiles.slice(0, index).findIndex((earlier) => overlap(earlier, tile));
    if (other >= 0) throw badRequest(`tiles[${index}] overlaps tiles[${other}]: move one of them`);
  }
  checkLength('tiles, as JSON', JSON.stringify(tiles), tilesCharactersMax);
}

export const checkFilterLength = (where: string, filterSql: string | null) =>
  checkLength(where, filterSql, filterCharactersMax);

function checkTile(where: string, tile: TileDefinition): void {
  checkPlace(where, tile);
  checkLength(`${where}.title`, tile.title, titleCharactersMax);
  if (tile.metric) checkMetricContent(`${where}.metric`, tile.metric);
  checkLength(`${where}.text.markdown`, tile.text?.markdown, markdownCharactersMax);
  if (tile.sql?.query.trim() === '') throw badRequest(`${where}.sql.query is empty. Give one SELECT.`);
  checkLength(`${where}.sql.query`, tile.sql?.query, sqlCharactersMax);
}

function checkPlace(where: string, { x, y, width, height }: TilePlace): void {
  checkRange(`${where}.x`, x, 0, gridColumns - 1);
  checkRange(`${where}.y`, y, 0, yMax);
  checkRange(`${where}.width`, width, 1, gridColumns);
  checkRange(`${where}.height`, height, 1, heightMax);
  if (x + width > gridColumns)
    throw badInput(
      where,
      `x ${x} and width ${width} exceed the ${gridColumns} columns of the grid; make one smaller`,
    );
}

function checkMetricContent(where: string, content: MetricContent): void {
  const { kind, chart, granularity, dimensions, rowLimit, sort } = content;
  const charts = chartsOfKind[kind];
  if (chart !== null && !charts.includes(chart))
    throw badInput(
      `${where}.chart`,
      `a ${kind} has ${charts.length === 0 ? 'no chart; remove it' : `one of ${charts.join(', ')}`}`,
    );
  if (kind === 'TIME_SERIES' && granularity === null)
    throw badInput(`${where}.granularity`, 'a TIME_SERIES needs one');
  if (kind !== 'TIME_SERIES' && granularity !== null)
    throw badInput(`${where}.granularity`, 'only a TIME_SERIES has one; remove it');
  if (kind === 'COUNTER' && dimensions.length > 0)
    throw badInput(`${where}.dimensions`, 'a COUNTER has none; remove them');
  if (kind === 'LEADERBOARD' && dimensions.length === 0)
    throw badInput(`${where}.dimensions`, 'a LEADERBOARD needs at least one');
  if (dimensions.length > dimensionsMax)
    throw badInput(`${where}.dimensions`, `at most ${dimensionsMax} are allowed`);
  if (rowLimit !== null) {
    if (dimensions.length === 0)
      throw badInput(`${where}.rowLimit`, 'there are no dimensions whose rows to limit; remove it');
    checkRange(`${where}.rowLimit`, rowLimit, 1, rowLimitMax);
  }
  if (sort !== null && kind !== 'LEADERBOARD')
    throw badInput(`${where}.sort`, 'only a LEADERBOARD has one; remove it');
  checkFilterLength(`${where}.filterSql`, content.filterSql);
}

function overlap(a: TilePlace, b: TilePlace): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function checkRange(where: string, value: number, min: number, max: number): void {
  if (value < min || value > max) throw badRequest(`${where} is ${value}; it must be from ${min} to ${max}`);
}

function checkLength(where: string, text: string | null | undefined, max: number): void {
  if (text && text.length > max)
    throw badRequest(`${where} is ${text.length} characters long; at most ${max} are allowed`);
}
