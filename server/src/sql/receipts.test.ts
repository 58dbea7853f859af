import { expect, test } from 'vitest';
import { idempotencyKeyKeptMs } from '../ingest/claim-batch.js';
import { receiptKeptHours } from './receipts.js';

test('receipts are kept at least as long as the keys by which a request is recognised', () => {
  expect(receiptKeptHours * 3_600_000).toBeGreaterThanOrEqual(idempotencyKeyKeptMs);
});
