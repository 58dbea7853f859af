import { download } from './download.js';

/** RFC 4180. Null is an empty field, an empty text is a quoted one. */
export function toCsv(
  headers: readonly (string | null)[],
  rows: readonly (readonly (string | null)[])[],
): string {
  return [headers, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

const number = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function field(value: string | null): string {
  if (value === null) return '';
  // Spreadsheets execute text that begins like a formula, and event data is untrusted.
  const safe = /^[=+\-@\t\r]/.test(value) && !number.test(value) ? `'${value}` : value;
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const downloadCsv = (name: string, csv: string): void => download(`${name}.csv`, [csv], 'text/csv');
