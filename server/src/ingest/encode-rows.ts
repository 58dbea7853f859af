import type { IncomingHttpHeaders } from 'node:http';
import { inSlices } from '../base/in-slices.js';
import { CLOSE_BRACE, NEWLINE } from '../base/json-bytes.js';
import { payloadColumn, receivedAtColumn } from '../catalog/column.js';
import { errorsColumn, headersColumn } from '../catalog/quarantine.js';
import { arrivalTimestamp } from '../sql/time-filter.js';
import { JsonValue } from './coercion.js';
import type { DecodedEvents } from './event-decoder.js';
import { type HeaderCells, headerCells, readHeaders } from './header-cells.js';
import { type EventError, RowsTooLarge } from './refusal.js';
import { type RequestId, rowIdField, writeRowIndex } from './row-id.js';
import type { PlannedColumn, RowPlan } from './row-plan.js';
import { RowWriter } from './row-writer.js';
import { noUniqueIds, UniqueIdList, type UniqueIds } from './unique-id-list.js';

/**
 * Decoded events -> rows for the engine, as JSONEachRow: one line for each good event, in their order.
 *
 * The payload is the event's JSON without the white space between its tokens, otherwise byte for byte: the order of keys,
 * escapes and the digits of numbers are kept. Without white space a row is one line, equal events have equal texts, and
 * pretty-printed bodies are not stored at twice their size.
 *
 * It goes to the engine as a JSON string. The engine would also accept the bare object for a String column, which saves a
 * microsecond of escaping here, but takes the engine longer to read (measured: 8 µs per row instead of 6), and would
 * depend on `input_format_json_read_objects_as_strings`.
 */
export interface EncodeOptions {
  readonly receivedAtMs: number;
  /** Part of the ID of every row. */
  readonly requestId: RequestId;
  /** The index of the first event, in the IDs of rows; by default 0. */
  readonly firstIndex?: number;
  /** The headers of the request, for the columns that they fill. */
  readonly headers?: IncomingHttpHeaders;
  /** Most errors reported in full; all are counted. */
  readonly errorsMax: number;
  /** Whether invalid events get rows too, for the quarantine. */
  readonly quarantines?: boolean;
  /** More bytes of rows are refused with `RowsTooLarge`. */
  readonly rowBytesMax?: number;
}

export interface EncodedRows {
  /** The rows of the valid events, to be stored when no event failed or the sender allowed partial storage. */
  readonly rows: Buffer;
  readonly rowCount: number;
  /** The rows of the invalid events, if they are to be quarantined. */
  readonly quarantined: Buffer;
  /** The indices of the events without a row, ascending. */
  readonly failed: readonly number[];
  /** The bytes of the first of them, in the body. */
  readonly firstFailed: Buffer | undefined;
  /** The first errors, by event and column; an event with several bad columns has several. */
  readonly errors: readonly EventError[];
  readonly errorCount: number;
  /** Empty if the Data Pool has no unique ID. */
  readonly uniqueIds: UniqueIds;
}

/** How much escaping usually lengthens payloads. A single event gets space for the worst case, so it is never moved. */
const usualBytesPerByte = 1.25;
const worstBytesPerByte = 2;
/** Most reasons that are kept with a quarantined event. */
const quarantinedErrorsMax = 20;
const noRows = Buffer.alloc(0);

export function encodeRows(events: DecodedEvents, plan: RowPlan, options: EncodeOptions): EncodedRows {
  const encoder = new RowEncoder(events, plan, options);
  for (let index = 0; index < events.count; index++) encoder.encode(index);
  return encoder.finish();
}

/** The same for events of a body that was decoded in slices. */
export async function encodeRowsInSlices(
  events: DecodedEvents,
  plan: RowPlan,
  options: EncodeOptions,
): Promise<EncodedRows> {
  const encoder = new RowEncoder(events, plan, options);
  await inSlices(Array(events.count).keys(), (index) => encoder.encode(index));
  return encoder.finish();
}

class RowEncoder {
  private readonly head: Buffer;
  private readonly out: RowWriter;
  private quarantined: RowWriter | undefined;
  private readonly value = new JsonValue();
  private readonly headers: HeaderCells;
  private readonly failed: number[] = [];
  private firstFailed: Buffer | undefined;
  private readonly errors: EventError[] = [];
  private errorCount = 0;
  /** Of the current event, if it is to be quarantined. */
  private ownErrors: EventError[] = [];
  private headersText: string | undefined;
  private readonly uniqueIds: UniqueIdList | undefined;

  constructor(
    private readonly events: DecodedEvents,
    private readonly plan: RowPlan,
    private readonly options: EncodeOptions,
  ) {
    this.head = rowHead(options);
    this.headers = headerCells(plan.headerColumns, options.headers ?? {});
    this.uniqueIds = plan.uniqueId && new UniqueIdList(plan.uniqueId, options.headers ?? {});
    const { body, count } = events;
    const bytesPerByte = count === 1 ? worstBytesPerByte : usualBytesPerByte;
    this.out = new RowWriter(
      Math.ceil(body.length * bytesPerByte) +
        count * (this.head.length + this.headers.text.length + plan.expectedBytes),
      options.rowBytesMax,
    );
  }

  /** Call with the index of every event, in order. */
  encode(index: number): void {
    const { out } = this;
    const before = out.length;
    const isGood = this.encodeEvent(index);
    this.uniqueIds?.endEvent(isGood ? 'stored' : this.options.quarantines ? 'quarantined' : 'refused');
    if (isGood) return;
    out.rewind(before);
    this.failed.push(index);
    const { body, cells } = this.events;
    this.firstFailed ??= body.subarray(cells.eventStart(index), cells.eventEnd(index));
    if (this.options.quarantines) this.quarantine(index);
  }

  finish(): EncodedRows {
    const { events, out, failed, firstFailed, errors, errorCount } = this;
    const quarantined = this.quarantined?.finish() ?? noRows;
    const { rowBytesMax = Number.POSITIVE_INFINITY } = this.options;
    if (out.length + quarantined.length > rowBytesMax) throw new RowsTooLarge(rowBytesMax);
    const rowCount = events.count - failed.length;
    const uniqueIds = this.uniqueIds?.finish() ?? noUniqueIds;
    const rows = out.finish();
    return { rows, rowCount, quarantined, failed, firstFailed, errors, errorCount, uniqueIds };
  }

  /** The event byte for byte: what is wrong with it may be in the white space. */
  private quarantine(index: number): void {
    const { head } = this;
    this.quarantined ??= new RowWriter(0, this.options.rowBytesMax);
    const { quarantined } = this;
    const { body, cells } = this.events;
    writeRowIndex(head, index);
    quarantined.bytes(head, 0, head.length);
    quarantined.quotedBytes(body, cells.eventStart(index), cells.eventEnd(index));
    const errors = this.ownErrors.map(({ column, reason, message }) => ({ column, reason, message }));
    this.headersText ??= JSON.stringify(readHeaders(this.plan.headerColumns, this.options.headers ?? {}));
    const rest = Buffer.from(
      `,"${errorsColumn.name}":${JSON.stringify(JSON.stringify(errors))},"${headersColumn.name}":${JSON.stringify(this.headersText)}}\n`,
    );
    quarantined.bytes(rest, 0, rest.length);
    this.ownErrors = [];
  }

  private encodeEvent(index: number): boolean {
    const { body, cells, faults } = this.events;
    const fault = faults.size === 0 ? undefined : faults.get(index);
    if (fault !== undefined) {
      this.report(index, null, fault);
      return false;
    }
    const { head, out } = this;
    writeRowIndex(head, index + (this.options.firstIndex ?? 0));
    out.bytes(head, 0, head.length);
    const start = cells.eventStart(index);
    const end = cells.eventEnd(index);
    if (cells.hasSpace(index)) {
      out.quotedCompact(body, start, end);
    } else {
      out.quotedTight(body, start, end);
    }
    const isGood = this.encodeColumns(index);
    out.bytes(this.headers.text, 0, this.headers.text.length);
    for (const { column, complaint } of this.headers.complaints) this.report(index, column, complaint);
    out.byte(CLOSE_BRACE);
    out.byte(NEWLINE);
    return isGood && this.headers.complaints.length === 0;
  }

  private encodeColumns(index: number): boolean {
    const { body, cells } = this.events;
    const { columns, uniqueId } = this.plan;
    let isGood = true;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] as PlannedColumn;
      this.out.bytes(column.label, 0, column.label.length);
      const end = cells.cellEnd(index, at);
      if (end !== 0) {
        this.value.point(body, cells.cellStart(index, at), end);
      }
      const before = this.out.length;
      const isCellGood = this.encodeCell(index, column, end !== 0);
      isGood &&= isCellGood;
      if (isCellGood && at === uniqueId?.at) this.uniqueIds?.add(this.out.since(before));
    }
    return isGood;
  }

  private encodeCell(index: number, column: PlannedColumn, isPresent: boolean): boolean {
    if (!isPresent || this.value.isNull()) {
      if (column.nullable) {
        this.out.ascii('null');
        return true;
      }
      const message = `A value is required, but it is ${isPresent ? 'null' : 'missing'}`;
      this.report(index, column.name, { reason: 'required', message });
      return false;
    }
    const complaint = column.coerce(this.value, this.out);
    if (complaint !== null) {
      this.report(index, column.name, complaint);
      return false;
    }
    return true;
  }

  private report(index: number, column: string | null, error: Pick<EventError, 'reason' | 'message'>): void {
    this.errorCount++;
    if (this.errors.length < this.options.errorsMax) {
      this.errors.push({ index, column, reason: error.reason, message: error.message });
    }
    if (this.options.quarantines && this.ownErrors.length < quarantinedErrorsMax) {
      this.ownErrors.push({ index, column, reason: error.reason, message: error.message });
    }
  }
}

const receivedAtLabel = JSON.stringify(receivedAtColumn.name);
const payloadLabel = JSON.stringify(payloadColumn.name);

/** The start of every row: `{"_weir_request":"…","_service_received_at":"…",…,"_service_payload":` */
function rowHead({ receivedAtMs, requestId }: EncodeOptions): Buffer {
  const head = `{${rowIdField(requestId)},${receivedAtLabel}:"${arrivalTimestamp(receivedAtMs)}",${payloadLabel}:`;
  return Buffer.from(head, 'latin1');
}
