import { notFound } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { applyChanges } from '../engine/apply-changes.js';
import { BackgroundTable } from '../engine/background-table.js';
import type { Engine, EngineCell, Statement } from '../engine/engine.js';
import { readRows } from '../engine/read-rows.js';
import { createChangedRecords, jobsOfRequestStatement } from '../sql/changed-records.js';
import { createReceipts, readEventReceipts, readReceipt, receiptsTable } from '../sql/receipts.js';
import { fromReceiptRow, type NewReceipt, type Receipt, toReceiptRow } from './receipt.js';
import { ReceiptSpool } from './receipt-spool.js';
import type { ReceivedEvent } from './record-state.js';

/**
 * The receipts of webhook requests. They are written to their table in the background; until then they are in memory, where
 * they are found, and in the spool, from which the next process restores them.
 */
export interface ReceiptsOptions {
  readonly engine: Engine;
  readonly log: Log;
  /** Of the spool. */
  readonly directory: string;
  readonly cluster: string | undefined;
}

/** A receipt with its row, which is needed twice. */
interface Recorded {
  readonly receipt: Receipt;
  readonly row: string;
}

const limits = { timeoutMs: 10_000, threadsMax: 1 };
const restoreTimeoutMs = 60_000;
/** Of the objects around a row. */
const fixedBytes = 500;

export class Receipts {
  readonly #options: ReceiptsOptions;
  readonly #spool: ReceiptSpool;
  readonly #table: BackgroundTable<Recorded>;

  constructor(options: ReceiptsOptions) {
    const { engine, log, directory } = options;
    this.#options = options;
    this.#spool = new ReceiptSpool(directory, (err) =>
      log.warn({ err, directory }, 'the spool of receipts failed: a killed process would lose some of them'),
    );
    this.#table = new BackgroundTable({
      engine,
      log,
      table: receiptsTable,
      toRow: ({ row }) => row,
      bytesOf: ({ row }) => fixedBytes + row.length,
      onFlush: () => this.#spool.rotate(),
    });
  }

  async open(): Promise<void> {
    const { engine, cluster } = this.#options;
    await applyChanges(engine, [...createReceipts(cluster), ...createChangedRecords(cluster)]);
    await this.#restore();
    this.#table.start();
  }

  /** Never throws. When it returns, a killed process does not lose the receipt. */
  record(receipt: NewReceipt): void {
    const row = toReceiptRow(receipt);
    this.#spool.append(row);
    this.#table.add({ receipt, row });
  }

  async find(environmentId: string, id: string): Promise<Receipt> {
    const recorded = this.#table.unwritten.find(({ receipt }) => receipt.id === id)?.receipt;
    if (recorded?.environmentId === environmentId) return recorded;
    const [row] = await readRows(this.#options.engine, readReceipt(environmentId, id), limits);
    if (!row) throw notFound('Receipt', id);
    return fromReceiptRow(row);
  }

  /** The events with this unique ID, newest first. */
  async ofEvents(environmentId: string, uniqueId: string, dataPoolId?: string): Promise<ReceivedEvent[]> {
    await this.#table.flush();
    const rows = await this.#read(readEventReceipts(environmentId, uniqueId, dataPoolId));
    return rows.flatMap((row) => {
      const receipt = fromReceiptRow(row);
      const eventsAt = (places: unknown, isQuarantined: boolean) =>
        (places as readonly unknown[]).map((place) => ({
          receipt,
          eventIndex: Number(place) - 1,
          isQuarantined,
        }));
      const events = [...eventsAt(row.at(-2), false), ...eventsAt(row.at(-1), true)];
      return events.sort((a, b) => b.eventIndex - a.eventIndex);
    });
  }

  /** The jobs that updated or deleted records of the request, oldest first. */
  async jobIds({ environmentId, dataPoolId, requestId }: Receipt): Promise<string[]> {
    if (requestId === null) return [];
    const rows = await this.#read(jobsOfRequestStatement({ environmentId, id: dataPoolId }, requestId));
    return rows.map(([jobId]) => String(jobId));
  }

  async close(): Promise<void> {
    await this.#table.close();
    this.#spool.close();
  }

  async #read(statement: Statement): Promise<readonly (readonly EngineCell[])[]> {
    return (await this.#options.engine.query({ id: 'RECEIPTS', statement, limits })).rows;
  }

  /** Rows that were stored before the process ended are stored twice, and read once. */
  async #restore(): Promise<void> {
    const { engine, log } = this.#options;
    for (const { rows, remove } of this.#spool.left()) {
      try {
        if (rows.length > 0) await engine.insert({ table: receiptsTable, rows, timeoutMs: restoreTimeoutMs });
        remove();
      } catch (err) {
        log.warn({ err }, 'receipts of an earlier process could not be stored; the next start tries again');
      }
    }
  }
}
