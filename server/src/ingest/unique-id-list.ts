import type { IncomingHttpHeaders } from 'node:http';
import { COMMA, QUOTE } from '../base/json-bytes.js';
import { headerCells } from './header-cells.js';
import type { UniqueIdColumn } from './row-plan.js';
import { RowWriter } from './row-writer.js';

/** Longer IDs are left out: receipts keep all of them, and IDs are rarely longer than a UUID. */
export const uniqueIdBytesMax = 256;

const expectedBytes = 64;
const roundings: Partial<Record<UniqueIdColumn['type'], (wide: number) => number>> = {
  FLOAT: Math.fround,
  DOUBLE: (wide) => wide,
};

/** Where an event goes. */
export type EventFate = 'stored' | 'quarantined' | 'refused';

/** The unique IDs of a request's events: JSON strings in the order of the events, separated by commas. */
export interface UniqueIds {
  readonly stored: string;
  /** Empty if no event is quarantined. */
  readonly quarantined: string;
}

export const noUniqueIds: UniqueIds = { stored: '', quarantined: '' };

/**
 * Collects the unique IDs of a request's events for its receipt: a list of those that are stored, and one of those that are
 * quarantined. An event that is not in a list has an empty ID there, so that an ID's place is its event's index.
 */
export class UniqueIdList {
  private readonly out = new RowWriter(expectedBytes);
  /** Where the list ended before the current event. */
  private end = 0;
  private events = 0;
  private quarantined: RowWriter | undefined;
  private readonly round: ((wide: number) => number) | undefined;
  private readonly headerCell: Buffer | undefined;

  constructor({ type, header }: UniqueIdColumn, headers: IncomingHttpHeaders) {
    this.round = roundings[type];
    this.headerCell = header && headerCells([header], headers).text.subarray(header.label.length);
  }

  /** The cell of the current event, as JSON. */
  add(cell: Buffer): void {
    const { out } = this;
    if (cell.length > uniqueIdBytesMax) return;
    if (cell[0] === QUOTE) {
      out.bytes(cell, 0, cell.length);
      return;
    }
    out.byte(QUOTE);
    // Numbers that are equal have equal texts; integers have already.
    if (this.round) out.ascii(String(this.round(Number(cell.toString('latin1')))));
    else out.bytes(cell, 0, cell.length);
    out.byte(QUOTE);
  }

  endEvent(fate: EventFate): void {
    const { out } = this;
    if (fate !== 'refused' && this.headerCell) this.add(this.headerCell);
    if (fate === 'quarantined') {
      this.quarantined ??= emptyIds(this.events);
      writeId(this.quarantined, out.since(this.end));
    } else if (this.quarantined) {
      writeId(this.quarantined, noId);
    }
    if (fate !== 'stored') out.rewind(this.end);
    if (out.length === this.end) out.ascii('""');
    out.byte(COMMA);
    this.end = out.length;
    this.events++;
  }

  finish(): UniqueIds {
    return { stored: listOf(this.out), quarantined: this.quarantined ? listOf(this.quarantined) : '' };
  }
}

const noId = Buffer.alloc(0);

function writeId(list: RowWriter, id: Buffer): void {
  if (id.length === 0) list.ascii('""');
  else list.bytes(id, 0, id.length);
  list.byte(COMMA);
}

/** A list of events that have no ID in it. */
function emptyIds(events: number): RowWriter {
  const list = new RowWriter(expectedBytes);
  for (let event = 0; event < events; event++) writeId(list, noId);
  return list;
}

/** Without the last comma. */
const listOf = (list: RowWriter) => list.finish().toString('utf8', 0, Math.max(list.length - 1, 0));
