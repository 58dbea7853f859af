import type { PathEdge } from './path-plan.js';

const initialFields = 256;
/** A table that grew beyond this size is not reused. */
const keptFieldsMax = 65_536;

/** Per event: its start, its end, and whether there is white space between its tokens. */
const eventFields = 3;

/**
 * The offsets of each event in the body, and of each column's value in it; nothing is copied. All offsets are in one
 * array that is reused for the next body, because allocating arrays would dominate the cost of a single event.
 */
export class CellTable {
  count = 0;
  private stride = eventFields;
  private fields = new Int32Array(initialFields);
  /** For the current event: the rank of the reading that found each column's value. */
  private readonly ranks: number[] = [];
  private base = 0;

  /** Drops the previous body. */
  reset(columnCount: number): void {
    this.count = 0;
    this.stride = eventFields + columnCount * 2;
    if (this.fields.length > keptFieldsMax) this.fields = new Int32Array(initialFields);
  }

  openEvent(): void {
    const { stride } = this;
    this.base = this.count * stride;
    const end = this.base + stride;
    if (end > this.fields.length) {
      const larger = new Int32Array(Math.max(this.fields.length * 2, end));
      larger.set(this.fields);
      this.fields = larger;
    }
    this.fields.fill(0, this.base, end);
  }

  closeEvent(start: number, end: number, hasSpace: boolean): void {
    this.fields[this.base] = start;
    this.fields[this.base + 1] = end;
    this.fields[this.base + 2] = hasSpace ? 1 : 0;
    this.count++;
  }

  /** Records the value for the columns of this edge, unless a better reading has already found one. */
  record(edge: PathEdge, start: number, end: number, rank: number): void {
    const { columns } = edge;
    const { fields, ranks } = this;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] as number;
      const cell = this.base + eventFields + column * 2;
      if (fields[cell + 1] === 0 || rank < (ranks[column] as number)) {
        fields[cell] = start;
        fields[cell + 1] = end;
        ranks[column] = rank;
      }
    }
  }

  eventStart(event: number): number {
    return this.fields[event * this.stride] as number;
  }

  eventEnd(event: number): number {
    return this.fields[event * this.stride + 1] as number;
  }

  hasSpace(event: number): boolean {
    return this.fields[event * this.stride + 2] === 1;
  }

  cellStart(event: number, column: number): number {
    return this.fields[event * this.stride + eventFields + column * 2] as number;
  }

  /** 0 when the event has no value: no value ends at the body's first byte. */
  cellEnd(event: number, column: number): number {
    return this.fields[event * this.stride + eventFields + column * 2 + 1] as number;
  }
}
