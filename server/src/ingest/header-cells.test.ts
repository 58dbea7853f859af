import { expect, it } from 'vitest';
import { headerCells } from './header-cells.js';
import { compileRowPlan } from './row-plan.js';
import { column, ingest, parseRows } from './test-support.js';

const cells = (columns: Parameters<typeof compileRowPlan>[0], headers: Record<string, string>) => {
  const { text, complaints } = headerCells(compileRowPlan(columns).headerColumns, headers);
  return complaints.length > 0
    ? complaints.map(({ column: name, complaint }) => `${name}: ${complaint.message}`)
    : JSON.parse(`{${text.toString('utf8').slice(1)}}`);
};

it('a header fills a column as a string does, whatever the case of its name', () => {
  const columns = [
    column('event', 'STRING', '$headers.X-GitHub-Event', false),
    column('hook', 'INT64', '$headers.x-github-hook-id'),
    column('at', 'TIMESTAMP', '$headers.x-sent-at'),
    column('absent', 'STRING', '$headers.x-absent'),
    column('body', 'STRING', 'x-github-event'),
  ];
  const headers = {
    'x-github-event': 'say "hi"\\',
    'x-github-hook-id': '42',
    'x-sent-at': '2026-01-31T10:15:00Z',
  };
  expect(cells(columns, headers)).toEqual({
    event: 'say "hi"\\',
    hook: 42,
    at: '2026-01-31 10:15:00.000',
    absent: null,
  });
});

it('a header is UTF-8, or Latin-1, and in CloudEvents percent-encoded', () => {
  const columns = [column('a', 'STRING', '$headers.ce-subject'), column('b', 'STRING', '$headers.x-name')];
  const utf8 = Buffer.from('Zoë €').toString('latin1');
  expect(cells(columns, { 'ce-subject': 'Euro%20%E2%82%AC', 'x-name': '100%25' })).toEqual({
    a: 'Euro €',
    b: '100%25',
  });
  expect(cells(columns, { 'ce-subject': '50%', 'x-name': utf8 })).toEqual({ a: '50%', b: 'Zoë €' });
  expect(cells(columns, { 'x-name': 'Zo\xeb' })).toEqual({ a: null, b: 'Zoë' });
});

it('a header that is missing, too long or of another type is refused', () => {
  const columns = [
    column('a', 'STRING', '$headers.x-a', false),
    column('b', 'INT8', '$headers.x-b'),
    column('c', 'STRING', '$headers.x-c'),
  ];
  expect(cells(columns, { 'x-b': '300', 'x-c': 'c'.repeat(2_049) })).toEqual([
    'a: The header x-a is required, but it is missing',
    expect.stringContaining('b: "300" is not within'),
    'c: The header x-c has more than 2048 characters',
  ]);
});

it('no key of an event fills a column of a header', () => {
  const columns = [
    column('n', 'INT64'),
    column('event', 'STRING', '$headers.x-event'),
    column('last', 'STRING'),
  ];
  const forged = '[{"n":1,"$headers.x-event":"forged","last":"z"},{"$headers":{"x-event":"forged"}}]';
  const rows = (headers: Record<string, string>) =>
    parseRows(ingest(forged, columns, { headers })).map(({ n, event, last }) => ({ n, event, last }));
  expect(rows({ 'x-event': 'push' })).toEqual([
    { n: 1, event: 'push', last: 'z' },
    { n: null, event: 'push', last: null },
  ]);
  expect(rows({})).toEqual([
    { n: 1, event: null, last: 'z' },
    { n: null, event: null, last: null },
  ]);
});

it('a header that is refused refuses every event of its request', () => {
  const columns = [column('event', 'STRING', '$headers.x-event', false)];
  const { rowCount, failed, errors } = ingest('[{},{}]', columns);
  expect({ rowCount, failed }).toEqual({ rowCount: 0, failed: [0, 1] });
  expect(errors.map(({ index, column: name, reason }) => [index, name, reason])).toEqual([
    [0, 'event', 'required'],
    [1, 'event', 'required'],
  ]);
});
