import type { PathEdge } from './path-plan.js';

const initialEvents = 4;

/** Where in the body each event is, and each column's value in it: offsets only, nothing is copied. */
export class CellTable {
  readonly columnCount: number;
  count = 0;
  private bounds = new Int32Array(initialEvents * 2);
  private spaced = new Uint8Array(initialEvents);
  private starts: Int32Array;
  private ends: Int32Array;
  /** Of the event being read: how good the reading is that each column's value was found by. */
  private readonly ranks: Float64Array;
  private row = 0;

  constructor(columnCount: number) {
    this.columnCount = columnCount;
    this.starts = new Int32Array(initialEvents * columnCount);
    this.ends = new Int32Array(initialEvents * columnCount);
    this.ranks = new Float64Array(columnCount);
  }

  openEvent(): void {
    if (this.count === this.spaced.length) {
      this.grow();
    }
    this.row = this.count * this.columnCount;
    this.ends.fill(0, this.row, this.row + this.columnCount);
  }

  closeEvent(start: number, end: number, hasSpace: boolean): void {
    this.bounds[this.count * 2] = start;
    this.bounds[this.count * 2 + 1] = end;
    this.spaced[this.count] = hasSpace ? 1 : 0;
    this.count++;
  }

  /** Keeps the value for the columns of this edge unless a better reading found one already. */
  record(edge: PathEdge, start: number, end: number, rank: number): void {
    const columns = edge.columns;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] as number;
      const cell = this.row + column;
      if (this.ends[cell] === 0 || rank < (this.ranks[column] as number)) {
        this.starts[cell] = start;
        this.ends[cell] = end;
        this.ranks[column] = rank;
      }
    }
  }

  eventStart(event: number): number {
    return this.bounds[event * 2] as number;
  }

  eventEnd(event: number): number {
    return this.bounds[event * 2 + 1] as number;
  }

  /** Whether there is white space between the event's tokens. */
  hasSpace(event: number): boolean {
    return this.spaced[event] === 1;
  }

  cellStart(event: number, column: number): number {
    return this.starts[event * this.columnCount + column] as number;
  }

  /** 0 when the event has no such value: no value ends at the body's first byte. */
  cellEnd(event: number, column: number): number {
    return this.ends[event * this.columnCount + column] as number;
  }

  private grow(): void {
    this.bounds = grown(this.bounds, new Int32Array(this.bounds.length * 2));
    this.spaced = grown(this.spaced, new Uint8Array(this.spaced.length * 2));
    this.starts = grown(this.starts, new Int32Array(this.starts.length * 2));
    this.ends = grown(this.ends, new Int32Array(this.ends.length * 2));
  }
}

function grown<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
