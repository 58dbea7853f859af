import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateTime, parseDateTime } from './date-time.js';
import { timeEndMs, timeMinMs } from './time-limits.js';

const march = Date.UTC(2026, 2, 1, 5);

describe('parseDateTime', () => {
  it.each([
    ['2026-03-01T05:00:00Z', march],
    ['2026-03-01T05:00Z', march],
    ['2026-03-01t05:00:00z', march],
    ['2026-03-01 05:00:00+00:00', march],
    ['2026-03-01T00:00:00-05:00', march],
    ['2026-03-01T10:45:00+0545', march],
    ['2026-03-01T06:00:00+01', march],
    ['2026-03-01T05:00:00.25Z', march + 250],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['1900-01-01T00:00:00Z', timeMinMs],
    ['2299-12-31T23:59:59.999Z', timeEndMs - 1],
  ])('reads %s', (text, epochMs) => {
    expect(parseDateTime(text)).toBe(epochMs);
  });

  it('rounds what is finer than a millisecond up, before and after 1970', () => {
    expect(parseDateTime('2026-03-01T05:00:00.000001Z')).toBe(march + 1);
    expect(parseDateTime('2026-02-28T23:59:59.999999Z')).toBe(Date.UTC(2026, 2, 1));
    expect(parseDateTime('2026-02-28T23:59:59.000000000001Z')).toBe(Date.UTC(2026, 1, 28, 23, 59, 59, 1));
    expect(parseDateTime('1950-01-01T00:00:00.000000001Z')).toBe(Date.UTC(1950, 0, 1) + 1);
    expect(parseDateTime('1950-01-01T00:00:00.001000Z')).toBe(Date.UTC(1950, 0, 1) + 1);
  });

  it.each([
    ['2026-03-01', 'has no offset from UTC. Write for example "2026-03-01T00:00:00Z"'],
    ['2026-03-01T05:00:00', 'has no offset from UTC. Write for example "2026-03-01T05:00:00Z"'],
    ['2026-03-01 05:00:00.5', 'has no offset'],
    ['2026-02-30', 'has no offset'],
    ['1899-12-31T23:59:59Z', 'outside the years 1900 to 2299'],
    ['0050-01-01T00:00:00Z', 'outside the years'],
    ['2299-12-31T23:30:00-01:00', 'outside the years'],
    ['2299-12-31T23:59:59.9999Z', 'outside the years'],
    ['2026-02-29T00:00:00Z', 'is not an ISO 8601 date and time'],
    ['2026-13-01T00:00:00Z', 'is not an ISO 8601'],
    ['2026-03-01T24:00:00Z', 'is not an ISO 8601'],
    ['2026-03-01T23:59:60Z', 'is not an ISO 8601'],
    ['2026-03-01T05:00:00+24:00', 'is not an ISO 8601'],
    ['2026-03-01T05:00:00.Z', 'is not an ISO 8601'],
    ['вавв-03-01T05:00:00Z', 'is not an ISO 8601'],
    ['2026-03-01T05:00:00Z[UTC]', 'is not an ISO 8601'],
    ['+002026-03-01T05:00:00Z', 'is not an ISO 8601'],
    ['20260301T050000Z', 'is not an ISO 8601'],
    ['yesterday', 'is not an ISO 8601'],
    ['', 'is not an ISO 8601'],
    ['1'.repeat(10_000), 'is not an ISO 8601'],
  ])('refuses %j', (text, message) => {
    expect(() => parseDateTime(text)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
    );
  });
});

describe('formatDateTime', () => {
  it('has milliseconds only where they are not zero', () => {
    expect(formatDateTime(march)).toBe('2026-03-01T05:00:00Z');
    expect(formatDateTime(march + 20)).toBe('2026-03-01T05:00:00.020Z');
    expect(formatDateTime(timeMinMs)).toBe('1900-01-01T00:00:00Z');
  });

  it('is read back as the same instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: timeMinMs, max: timeEndMs - 1 }), (epochMs) => {
        expect(parseDateTime(formatDateTime(epochMs))).toBe(epochMs);
      }),
    );
  });
});
