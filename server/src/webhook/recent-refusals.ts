import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { newUlid } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { PeriodicWrite } from '../base/periodic-write.js';
import { applyChanges } from '../engine/apply-changes.js';
import type { Engine } from '../engine/engine.js';
import {
  createRecentRefusals,
  readRecentRefusals,
  refusalSlots,
  refusalsTable,
} from '../sql/recent-refusals.js';
import { engineTimestamp } from '../sql/time-filter.js';
import type { AnsweredRequest } from './answered-request.js';
import { refusalSample } from './refusal-sample.js';

/**
 * The last refused requests of each Data Source, so that people see why a sender fails. Recording only replaces an entry in
 * memory, which is written in bulk in the background. Senders and strangers, who failed to authenticate, have separate
 * slots: a flood without credentials cannot push out what helps a sender, and nothing of a stranger's body is kept.
 */
export interface RecentRefusal {
  readonly receiptId: string;
  readonly receivedAt: number;
  readonly status: number;
  readonly errors: readonly RefusalError[];
  readonly sample: string | null;
}

interface RefusalError {
  readonly index: number | null;
  readonly column: string | null;
  readonly message: string;
}

interface Entry extends RecentRefusal {
  readonly dataSourceId: string;
  readonly isFromSender: boolean;
  readonly slot: number;
}

export interface RecentRefusalsOptions {
  readonly engine: Engine;
  readonly log: Log;
  readonly cluster: string | undefined;
}

const errorsKeptMax = 10;
const messageCharactersMax = 500;
/** Each takes at most about 10 KB, so at most 20 MB. When there are more in one interval, further slots stay as they are. */
const pendingMax = 2_000;
const writeIntervalMs = 5_000;
const insertTimeoutMs = 10_000;
const readTimeoutMs = 10_000;

export class RecentRefusals {
  readonly #options: RecentRefusalsOptions;
  /** Slots belong to a process: the next one does not know which of them is the oldest. */
  readonly #writer = newUlid();
  /** By Data Source, how many were recorded of senders and of strangers. */
  readonly #recorded = new Map<string, { senders: number; strangers: number }>();
  /** By Data Source and slot. */
  #pending = new Map<string, Entry>();
  readonly #writes = new PeriodicWrite(writeIntervalMs, () => this.#write());

  constructor(options: RecentRefusalsOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { engine, cluster } = this.#options;
    await applyChanges(engine, createRecentRefusals(cluster));
    this.#writes.start();
  }

  record(request: AnsweredRequest): void {
    if (!isKept(request)) return;
    const isFromSender = isAuthenticated(request);
    const slot = this.#nextSlot(request.dataSource.id, isFromSender);
    const at = `${request.dataSource.id} ${slot}`;
    if (this.#pending.size >= pendingMax && !this.#pending.has(at)) return;
    // Deleted first, so that entries stay in the order of their time.
    this.#pending.delete(at);
    this.#pending.set(at, {
      dataSourceId: request.dataSource.id,
      isFromSender,
      slot,
      receiptId: request.receiptId,
      receivedAt: request.receivedAtMs,
      status: request.status,
      errors: errorsOf(request),
      sample: isFromSender ? refusalSample(request) : null,
    });
  }

  /** Newest first: this node's up to now, other nodes' up to a few seconds ago. */
  async list(dataSourceId: string, size: number): Promise<readonly RecentRefusal[]> {
    await this.#writes.catchUp();
    const { rows } = await this.#options.engine.query({
      id: 'QRYREFUSALS',
      statement: readRecentRefusals(dataSourceId, refusalSlots.senders),
      limits: { timeoutMs: readTimeoutMs, threadsMax: 1 },
    });
    let strangers = 0;
    return rows
      .filter(([, isFromSender]) => isFromSender === true || strangers++ < refusalSlots.strangers)
      .slice(0, size)
      .map(([receiptId, , receivedAt, status, errors, sample]) => ({
        receiptId: String(receiptId),
        receivedAt: Number(receivedAt),
        status: Number(status),
        errors: JSON.parse(String(errors)) as RefusalError[],
        sample: sample === null ? null : String(sample),
      }));
  }

  async close(): Promise<void> {
    await this.#writes.close();
  }

  #nextSlot(dataSourceId: string, isFromSender: boolean): number {
    const recorded = this.#recorded.get(dataSourceId) ?? { senders: 0, strangers: 0 };
    this.#recorded.set(dataSourceId, recorded);
    return isFromSender
      ? recorded.senders++ % refusalSlots.senders
      : refusalSlots.senders + (recorded.strangers++ % refusalSlots.strangers);
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const writing = this.#pending;
    this.#pending = new Map();
    const rows = [...writing.values()].map((entry) => `${JSON.stringify(this.#row(entry))}\n`).join('');
    try {
      await this.#options.engine.insert({
        table: refusalsTable,
        rows: Buffer.from(rows),
        timeoutMs: insertTimeoutMs,
      });
    } catch (error) {
      // A slot that has a newer entry by now keeps that one.
      this.#pending = new Map([...writing, ...this.#pending]);
      this.#options.log.warn({ err: error, pending: this.#pending.size }, 'writing recent refusals failed');
    }
  }

  #row({ receiptId, dataSourceId, slot, isFromSender, receivedAt, status, errors, sample }: Entry): object {
    return {
      id: receiptId,
      data_source_id: dataSourceId,
      writer: this.#writer,
      slot,
      is_from_sender: isFromSender,
      received_at: engineTimestamp(receivedAt),
      status,
      errors: JSON.stringify(errors),
      sample,
    };
  }
}

/**
 * Requests with a problem of their own. A 429 or 5xx says nothing about the request, and during an overload they would push
 * out everything else; metrics count them. Events in the quarantine are there to be read.
 */
function isKept({ status, outcome }: AnsweredRequest): boolean {
  if (status >= 400) return status !== 429 && status < 500;
  return outcome !== undefined && outcome.failed.length > 0 && !outcome.isQuarantined;
}

/** Without credentials in the settings, the URL is the credential. */
function isAuthenticated({ dataSource: { settings }, verification }: AnsweredRequest): boolean {
  if (settings.signature) return verification === settings.signature.scheme;
  return settings.basicAuth === null || verification === 'BASIC_AUTH';
}

function errorsOf({ outcome, error }: AnsweredRequest): RefusalError[] {
  if (outcome) {
    return outcome.errors
      .slice(0, errorsKeptMax)
      .map(({ index, column, message }) => ({ index, column, message: cut(message) }));
  }
  const isShown = error instanceof WeirError || error instanceof HttpRefusal;
  return isShown ? [{ index: null, column: null, message: cut(error.message) }] : [];
}

const cut = (message: string) =>
  message.length > messageCharactersMax ? `${message.slice(0, messageCharactersMax)}…` : message;
