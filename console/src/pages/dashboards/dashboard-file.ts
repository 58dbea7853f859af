import type { CreateDashboardInput } from '@weir/client';
import { type DashboardDraft, tileInput } from './dashboard-draft.js';

/**
 * A dashboard as a JSON file. Metrics have their names in it too, so that the file can be imported where the same Metrics have
 * other IDs.
 */
const format = 'weir-dashboard';
const version = 1;

/** What is wrong in a file, and where. */
export class DashboardFileError extends Error {
  override readonly name = 'DashboardFileError';
}

export interface KnownMetric {
  readonly id: string;
  readonly uniqueName: string;
}

export function dashboardFile(draft: DashboardDraft): string {
  const { uniqueName, description, timeRange, timeZone, filterSql } = draft;
  const tiles = draft.tiles.map((tile) => {
    const input = tileInput(tile);
    return input.metric && tile.metricName
      ? { ...input, metric: { metricName: tile.metricName, ...input.metric } }
      : input;
  });
  const file = { format, version, uniqueName, description, timeRange, timeZone, filterSql, tiles };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads a file, and finds its Metrics by ID or else by name. The service checks the rest, such as columns. */
export function readDashboardFile(text: string, metrics: readonly KnownMetric[]): CreateDashboardInput {
  const file = object('the file', parsed(text));
  if (file['format'] !== format) refuse('format', `"${format}" is expected`, file['format']);
  if (file['version'] !== version) refuse('version', `${version} is expected`, file['version']);
  const { format: _format, version: _version, ...fields } = file;
  onlyKnown('', fields, ['uniqueName', 'description', 'timeRange', 'timeZone', 'filterSql', 'tiles']);
  const tiles = list('tiles', fields['tiles'] ?? []);
  return {
    ...texts('', fields, ['uniqueName', 'description', 'timeZone', 'filterSql']),
    ...(fields['timeRange'] !== undefined && { timeRange: timeRange(fields['timeRange']) }),
    tiles: tiles.map((tile, index) => readTile(`tiles[${index}]`, tile, metrics)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DashboardFileError(`The file is not JSON: ${(error as Error).message}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Tile = NonNullable<CreateDashboardInput['tiles']>[number];

function refuse(where: string, expected: string, found: unknown): never {
  const shown = found === undefined ? 'nothing is there' : `this is ${JSON.stringify(found)?.slice(0, 60)}`;
  throw new DashboardFileError(`${where}: ${expected}, but ${shown}`);
}

function object(where: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse(where, 'an object is expected', value);
  return value as Fields;
}

function list(where: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) refuse(where, 'a list is expected', value);
  return value as readonly unknown[];
}

const within = (where: string, name: string) => (where === '' ? name : `${where}.${name}`);

function onlyKnown(where: string, fields: Fields, names: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new DashboardFileError(
      `${within(where, unknown)} is no field; the fields here are ${names.join(', ')}`,
    );
}

/** Only those that are there. */
function fieldsOf<T>(
  where: string,
  fields: Fields,
  names: readonly string[],
  isOne: (value: unknown) => boolean,
  expected: string,
): Record<string, T> {
  const there = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  for (const name of there) if (!isOne(fields[name])) refuse(within(where, name), expected, fields[name]);
  return Object.fromEntries(there.map((name) => [name, fields[name] as T]));
}

const texts = (where: string, fields: Fields, names: readonly string[]) =>
  fieldsOf<string>(where, fields, names, (value) => typeof value === 'string', 'a text is expected');

const numbers = (where: string, fields: Fields, names: readonly string[]) =>
  fieldsOf<number>(where, fields, names, Number.isInteger, 'a whole number is expected');

function timeRange(value: unknown): object {
  const fields = object('timeRange', value);
  onlyKnown('timeRange', fields, ['timestamp', 'relative', 'n', 'start', 'stop']);
  return {
    ...texts('timeRange', fields, ['timestamp', 'relative', 'start', 'stop']),
    ...numbers('timeRange', fields, ['n']),
  };
}

const placeNames = ['x', 'y', 'width', 'height'] as const;
const contentNames = ['metric', 'sql', 'text'] as const;

function readTile(where: string, value: unknown, metrics: readonly KnownMetric[]): Tile {
  const fields = object(where, value);
  onlyKnown(where, fields, ['title', ...placeNames, ...contentNames]);
  const place = numbers(where, fields, placeNames);
  for (const name of placeNames)
    if (place[name] === undefined) refuse(`${where}.${name}`, 'a whole number is expected', fields[name]);
  const contents = contentNames.filter((name) => fields[name] !== undefined && fields[name] !== null);
  const [content] = contents;
  if (content === undefined || contents.length > 1)
    throw new DashboardFileError(`${where}: exactly one of ${contentNames.join(', ')} is expected`);
  return {
    ...texts(where, fields, ['title']),
    ...place,
    [content]: readers[content](
      `${where}.${content}`,
      object(`${where}.${content}`, fields[content]),
      metrics,
    ),
  } as Tile;
}

type ContentReader = (where: string, fields: Fields, metrics: readonly KnownMetric[]) => object;

const required = (where: string, fields: Fields, name: string) => {
  if (typeof fields[name] !== 'string') refuse(`${where}.${name}`, 'a text is expected', fields[name]);
};

const readers: Readonly<Record<(typeof contentNames)[number], ContentReader>> = {
  text: (where, fields) => {
    onlyKnown(where, fields, ['markdown']);
    required(where, fields, 'markdown');
    return texts(where, fields, ['markdown']);
  },
  sql: (where, fields) => {
    onlyKnown(where, fields, ['query', 'dialect', 'chart']);
    required(where, fields, 'query');
    return texts(where, fields, ['query', 'dialect', 'chart']);
  },
  metric: (where, fields, metrics) => {
    const names = ['kind', 'chart', 'granularity', 'sort', 'filterSql'];
    onlyKnown(where, fields, ['metricId', 'metricName', 'dimensions', 'rowLimit', ...names]);
    required(where, fields, 'kind');
    const dimensions = list(`${where}.dimensions`, fields['dimensions'] ?? []);
    for (const [index, name] of dimensions.entries())
      if (typeof name !== 'string') refuse(`${where}.dimensions[${index}]`, 'a text is expected', name);
    return {
      metricId: metricOf(where, fields, metrics),
      ...texts(where, fields, names),
      ...numbers(where, fields, ['rowLimit']),
      dimensions,
    };
  },
};

function metricOf(where: string, fields: Fields, metrics: readonly KnownMetric[]): string {
  const { metricId, metricName } = texts(where, fields, ['metricId', 'metricName']);
  const found =
    metrics.find(({ id }) => id === metricId) ?? metrics.find(({ uniqueName }) => uniqueName === metricName);
  if (found) return found.id;
  if (metricName === undefined)
    refuse(`${where}.metricId`, 'the ID of a Metric is expected', fields['metricId']);
  throw new DashboardFileError(
    `${where}.metricName: there is no Metric "${metricName}" here; create it first`,
  );
}
