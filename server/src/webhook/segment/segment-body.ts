import { createHash } from 'node:crypto';
import { inSlices } from '../../base/in-slices.js';
import * as json from '../../base/json-bytes.js';
import { BodyRefusal } from '../../ingest/refusal.js';
import { RowWriter } from '../../ingest/row-writer.js';
import { type Envelope, readEnvelope } from './envelope.js';
import { MemberScanner } from './member-scanner.js';
import { MessageWriter, type WrittenMessage } from './message-writer.js';

export interface SegmentBodyLimits {
  readonly eventsMax: number;
  /** Of all events together: a batch's context is repeated in each of its messages. */
  readonly eventBytesMax: number;
}

export interface SegmentEvents {
  /** A JSON array. */
  readonly bytes: Buffer;
  /** Identifies the messages by their IDs, in their order; undefined when one has none. */
  readonly key: string | undefined;
}

/**
 * The body of a request of Segment's API: one message, or a batch of them. Each becomes an event. It works on offsets of
 * the body, so that an event has what the sender wrote, byte for byte. Missing members are added. Only the write key is
 * removed, because it is a credential, which nobody should get from a record.
 */
export class SegmentBody {
  readonly #bytes: Buffer;
  readonly #scanner: MemberScanner;
  readonly #envelope: Envelope;

  private constructor(bytes: Buffer, scanner: MemberScanner, envelope: Envelope) {
    this.#bytes = bytes;
    this.#scanner = scanner;
    this.#envelope = envelope;
  }

  static async read(bytes: Buffer, isBatch: boolean): Promise<SegmentBody> {
    const scanner = new MemberScanner(bytes);
    return new SegmentBody(bytes, scanner, await finished(readEnvelope(scanner, bytes, isBatch)));
  }

  get writeKey(): string | undefined {
    return this.#envelope.writeKey;
  }

  /** `type` is what messages without one are. */
  async events(type: string | undefined, nowMs: number, limits: SegmentBodyLimits): Promise<SegmentEvents> {
    const bytes = this.#bytes;
    const out = new RowWriter(bytes.length, limits.eventBytesMax);
    const { shared } = this.#envelope;
    const messages = new MessageWriter({ bytes, scanner: this.#scanner, shared, type, nowMs }, out);
    const key = await finished(this.#write(messages, out, limits.eventsMax));
    return { bytes: out.finish(), key };
  }

  *#write(
    messages: MessageWriter,
    out: RowWriter,
    eventsMax: number,
  ): Generator<undefined, string | undefined> {
    const { batchAt, messageAt } = this.#envelope;
    const ids = createHash('sha256');
    let count = 0;
    let withId = 0;
    let at = batchAt === undefined ? messageAt : this.#scanner.firstElement(batchAt);
    out.byte(json.OPEN_BRACKET);
    while (at !== undefined) {
      yield;
      if (count === eventsMax)
        throw new BodyRefusal('too_many_events', at, `More than ${eventsMax} messages in one request`);
      if (count > 0) out.byte(json.COMMA);
      count += 1;
      const { id, end }: WrittenMessage = yield* messages.write(at);
      if (id) {
        withId += 1;
        ids.update(this.#bytes.subarray(id.valueStart, id.end)).update('\n');
      }
      at = batchAt === undefined ? undefined : this.#scanner.nextElement(end);
    }
    out.byte(json.CLOSE_BRACKET);
    // The pipeline reads the events once more.
    yield;
    return withId === count ? `segment ${ids.digest('base64url')}` : undefined;
  }
}

/** Runs the steps in slices. Returns what they return. */
async function finished<T>(steps: Generator<undefined, T>): Promise<T> {
  let result: T | undefined;
  function* observed() {
    result = yield* steps;
  }
  await inSlices(observed(), () => undefined);
  return result as T;
}
