import { expect, test } from 'vitest';
import { noUniqueIds } from '../ingest/unique-id-list.js';
import { type NewReceipt, toReceiptRow } from './receipt.js';

const receipt: NewReceipt = {
  id: 'RCP1',
  environmentId: 'ENV1',
  dataSourceId: 'DSO1',
  dataPoolId: 'DPO1',
  receivedAt: Date.UTC(2026, 2, 1, 5, 0, 0, 7),
  verification: 'GITHUB',
  statusCode: 200,
  reason: null,
  requestId: null,
  storedEvents: 1,
  quarantinedEvents: 2,
  duplicateEvents: 3,
  refusedEvents: 4,
  uniqueIds: { stored: '"a","\\u0062 \\"ü\\"",""', quarantined: '"","","c"' },
};

test('a row is one line of JSON with every value', () => {
  const row = toReceiptRow(receipt);
  expect(row.indexOf('\n')).toBe(row.length - 1);
  expect(JSON.parse(row)).toEqual({
    id: 'RCP1',
    environment_id: 'ENV1',
    data_source_id: 'DSO1',
    data_pool_id: 'DPO1',
    received_at: '2026-03-01 05:00:00.007',
    verification: 'GITHUB',
    status_code: 200,
    reason: '',
    request_id: '',
    stored_events: 1,
    quarantined_events: 2,
    duplicate_events: 3,
    refused_events: 4,
    unique_ids: ['a', 'b "ü"', ''],
    quarantined_unique_ids: ['', '', 'c'],
  });
  expect(
    JSON.parse(toReceiptRow({ ...receipt, reason: 'a "reason"\n', uniqueIds: noUniqueIds })),
  ).toMatchObject({
    reason: 'a "reason"\n',
    unique_ids: [],
  });
});
