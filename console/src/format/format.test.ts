import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.js';
import { formatBytes, formatEnum, formatInstant, formatNumber, formatTimestampCell } from './format.js';
import { layOutJson } from './json-layout.js';

describe('numbers', () => {
  it.each([
    ['9007199254740993', '9,007,199,254,740,993'],
    ['-1234.5678', '-1,234.5678'],
    ['1e300', '1e300'],
    ['abc', 'abc'],
    [null, '—'],
    [0, '0'],
  ])('%j is shown as %s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });

  it('show bytes in the unit that fits', () => {
    expect([0, 999, 1500, '123456789', null].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.5 KB',
      '123 MB',
      '—',
    ]);
  });
});

describe('times', () => {
  it('are on the wall clock of the zone, through daylight saving', () => {
    expect(formatInstant('2026-03-29T00:30:00Z', 'Europe/Zurich')).toBe('2026-03-29 01:30:00');
    expect(formatInstant('2026-03-29T01:30:00Z', 'Europe/Zurich')).toBe('2026-03-29 03:30:00');
    expect(formatInstant('2026-03-29T01:30:00Z', 'UTC')).toBe('2026-03-29 01:30:00');
  });

  it('in cells are UTC, and keep their milliseconds', () => {
    expect(formatTimestampCell('2026-01-01 23:00:00.125', 'Europe/Zurich')).toBe('2026-01-02 00:00:00.125');
    expect(formatTimestampCell('2026-01-01 23:00:00', 'UTC')).toBe('2026-01-01 23:00:00');
    expect(formatTimestampCell('not a time', 'Europe/Zurich')).toBe('not a time');
  });

  it.each([
    ['Europe/Zurich', '2026-10-24 23:59:59', '2026-10-25 01:59:59'],
    ['Europe/Zurich', '2026-10-25 00:00:00', '2026-10-25 02:00:00 +02:00'],
    ['Europe/Zurich', '2026-10-25 00:59:59.999', '2026-10-25 02:59:59.999 +02:00'],
    ['Europe/Zurich', '2026-10-25 01:00:00', '2026-10-25 02:00:00 +01:00'],
    ['Europe/Zurich', '2026-10-25 01:59:59', '2026-10-25 02:59:59 +01:00'],
    ['Europe/Zurich', '2026-10-25 02:00:00', '2026-10-25 03:00:00'],
    ['Europe/Zurich', '2026-03-29 01:30:00', '2026-03-29 03:30:00'],
    ['Australia/Lord_Howe', '2026-04-04 14:45:00', '2026-04-05 01:45:00 +11:00'],
    ['Australia/Lord_Howe', '2026-04-04 15:15:00', '2026-04-05 01:45:00 +10:30'],
    ['Australia/Lord_Howe', '2026-04-04 15:30:00', '2026-04-05 02:00:00'],
    ['America/New_York', '2026-11-01 06:30:00', '2026-11-01 01:30:00 -05:00'],
    ['Pacific/Apia', '2011-12-30 10:00:00', '2011-12-31 00:00:00'],
    ['Asia/Kolkata', '2026-10-25 00:30:00', '2026-10-25 06:00:00'],
  ])(
    'in cells, at %s, say how far from UTC they are where clocks show an hour twice: %s',
    (zone, cell, shown) => {
      expect(formatTimestampCell(cell, zone)).toBe(shown);
    },
  );
});

it('enums are read as words', () => {
  expect(formatEnum('COUNT_DISTINCT')).toBe('Count distinct');
  expect(formatEnum('SQL')).toBe('SQL');
});

describe('JSON', () => {
  it('is laid out like JSON.stringify with an indent of 2', () => {
    const value = { a: [1, { b: [] }, {}, 'x: [{"y"}], \\"z'], 'k,{': null, c: [[true]] };
    expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  it.each([
    ['{"n":12345678901.12345678}', '{\n  "n": 12345678901.12345678\n}'],
    ['[9007199254740993,1e999,-0,1.0]', '[\n  9007199254740993,\n  1e999,\n  -0,\n  1.0\n]'],
    ['{"b": 1, "2": 2}', '{\n  "b": 1,\n  "2": 2\n}'],
    ['[not JSON', '[not JSON'],
  ])('keeps every digit and every place: %s', (text, laidOut) => {
    expect(layOutJson(text)).toBe(laidOut);
  });

  it('may have a string of 10 million characters', () => {
    const text = `"${'x'.repeat(10_000_000)}\\""`;
    expect(layOutJson(`{"a":${text}}`)).toBe(`{\n  "a": ${text}\n}`);
  });
});

describe('CSV', () => {
  it('quotes what needs it and tells null from empty', () => {
    expect(
      toCsv(
        ['a', 'b,"c"'],
        [
          ['x\ny', null],
          ['', '1'],
        ],
      ),
    ).toBe('a,"b,""c"""\r\n"x\ny",\r\n"",1\r\n');
  });

  it('does not hand formulas to a spreadsheet, and leaves numbers alone', () => {
    expect(toCsv(['v'], [['=1+1'], ['-5.5'], ['+x'], ['@a']])).toBe("v\r\n'=1+1\r\n-5.5\r\n'+x\r\n'@a\r\n");
  });
});
