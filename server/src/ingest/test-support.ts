import type { Column, ColumnType, DeclaredType } from '../catalog/column.js';
import { defaultDecodeLimits } from './decode-limits.js';
import { type EncodedRows, encodeRows } from './encode-rows.js';
import { EventDecoder, type EventSyntax } from './event-decoder.js';
import { BodyRefusal } from './refusal.js';
import { keyedRequestId } from './row-id.js';
import { compileRowPlan } from './row-plan.js';

/** Shared by the tests of this folder: from a body to rows in one call. */

export function column(
  name: string,
  type: ColumnType = 'STRING',
  jsonProperty: string = name,
  nullable = true,
): Column {
  return { name, type, jsonProperty, nullable };
}

const testRequestId = keyedRequestId('DPO1', 'key', 'body');

/** Used again for every body, as the service does: whatever one leaves behind, the next one must not notice. */
const usualDecoder = new EventDecoder();

export interface IngestOptions {
  readonly kind?: EventSyntax;
  readonly limits?: Partial<typeof defaultDecodeLimits>;
  readonly errorsMax?: number;
  readonly receivedAtMs?: number;
  readonly headers?: Record<string, string>;
}

export function ingest(
  body: string | Uint8Array,
  columns: Column[],
  options: IngestOptions = {},
): EncodedRows {
  const plan = compileRowPlan(columns);
  const decoder = options.limits
    ? new EventDecoder({ ...defaultDecodeLimits, ...options.limits })
    : usualDecoder;
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { receivedAtMs = 0, errorsMax = 100, headers = {} } = options;
  return encodeRows(decoder.decode(bytes, options.kind ?? 'json', plan), plan, {
    receivedAtMs,
    requestId: testRequestId,
    errorsMax,
    headers,
  });
}

export function parseRows({ rows }: EncodedRows): Record<string, unknown>[] {
  return rows
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The stored JSON of one value, or the message of its refusal. */
export function coerced(
  type: ColumnType,
  json: string,
  size: Omit<DeclaredType, 'type'> = {},
): { stored: string } | { refused: string } {
  const encoded = ingest(`{"v":${json}}`, [{ ...column('v', type, 'v', false), ...size }]);
  const [error] = encoded.errors;
  if (error !== undefined) {
    return { refused: error.message };
  }
  const row = encoded.rows.toString();
  return { stored: row.slice(row.lastIndexOf(',"v":') + 5, -2) };
}

export function refusalOf(run: () => unknown): BodyRefusal {
  try {
    run();
  } catch (error) {
    if (error instanceof BodyRefusal) {
      return error;
    }
    throw error;
  }
  throw new Error('The body was not refused');
}
