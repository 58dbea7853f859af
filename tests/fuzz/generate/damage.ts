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
  '@include(if: true)',
  '...f',
];

const repeated: readonly (readonly [piece: string, timesMax: number])[] = [
  ['/*', 20_000],
  ['(', 20_000],
  ['(', 300],
  ['NOT ', 5_000],
  ['-', 200],
  ['[', 3_000],
  ['CASE WHEN 1=1 THEN ', 500],
  ['{', 3_000],
  ['x', 40_000],
];

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
    [
      1,
      () => {
        const [piece, times] = choices.pick(repeated);
        return splice(text, place(), 0, piece.repeat(1 + choices.below(times)));
      },
    ],
    [1, () => text.slice(0, place())],
    [1, () => text.toUpperCase()],
  ]);
}

function splice(text: string, at: number, removed: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + removed);
}
