import type { IngestOutcome } from '../ingest/ingest-pipeline.js';

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

type Answered = Pick<IngestOutcome, 'isStored' | 'isQuarantined' | 'eventCount' | 'failed' | 'errors'>;

export function answerTo(outcome: Answered): WebhookAnswer {
  if (outcome.isStored) return { status: 200, body: stored(outcome) };
  return { status: 400, body: refused(outcome.errors) };
}

/** One message per event. Invalid events occur only if they are quarantined, or the sender asked for partial storage. */
function stored({ isQuarantined, eventCount, failed, errors }: Answered): string {
  if (failed.length === 0) return allStored(eventCount);
  const reasons = new Map<number, string>();
  for (const error of errors) {
    const before = reasons.get(error.index);
    reasons.set(error.index, before === undefined ? describe(error) : `${before}; ${describe(error)}`);
  }
  const messages: string[] = Array(eventCount).fill(success);
  for (const index of failed) {
    const reason = reasons.get(index) ?? 'The event was refused; only the first reasons are listed';
    messages[index] = JSON.stringify(
      isQuarantined
        ? { statusCode: 202, statusMessage: `Event quarantined: ${reason}` }
        : { statusCode: 400, statusMessage: reason },
    );
  }
  return `[${messages.join(',')}]`;
}

const describe = ({ column, message }: Pick<ShownError, 'column' | 'message'>) =>
  column === null ? message : `${column}: ${message}`;

const messageErrorsMax = 100;

/**
 * The answer to the messages of a Segment SDK. The SDK decides which messages share a batch, and sends none again that was
 * refused. So valid messages are stored although others are not.
 */
export function answerToMessages({ isQuarantined, eventCount, failed, errors }: Answered): WebhookAnswer {
  if (failed.length === 0) return { status: 200, body: '{"success":true}' };
  const success = isQuarantined || failed.length < eventCount;
  const shown = errors.slice(0, messageErrorsMax).map(shownError);
  return { status: success ? 200 : 400, body: JSON.stringify({ success, errors: shown }) };
}

interface ShownError {
  readonly index: number | null;
  readonly column: string | null;
  readonly message: string;
}

/** The same body for every refusal: the code and a message, as everywhere, and the errors of events. */
export function refused(errors: readonly ShownError[]): string {
  const [first] = errors;
  const message = first ? describe(first) : 'The events cannot be stored';
  return JSON.stringify({ error: { code: 'BAD_REQUEST', message }, errors: errors.map(shownError) });
}

/** The body of a refusal of the whole request, which has no errors of events. */
export const refusedAsWhole = (error: { readonly message: string }) => ({
  error,
  errors: [{ index: null, column: null, message: error.message }],
});

const shownError = ({ index, column, message }: ShownError) => ({ index, column, message });
