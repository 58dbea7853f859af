import type { IncomingMessage } from 'node:http';
import type { SignatureCheck, VerifiedRequest } from '../auth/signature/signature-check.js';
import type { AuthorizeWebhook } from '../auth/webhook-basic-auth.js';
import type { ByteBudget } from '../base/byte-budget.js';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { readBody } from '../base/read-body.js';
import type { ZstdThread } from '../base/zstd-thread.js';
import type { WebhookDataSource } from '../catalog/definitions.js';
import type { IngestOutcome, IngestPipeline } from '../ingest/ingest-pipeline.js';
import { BodyRefusal, RowsTooLarge } from '../ingest/refusal.js';
import { answerTo, refused, type WebhookAnswer } from './answer.js';
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
  readonly bodyBytesMax: number;
}

export interface Delivery {
  readonly webhookKey: string;
  readonly partial: string | string[] | undefined;
  readonly address: string;
  /** The whole URL of the request, as senders know it. */
  readonly url: () => string;
  readonly message: IncomingMessage;
  /** Called when the response must request credentials. */
  readonly challenge: () => void;
}

export class Intake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  async receive(delivery: Delivery): Promise<WebhookAnswer> {
    const { pipeline, metrics } = this.#options;
    let dataPoolId: string | undefined;
    try {
      const dataSource = await this.#sender(delivery);
      dataPoolId = (await pipeline.destination(dataSource)).id;
      const outcome = await this.#ingest(dataSource as WebhookDataSource, delivery);
      if (typeof outcome === 'string') return { status: 200, body: outcome };
      if (outcome.failed.length > 0)
        metrics.refused(outcome.errors[0]?.reason ?? 'bad_event', { dataPoolId });
      return answerTo(outcome);
    } catch (thrown) {
      const error =
        thrown instanceof RowsTooLarge ? new HttpRefusal(413, 'too_large', thrown.message) : thrown;
      const fields = dataPoolId === undefined ? {} : { dataPoolId };
      metrics.refused(
        reasonOf(error),
        error instanceof WeirError ? { ...fields, ...causeOf(error) } : fields,
      );
      if (error instanceof BodyRefusal) {
        return { status: 400, body: refused([{ index: null, column: null, message: error.message }]) };
      }
      if (error instanceof WeirError && error.code === 'UNAUTHENTICATED') delivery.challenge();
      throw error;
    }
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

  refuseMethod(): HttpRefusal {
    const refusal = new HttpRefusal(405, 'method', 'Send events with POST');
    this.#options.metrics.refused(refusal.reason, {});
    return refusal;
  }

  async #sender({ webhookKey, message, address }: Delivery): Promise<WebhookDataSource | undefined> {
    const { findDataSource, authorize } = this.#options;
    const dataSource = await findDataSource(webhookKey);
    const basicAuth = dataSource?.settings.basicAuth;
    if (basicAuth !== null) {
      await authorize(basicAuth, webhookKey, message.headers.authorization, address);
    }
    return dataSource;
  }

  /** The outcome, or the answer to a request that is a question of the sender. */
  async #ingest(
    dataSource: WebhookDataSource,
    { message, partial, url }: Delivery,
  ): Promise<IngestOutcome | string> {
    const { headers } = message;
    const { signature } = dataSource.settings;
    const contentType = headers['content-type'];
    const kind = bodyKind(contentType);
    const key = deliveryKey(headers);
    const isPartial = partialFlag(partial);
    let verified: VerifiedRequest | undefined;
    const verify = (body: Buffer) => {
      if (signature) verified = this.#options.signatures.verify(signature, { headers, url: url(), body });
    };
    const { bytes, release } = await readBody(message, this.#options, signature ? verify : undefined);
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
}

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

/** The engine's or the catalog's own message, for the operator. */
const causeOf = (error: WeirError) =>
  error.code === 'UNAVAILABLE' && error.cause instanceof Error ? { err: error.cause } : {};
