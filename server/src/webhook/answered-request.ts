import type { WebhookDataSource } from '../catalog/definitions.js';
import type { IngestOutcome } from '../ingest/ingest-pipeline.js';
import type { Verification } from '../receipts/receipt.js';

/** A request to a Data Source and its answer, for those that keep account of them. */
export interface AnsweredRequest {
  /** In the header `Weir-Receipt` of the answer. */
  readonly receiptId: string;
  readonly dataSource: WebhookDataSource;
  readonly dataPoolId: string;
  readonly receivedAtMs: number;
  readonly durationMs: number;
  readonly verification: Verification;
  /** Decompressed; undefined when the request was refused before it was read. Not to be kept: its memory is accounted for. */
  readonly body: Buffer | undefined;
  readonly status: number;
  /** Why the request was refused; undefined if it was not. */
  readonly reason: string | undefined;
  /** Undefined when the events were not read, or could not be stored. */
  readonly outcome?: IngestOutcome;
  /** What was thrown instead. */
  readonly error?: unknown;
}
