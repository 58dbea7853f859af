/**
 * The engine seam: what Weir asks of a column store, and nothing of how it is asked. Types only, so
 * that everything above can be read without knowing about HTTP, sockets or processes.
 */

export type ParameterValue = string | number | bigint | boolean | null | readonly ParameterValue[];

/** SQL with `{name:Type}` placeholders, and their values. Values never become part of the text. */
export interface Statement {
  readonly text: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  /** The Data Pools, by their identifiers, whose records it reads or changes. */
  readonly tables: readonly string[];
}

/** What one query may use. Absent means the engine's own bound. */
export interface QueryLimits {
  readonly timeoutMs: number;
  readonly memoryBytesMax?: number;
  readonly threadsMax?: number;
  /** The tier: records processed a second, throttled by the engine. */
  readonly recordsPerSecondMax?: number;
  readonly recordsProcessedMax?: number;
  readonly resultRowsMax?: number;
  /** Rows times columns, or the values inside of arrays and maps where there are more. */
  readonly resultCellsMax?: number;
  /** As the engine holds it, and as the text that it sends. */
  readonly resultBytesMax?: number;
}

export interface EngineQuery {
  /** Weir's id of the query: what `cancel` takes. */
  readonly id: string;
  readonly statement: Statement;
  readonly limits: QueryLimits;
  /** As the writer role, which sees what the engine itself is doing: only for statements of Weir's own. */
  readonly asWriter?: boolean;
  /** Cancels the query when it aborts. */
  readonly signal?: AbortSignal;
  /** Waits for an engine that is starting, and runs again when the engine ends in the middle, within its time-out. */
  readonly survivesRestart?: boolean;
  /** Called with the size of a large result before it is read: what it throws fails the query. */
  readonly admit?: (size: ResultSize) => Promise<void>;
}

export interface ResultSize {
  /** Of the text that came from the engine. */
  readonly bytes: number;
  readonly cells: number;
}

export interface ResultColumn {
  readonly name: string;
  /** The engine's own name of the type, such as `Nullable(DateTime64(3, 'UTC'))`. */
  readonly type: string;
}

/** A cell as the engine's JSON has it; integers past 32 bits and decimals are strings, to stay exact. */
export type EngineCell =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>;

export interface QueryStatistics {
  readonly recordsProcessed: number;
  readonly bytesProcessed: number;
}

export interface QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly EngineCell[])[];
  readonly statistics: QueryStatistics;
  /** The size of the columns and rows as they came from the engine. */
  readonly bytes: number;
}

export interface InsertRequest {
  /** Weir's id of the insert: what `cancel` takes. */
  readonly id?: string;
  /** `database.table`, both made by Weir, never by a user. */
  readonly table: string;
  /** The Data Pool whose table it is; absent for tables of Weir's own. */
  readonly dataPoolId?: string;
  /** Rows in JSONEachRow, newline-terminated. */
  readonly rows: Buffer;
  readonly timeoutMs: number;
}

export interface Engine {
  /** Runs a read, as the reader role unless it says otherwise. */
  query(request: EngineQuery): Promise<QueryResult>;
  /** Resolves once the rows are on disk. A rejection with UNAVAILABLE leaves it unknown whether they are. */
  insert(request: InsertRequest): Promise<void>;
  /** Runs DDL or a mutation as the writer role. */
  command(statement: Statement, timeoutMs?: number): Promise<void>;
  /** Stops a running query; harmless when it has already ended. */
  cancel(queryId: string): Promise<void>;
  /** Rejects with UNAVAILABLE unless the engine answers a query now. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
