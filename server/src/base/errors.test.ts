import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorStatus } from './error-status.js';
import { errorCodes } from './errors.js';

it('is documented: docs/errors.md has every code with its status and meaning, and no other', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\|\s*`([A-Z_]+)`\s*\|\s*(\d+)\s*\|\s*(.+?)\s*\|$/gm)].map(
    ([, code, status, meaning]) => [code, Number(status), meaning],
  );
  const expected = Object.entries(errorCodes).map(([code, meaning]) => [
    code,
    errorStatus[code as keyof typeof errorCodes],
    meaning,
  ]);
  expect(rows).toEqual(expected);
});
