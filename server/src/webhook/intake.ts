import type { IncomingMessage } from 'node:http';
import type { SignatureCheck, VerifiedRequest } from '../auth/signature/signature-check.js';
import type { AuthorizeWebhook } from '../auth/webhook-basic-auth.js';
import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import { errorStatus } from '../base/error-status.js';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { newId } from '../base/ids.js';
import { type Body, readBody } from '../base/read-body.js';
import type { ZstdThread } from '../base/zstd-thread.js';
import type { WebhookDataSource } from '../catalog/definitions.js';
import type { EventsBody, IngestOutcome, IngestPipeline } from '../ingest/ingest-pipeline.js';
import { BodyRefusal, RowsTooLarge } from '../ingest/refusal.js';
import type { Verification } from '../receipts/receipt.js';
import { answerTo, answerToMessages, refused, type WebhookAnswer } from './answer.js';
import type { AnsweredRequest } from './answered-request.js';
import { bodyKind } from './body-kind.js';
import { deliveryKey, structuredKey } from './delivery-key.js';
import type { IntakeMetrics } from './intake-metrics.js';

/**
 * Handles one webhook request: finds the Data Source, authorizes the sender, and reads the body within its limits. The
 * pipeline processes the body; its outcome is mapped to a status here.
 */
export interface IntakeOptions {
  readonly findDataSource: (webhookKey: string) => Promise<WebhookDataSource | undefined>;
  readonly authorize: AuthorizeWebhook;
  readonly signatures: Pick<SignatureCheck, 'verify'>;
  readonly pipeline: Pick<IngestPipeline, 'destination' | 'ingest'>;
  readonly budget: ByteBudget;
  readonly zstd: ZstdThread;
  readonly metrics: IntakeMetrics;
  readonly clock: Clock;
  /** Called with each request to a Data Source before its answer is sent; must not throw. */
  readonly onAnswered: (request: AnsweredRequest) => void;
  readonly bodyBytesMax: number;
}

export interface Delivery {
  readonly webhookKey: string;
  readonly partial: string | string[] | undefined;
  readonly address: string;
  /** The whole URL of the request, as senders know it. */
  readonly url: () => string;
  readonly message: IncomingMessage;
  /** Sets a header of the response, whatever its status. */
  readonly setHeader: (name: string, value: string) => void;
  /** Finds the messages of a Segment SDK in a body; undefined where the content type says how to read it. */
  readonly messages?: (body: Buffer) => Promise<Pick<EventsBody, 'bytes' | 'key'>>;
  /** Already read where only it tells the webhook's key. */
  readonly body?: Buffer;
}

/** What is known of a request so far. */
interface Progress {
  readonly receiptId: string;
  readonly receivedAtMs: number;
  readonly startedAtMs: number;
  dataSource?: WebhookDataSource;
  dataPoolId?: string;
  verification: Verification;
  body?: Buffer;
}

export class Intake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  async receive(delivery: Delivery): Promise<WebhookAnswer> {
    const { clock } = this.#options;
    const progress: Progress = {
      receiptId: newId('receipt'),
      receivedAtMs: clock.now(),
      startedAtMs: clock.monotonic(),
      verification: 'NONE',
    };
    // Of every answer, so that it does not tell whether a key exists.
    delivery.setHeader('weir-receipt', progress.receiptId);
    try {
      const outcome = await this.#handle(delivery, progress);
      if (typeof outcome === 'string') {
        this.#answered(progress, { status: 200, reason: undefined });
        return { status: 200, body: outcome };
      }
      const answer = delivery.messages ? answerToMessages(outcome) : answerTo(outcome);
      const [first] = outcome.errors;
      if (outcome.failed.length > 0 && !outcome.isQuarantined)
        this.#options.metrics.refused(first?.reason ?? 'bad_event', poolOf(progress));
      const reason = outcome.isStored ? undefined : (first?.reason ?? 'bad_event');
      this.#answered(progress, { status: answer.status, reason, outcome });
      return answer;
    } catch (thrown) {
      const error =
        thrown instanceof RowsTooLarge ? new HttpRefusal(413, 'too_large', thrown.message) : thrown;
      this.#refuse(error, progress);
      if (error instanceof BodyRefusal) {
        return { status: 400, body: refused([{ index: null, column: null, message: error.message }]) };
      }
      if (error instanceof WeirError && error.code === 'UNAUTHENTICATED') {
        delivery.setHeader('www-authenticate', 'Basic realm="weir"');
      }
      throw error;
    }
  }

  async #handle(delivery: Delivery, progress: Progress): Promise<IngestOutcome | string> {
    const dataSource = await this.#sender(delivery, progress);
    // Without a Data Source, this throws.
    progress.dataPoolId ??= (await this.#options.pipeline.destination(dataSource)).id;
    return await this.#ingest(dataSource as WebhookDataSource, delivery, progress);
  }

  #refuse(error: unknown, progress: Progress): void {
    const reason = reasonOf(error);
    const cause = error instanceof WeirError ? causeOf(error) : {};
    this.#options.metrics.refused(reason, { ...poolOf(progress), ...cause });
    this.#answered(progress, { status: statusOf(error), reason, error });
  }

  /** Only requests to a Data Source that exists: others have nobody to ask about them. */
  #answered(
    progress: Progress,
    answer: Pick<AnsweredRequest, 'status' | 'reason' | 'outcome' | 'error'>,
  ): void {
    const { receiptId, receivedAtMs, startedAtMs, dataSource, dataPoolId, verification, body } = progress;
    if (!dataSource || dataPoolId === undefined) return;
    const { clock, onAnswered } = this.#options;
    const durationMs = clock.monotonic() - startedAtMs;
    const request = { receiptId, receivedAtMs, durationMs, dataSource, dataPoolId, verification, body };
    onAnswered({ ...request, ...answer });
  }

  /** Throws unless events can be sent to this key. Needs no credentials: the senders' own requests do. */
  async expects(webhookKey: string): Promise<void> {
    const { findDataSource, pipeline, metrics } = this.#options;
    try {
      await pipeline.destination(await findDataSource(webhookKey));
    } catch (error) {
      metrics.refused(reasonOf(error), {});
      throw error;
    }
  }

  /** Reads a body that tells the webhook's key. Nobody is authenticated yet, so the limit is lower. */
  async readUnnamed(message: IncomingMessage): Promise<Body> {
    const bodyBytesMax = Math.min(this.#options.bodyBytesMax, unnamedBodyBytesMax);
    try {
      return await readBody(message, { ...this.#options, bodyBytesMax });
    } catch (error) {
      this.#options.metrics.refused(reasonOf(error), {});
      throw error;
    }
  }

  refuseMethod(): HttpRefusal {
    return this.refuse(new HttpRefusal(405, 'method', 'Send events with POST'));
  }

  /** Counts what a route refuses. */
  refuse(refusal: HttpRefusal): HttpRefusal {
    this.#options.metrics.refused(refusal.reason, {});
    return refusal;
  }

  async #sender(delivery: Delivery, progress: Progress): Promise<WebhookDataSource | undefined> {
    const { webhookKey, message, address } = delivery;
    const { findDataSource, pipeline, authorize } = this.#options;
    const dataSource = await findDataSource(webhookKey);
    if (dataSource) {
      progress.dataSource = dataSource;
      progress.dataPoolId = (await pipeline.destination(dataSource)).id;
    }
    const basicAuth = dataSource?.settings.basicAuth;
    if (delivery.messages) {
      if (basicAuth || dataSource?.settings.signature) throw needsMore();
      return dataSource;
    }
    if (basicAuth !== null) {
      await authorize(basicAuth, webhookKey, message.headers.authorization, address);
      progress.verification = 'BASIC_AUTH';
    }
    return dataSource;
  }

  /** The outcome, or the answer to a request that is a question of the sender. */
  async #ingest(
    dataSource: WebhookDataSource,
    delivery: Delivery,
    progress: Progress,
  ): Promise<IngestOutcome | string> {
    const { message, partial, url, messages } = delivery;
    if (messages) return await this.#ingestMessages(dataSource, delivery, messages, progress);
    const { headers } = message;
    const { signature } = dataSource.settings;
    const contentType = headers['content-type'];
    const kind = bodyKind(contentType);
    const key = deliveryKey(headers);
    const isPartial = partialFlag(partial);
    let verified: VerifiedRequest | undefined;
    const verify = (body: Buffer) => {
      if (!signature) return;
      verified = this.#options.signatures.verify(signature, { headers, url: url(), body });
      progress.verification = signature.scheme;
    };
    const { bytes, release } = await readBody(message, this.#options, signature ? verify : undefined);
    progress.body = bytes;
    try {
      if (verified?.reply !== undefined) return verified.reply;
      return await this.#options.pipeline.ingest(dataSource, {
        bytes,
        kind,
        isPartial,
        key: verified?.key ?? key ?? structuredKey(contentType, bytes),
        headers,
      });
    } finally {
      release();
    }
  }

  async #ingestMessages(
    dataSource: WebhookDataSource,
    { message, body }: Delivery,
    messages: NonNullable<Delivery['messages']>,
    progress: Progress,
  ): Promise<IngestOutcome> {
    const { pipeline, budget } = this.#options;
    const read = body ? undefined : await readBody(message, this.#options);
    try {
      progress.body = body ?? (read as Body).bytes;
      const events = await messages(progress.body);
      budget.take(events.bytes.length);
      return await pipeline
        .ingest(dataSource, {
          ...events,
          kind: 'json',
          isPartial: true,
          isKeyEnough: true,
          headers: message.headers,
        })
        .finally(() => budget.give(events.bytes.length));
    } finally {
      read?.release();
    }
  }
}

/** Of requests whose webhook is not known yet. Segment takes 500 KB. */
const unnamedBodyBytesMax = 1024 * 1024;

const needsMore = () =>
  new HttpRefusal(
    401,
    'write_key_only',
    'This webhook needs a password or a signature, which SDKs cannot send. Use the write key of a webhook without them',
  );

function partialFlag(value: string | string[] | undefined): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new HttpRefusal(400, 'bad_query', 'partial must be true or false');
}

const reasonsByCode: Readonly<Partial<Record<WeirError['code'], string>>> = {
  UNAUTHENTICATED: 'unauthenticated',
  RATE_LIMITED: 'rate_limited',
  NOT_FOUND: 'unknown_key',
  CONFLICT: 'conflict',
  UNAVAILABLE: 'unavailable',
};

function reasonOf(error: unknown): string {
  if (error instanceof HttpRefusal) return error.reason;
  if (!(error instanceof WeirError)) return 'internal';
  const reason = error.details?.['reason'];
  return typeof reason === 'string' ? reason : (reasonsByCode[error.code] ?? 'other');
}

function statusOf(error: unknown): number {
  if (error instanceof HttpRefusal) return error.statusCode;
  return error instanceof WeirError ? errorStatus[error.code] : 500;
}

const poolOf = ({ dataPoolId }: Progress) => (dataPoolId === undefined ? {} : { dataPoolId });

/** The engine's or the catalog's own message, for the operator. */
const causeOf = (error: WeirError) =>
  error.code === 'UNAVAILABLE' && error.cause instanceof Error ? { err: error.cause } : {};
