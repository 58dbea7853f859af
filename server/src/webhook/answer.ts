import type { IngestOutcome } from '../ingest/ingest-pipeline.js';
import type { EventError } from '../ingest/refusal.js';

/** Response bodies, as strings: the server sends a string together with the headers in one write. */
const success = '{"statusCode":200,"statusMessage":"Event processed successfully"}';

/** `[{…},{…}]` with one success message per event. */
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

/** One message per event. Invalid events occur only if the sender asked for partial storage. */
function stored({ eventCount, failed, errors }: IngestOutcome): string {
  if (failed.length === 0) return allStored(eventCount);
  const reasons = new Map<number, string>();
  for (const error of errors) {
    const before = reasons.get(error.index);
    reasons.set(error.index, before === undefined ? describe(error) : `${before}; ${describe(error)}`);
  }
  const messages: string[] = Array(eventCount).fill(success);
  for (const index of failed) {
    const statusMessage = reasons.get(index) ?? 'The event was refused; only the first reasons are listed';
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
