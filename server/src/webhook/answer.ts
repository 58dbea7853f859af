import type { IngestOutcome } from '../ingest/ingest-pipeline.js';
import type { EventError } from '../ingest/refusal.js';

/** The bodies of answers. As text: the server sends it together with the head, in one write. */
const success = '{"statusCode":200,"statusMessage":"Event processed successfully"}';

/** `[{…},{…}]` with so many messages of success. */
export function allStored(count: number): string {
  return count === 0 ? '[]' : `[${success}${`,${success}`.repeat(count - 1)}]`;
}

export interface WebhookAnswer {
  readonly status: 200 | 400;
  readonly body: string;
}

export function answerTo(outcome: IngestOutcome): WebhookAnswer {
  if (outcome.isStored) return { status: 200, body: stored(outcome) };
  return { status: 400, body: refused(outcome.errors) };
}

/** Each event's own message. Only a sender that asked to store the good ones has bad ones among them. */
function stored({ eventCount, failed, errors }: IngestOutcome): string {
  if (failed.length === 0) return allStored(eventCount);
  const reasons = new Map<number, string>();
  for (const error of errors) {
    const before = reasons.get(error.index);
    reasons.set(error.index, before === undefined ? describe(error) : `${before}; ${describe(error)}`);
  }
  const messages: string[] = Array(eventCount).fill(success);
  for (const index of failed) {
    const statusMessage = reasons.get(index) ?? 'The event was refused, like others before it';
    messages[index] = JSON.stringify({ statusCode: 400, statusMessage });
  }
  return `[${messages.join(',')}]`;
}

const describe = ({ column, message }: EventError) => (column === null ? message : `${column}: ${message}`);

interface ShownError {
  readonly index: number | null;
  readonly column: string | null;
  readonly message: string;
}

export function refused(errors: readonly ShownError[]): string {
  const shown = errors.map(({ index, column, message }) => ({ index, column, message }));
  return JSON.stringify({ errors: shown });
}
