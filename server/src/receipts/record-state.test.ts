import { describe, expect, test } from 'vitest';
import type { Job, JobWork } from '../catalog/job.js';
import type { Receipt } from './receipt.js';
import { eventReceipt, type KnownRecords, type ReceivedEvent, rowOf } from './record-state.js';

const choice = { filterSql: 'true', filters: [] };
const job = (id: string, work: JobWork, startedAt: number) => ({ id, work, startedAt }) as unknown as Job;
const deletion = (startedAt: number) => job('JOB-D', { kind: 'DELETION', ...choice }, startedAt);
const update = job('JOB-U', { kind: 'UPDATE', ...choice, set: [] }, 0);

/** The event of a request that came at a time; `of` is the request that it repeats. */
const event = (receivedAt: number, of?: number): ReceivedEvent => ({
  receipt: {
    id: `RCP${receivedAt}`,
    receivedAt,
    requestId: `request ${of ?? receivedAt}`,
    duplicateEvents: of === undefined ? 0 : 1,
  } as unknown as Receipt,
  eventIndex: 0,
  isQuarantined: false,
});

const [first, second, third] = [event(1), event(2), event(3)];

function statesOf(
  events: readonly ReceivedEvent[],
  {
    seen = [],
    quarantined = [],
    jobs = [],
    isMutable = true,
  }: {
    seen?: readonly ReceivedEvent[];
    quarantined?: readonly ReceivedEvent[];
    jobs?: readonly (readonly [ReceivedEvent, readonly Job[]])[];
    isMutable?: boolean;
  },
): string[] {
  const known: KnownRecords = {
    events: [...events].reverse(),
    isMutable,
    seenRows: new Set(seen.map(rowOf)),
    quarantinedRows: new Set(quarantined.map(rowOf)),
    jobsByRow: new Map(jobs.map(([each, list]) => [rowOf(each), list])),
  };
  return events.map((each) => {
    const { state, replacedBy } = eventReceipt(each, known);
    return replacedBy ? `${state} by ${replacedBy.id}` : state;
  });
}

describe('records that replace each other', () => {
  test('name the next version, whichever is seen', () => {
    const events = [first, second, third];
    expect(statesOf(events, { seen: [third] })).toEqual(['REPLACED by RCP2', 'REPLACED by RCP3', 'STORED']);
  });

  test('name an earlier one that a version column prefers', () => {
    expect(statesOf([first, second], { seen: [first] })).toEqual(['STORED', 'REPLACED by RCP1']);
    expect(statesOf([second], { seen: [first] })).toEqual(['REPLACED']);
  });

  test('were replaced before a job deleted them, or deleted before others came', () => {
    const both = [first, second];
    const jobs = both.map((each) => [each, [deletion(5)]] as const);
    expect(statesOf(both, { jobs })).toEqual(['REPLACED by RCP2', 'DELETED']);
    const early = [[first, [deletion(1.5)]] as const];
    expect(statesOf(both, { seen: [second], jobs: early })).toEqual(['DELETED', 'STORED']);
  });

  test('are not replaced by a repeated request', () => {
    const again = event(4, 1);
    expect(statesOf([first, second, again], { seen: [second] })).toEqual([
      'REPLACED by RCP2',
      'STORED',
      'REPLACED by RCP2',
    ]);
    expect(statesOf([first, again], { seen: [first] })).toEqual(['STORED', 'STORED']);
    const jobs = [[second, [deletion(9)]] as const];
    expect(statesOf([first, second, again], { jobs })).toEqual(['REPLACED by RCP2', 'DELETED', 'GONE']);
  });
});

test('records that stay beside each other are stored, updated, deleted or expired by themselves', () => {
  const jobs = [
    [first, [update]],
    [second, [update, deletion(5)]],
  ] as const;
  const states = statesOf([first, second, third], { seen: [first], jobs, isMutable: false });
  expect(states).toEqual(['UPDATED', 'DELETED', 'GONE']);
});

test('a deletion that did not reach a record leaves it updated, not deleted', () => {
  expect(statesOf([first], { seen: [first], jobs: [[first, [deletion(5)]]] })).toEqual(['STORED']);
  expect(statesOf([first], { seen: [first], jobs: [[first, [update, deletion(5)]]] })).toEqual(['UPDATED']);
});

test('an event in quarantine replaces nothing until it is stored', () => {
  const invalid = { ...event(2), isQuarantined: true };
  expect(statesOf([first, invalid], { seen: [first], quarantined: [invalid] })).toEqual([
    'STORED',
    'QUARANTINED',
  ]);
  expect(statesOf([first, invalid], { seen: [invalid] })).toEqual(['REPLACED by RCP2', 'STORED']);
  expect(statesOf([invalid], {})).toEqual(['GONE']);
});
