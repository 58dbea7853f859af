import type { EncodedRows } from '../ingest/encode-rows.js';
import type { EventError } from '../ingest/refusal.js';

/** The bodies of answers, printed once and copied: most requests get the same message many times. */
const success = '{"statusCode":200,"statusMessage":"Event processed successfully"}';
const closeBracket = 0x5d;
const repeatedInitially = 128;

const printRepeated = (count: number) => Buffer.from(`[${`${success},`.repeat(count)}`);

let repeated = printRepeated(repeatedInitially);
const messageBytes = success.length + 1;

/** `[{…},{…}]` with so many messages of success. */
export function allStored(count: number): Buffer {
  if (count === 0) return Buffer.from('[]');
  const bytes = 1 + count * messageBytes;
  if (bytes > repeated.length) repeated = printRepeated(count * 2);
  const answer = Buffer.allocUnsafe(bytes);
  repeated.copy(answer, 0, 0, bytes);
  // In place of the comma after the last message.
  answer[bytes - 1] = closeBracket;
  return answer;
}

/** Each event's own message, for a sender that asked to store the good ones. */
export function partlyStored(eventCount: number, { failed, errors }: EncodedRows): Buffer {
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
  return Buffer.from(`[${messages.join(',')}]`);
}

const describe = ({ column, message }: EventError) => (column === null ? message : `${column}: ${message}`);

interface ShownError {
  readonly index: number | null;
  readonly column: string | null;
  readonly message: string;
}

export function refused(errors: readonly ShownError[]): Buffer {
  const shown = errors.map(({ index, column, message }) => ({ index, column, message }));
  return Buffer.from(JSON.stringify({ errors: shown }));
}
