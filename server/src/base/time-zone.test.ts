import { describe, expect, it } from 'vitest';
import { parseTimeZone } from './time-zone.js';

describe('parseTimeZone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['america/new_york', 'America/New_York'],
    ['AMERICA/ARGENTINA/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['GMT', 'GMT'],
    ['EST5EDT', 'EST5EDT'],
    ['Z', 'UTC'],
    ['+05:30', '+05:30'],
    ['-0330', '-03:30'],
    ['+14', '+14:00'],
    ['-23:59', '-23:59'],
    ['+00:00', '+00:00'],
    ['-00:00', '+00:00'],
  ])('takes %s as %s', (text, zone) => {
    expect(parseTimeZone(text)).toBe(zone);
  });

  it('takes every zone that the platform lists, spelled as it is there', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(parseTimeZone(zone)).toBe(zone);
  });

  it.each([
    '',
    ' ',
    'Mars/Olympus',
    'z',
    '+24:00',
    '+05:60',
    '+5:30',
    '05:30',
    '+05:30:15',
    '+05:30[UTC]',
    '\u221205:30',
    'CST',
    'SystemV/EST5',
    'UTC\0',
    "UTC'",
    'a/b'.repeat(40),
  ])('refuses %j', (text) => {
    expect(() => parseTimeZone(text)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining('Give an IANA name') }),
    );
  });
});
