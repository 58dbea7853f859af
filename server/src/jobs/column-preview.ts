import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import { type ColumnOutcome, ColumnReader } from '../ingest/column-reader.js';
import { formatCell } from '../sql/cell.js';
import { columnStoreType } from '../sql/column-store-type.js';
import type { Position } from '../sql/keyset.js';
import type { JobServices } from './job-services.js';
import { readPartitions, readStoredEvents } from './payload-reader.js';

export interface PreviewSample {
  readonly source: string | null;
  readonly value: string | null;
  readonly reason: string | null;
}

export interface PreviewGroup {
  readonly records: number;
  readonly samples: readonly PreviewSample[];
}

/** How stored events would fill a column. */
export interface ColumnPreview {
  readonly totalRecords: number;
  /** Fewer than all records when time ran out. */
  readonly examinedRecords: number;
  readonly fitting: PreviewGroup;
  readonly empty: PreviewGroup;
  readonly misfitting: PreviewGroup;
}

const samplesMax = 5;
/** Samples show different values. */
const sampleCharactersMax = 1_000;

/**
 * Reads the stored events as the job would, all of them if time allows. The partitions take turns, batch by batch, so that
 * when time runs out, events of all partitions have been read.
 */
export async function previewColumn(
  { engine, clock, queryTimeoutMs }: JobServices,
  pool: DataPool,
  column: Column & { readonly jsonProperty: string },
): Promise<ColumnPreview> {
  const deadlineMs = clock.monotonic() + queryTimeoutMs / 2;
  const untilMs = clock.now();
  const reader = new ColumnReader(column);
  const partitions = await readPartitions(engine, pool, untilMs);
  const groups = { fits: new Group(column), empty: new Group(column), misfits: new Group(column) };
  let examined = 0;
  const open: { readonly id: string; after: Position | null }[] = partitions.map(({ id }) => ({
    id,
    after: null,
  }));
  while (open.length > 0 && clock.monotonic() < deadlineMs) {
    const partition = open.shift();
    if (!partition) break;
    const at = { partitionId: partition.id, after: partition.after, untilMs };
    const events = await readStoredEvents(engine, pool, at);
    for (const outcome of await reader.read(events.payloads)) groups[outcome.kind].add(outcome);
    examined += events.ids.length;
    if (events.next !== null) open.push({ id: partition.id, after: events.next });
  }
  return {
    totalRecords: partitions.reduce((sum, { rows }) => sum + rows, 0),
    examinedRecords: examined,
    fitting: groups.fits.shown(),
    empty: groups.empty.shown(),
    misfitting: groups.misfits.shown(),
  };
}

class Group {
  readonly #column: Column;
  #records = 0;
  readonly #samples = new Map<string | null, PreviewSample>();

  constructor(column: Column) {
    this.#column = column;
  }

  add(outcome: ColumnOutcome): void {
    this.#records += 1;
    if (this.#samples.size >= samplesMax || this.#samples.has(outcome.source)) return;
    this.#samples.set(outcome.source, {
      source: outcome.source === null ? null : shown(outcome.source),
      value: outcome.kind === 'fits' ? shown(cellOf(this.#column, outcome.json)) : null,
      reason: outcome.kind === 'misfits' ? outcome.reason : null,
    });
  }

  shown(): PreviewGroup {
    return { records: this.#records, samples: [...this.#samples.values()] };
  }
}

const shown = (text: string) =>
  text.length > sampleCharactersMax ? `${text.slice(0, sampleCharactersMax)}…` : text;

/** A value as a cell would show it, independent of the event's notation. */
function cellOf(column: Column, json: string): string {
  const text = json.startsWith('"') ? String(JSON.parse(json)) : json;
  switch (column.type) {
    case 'FLOAT':
      return String(shortestFloat(Number(text)));
    case 'DOUBLE':
      return String(Number(text));
    case 'TIMESTAMP':
      return formatCell(columnStoreType(column), text) ?? text;
    default:
      return text;
  }
}

const floatDigitsMax = 9;

/** The shortest decimal that is the same FLOAT, which is how the engine prints it. */
function shortestFloat(value: number): number {
  const nearest = Math.fround(value);
  for (let digits = 1; digits < floatDigitsMax; digits += 1) {
    const shorter = Number(nearest.toPrecision(digits));
    if (Math.fround(shorter) === nearest) return shorter;
  }
  return Number(nearest.toPrecision(floatDigitsMax));
}
