import { expect, it } from 'vitest';
import { eventCounts } from './event-counts.js';

const stored = { isStored: true, isRepeated: false, isQuarantined: false, eventCount: 5, failed: [] };
const none = { accepted: 0, rejected: 0, quarantined: 0, duplicates: 0 };

it.each([
  ['stored', {}, { accepted: 5 }],
  ['refused as a whole', { isStored: false, failed: [1] }, { rejected: 5 }],
  ['stored in part', { failed: [1, 2] }, { accepted: 3, rejected: 2 }],
  ['quarantined in part', { failed: [1, 2], isQuarantined: true }, { accepted: 3, quarantined: 2 }],
  ['repeated', { isRepeated: true }, { duplicates: 5 }],
  ['repeated, stored in part', { isRepeated: true, failed: [1, 2] }, { duplicates: 3, rejected: 2 }],
  [
    'repeated, quarantined in part',
    { isRepeated: true, isQuarantined: true, failed: [1] },
    { duplicates: 5 },
  ],
])('counts each event of a request once: %s', (_, more, counted) => {
  expect(eventCounts({ ...stored, ...more })).toEqual({ ...none, ...counted });
});
