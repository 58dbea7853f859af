import { createHash } from 'node:crypto';
import { randomHex } from '../base/ids.js';
import { NEWLINE } from '../base/json-bytes.js';
import { requestIdColumn } from '../sql/data-pool-ddl.js';

declare const requestId: unique symbol;

/** 12 bytes as 24 hexadecimal digits: the part of a row's ID that all rows of a request share. */
export type RequestId = string & { readonly [requestId]: true };

const requestIdBytes = 12;
const indexDigits = 8;
const firstIndex = '0'.repeat(indexDigits);
const hexDigits = Buffer.from('0123456789abcdef');

/** A request without an idempotency key is never retried, so any unique ID will do. */
export function newRequestId(): RequestId {
  return randomHex(requestIdBytes) as RequestId;
}

/**
 * A retry with the same key and body gets the same ID in any process and on any node, so its rows can be looked up without
 * knowing the first attempt.
 */
export function keyedRequestId(dataPoolId: string, keyDigest: string, bodyDigest: string): RequestId {
  const digest = createHash('sha256').update(JSON.stringify([dataPoolId, keyDigest, bodyDigest]));
  return digest.digest('hex').slice(0, requestIdBytes * 2) as RequestId;
}

const label = `${JSON.stringify(requestIdColumn)}:"`;
/** The offset of the index in a row: after the brace, the label, 24 digits and four dashes. */
const indexOffset = 1 + label.length + requestIdBytes * 2 + 4;

/** `"_weir_request":"…"` of the first row. A row must begin with this field, so that its index can be found. */
export function rowIdField(id: RequestId): string {
  return `${label}${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}${firstIndex}"`;
}

/** Writes the event's index into a row's ID, in place. */
export function writeRowIndex(row: Buffer, index: number): void {
  let rest = index;
  for (let at = indexOffset + indexDigits - 1; at >= indexOffset; at--) {
    row[at] = hexDigits[rest & 0xf] as number;
    rest >>>= 4;
  }
}

function readRowIndex(rows: Buffer, rowStart: number): number {
  const from = rowStart + indexOffset;
  return Number.parseInt(rows.toString('latin1', from, from + indexDigits), 16);
}

/** The rows of a request, without those that are already stored. */
export function withoutRows(rows: Buffer, stored: ReadonlySet<number>): Buffer {
  const kept: Buffer[] = [];
  for (let start = 0; start < rows.length; ) {
    const end = rows.indexOf(NEWLINE, start) + 1;
    if (!stored.has(readRowIndex(rows, start))) kept.push(rows.subarray(start, end));
    start = end;
  }
  return Buffer.concat(kept);
}
