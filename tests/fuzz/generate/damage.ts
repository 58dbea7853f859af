import type { Choices } from '../choices.js';

/** Turns a text that is well-formed into one that nearly is. */
const fragments = [
  '/*',
  '*/',
  '--',
  ';',
  '(',
  ')',
  "'",
  '"',
  '`',
  '\\',
  '\0',
  '\n',
  ' ',
  ',',
  '$$',
  '::',
  '{',
  '}',
  '[',
  ']',
  'NULL',
  'SELECT',
  'FROM',
  'UNION ALL',
  ' FINAL',
  ' SETTINGS max_threads = 1',
  ' FORMAT CSV',
  ' PREWHERE 1',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\ud800',
  `\${{ tenant }}`,
  '_weir_request',
  '_weir_p0',
  'iban',
  '_service_payload',
  '@include(if: true)',
  '...f',
];

/** Short to write and, to a reader that goes back or goes down for each, long to read. */
const repeated = ['/*', '(', 'NOT ', '[', '-', 'CASE WHEN 1=1 THEN ', '{', "'", 'x', ' ', '/**/'];
const times = [40, 300, 3_000, 15_000];

export function damaged(choices: Choices, text: string): string {
  const place = () => choices.below(text.length + 1);
  return choices.weighted([
    [4, () => splice(text, place(), 0, choices.pick(fragments))],
    [3, () => splice(text, place(), 1 + choices.below(8), '')],
    [3, () => splice(text, place(), 1, choices.pick(fragments))],
    [
      1,
      () => {
        const from = place();
        return splice(text, from, 0, text.slice(from, from + choices.below(40)));
      },
    ],
    [3, () => splice(text, place(), 0, choices.pick(repeated).repeat(choices.pick(times)))],
    [1, () => text.slice(0, place())],
    [1, () => text.toUpperCase()],
  ]);
}

function splice(text: string, at: number, removed: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}
