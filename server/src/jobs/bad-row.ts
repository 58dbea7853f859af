import { badRequest, WeirError } from '../base/errors.js';
import { DiskFull, isCausedByFile } from '../engine/engine-error.js';

const atRow = /\(at row (\d+)\)/;
const prefix = /^Code: \d+\. DB::Exception: /;
/** What follows what is wrong: where the engine was, and the rows before. */
const endings = ['(at row ', '(in file/uri ', '(while reading the value', '\n', 'While executing '];

/** What the engine says of a file that it cannot read, by row and column, and without the path of the file. */
export function badRowError(error: unknown, path: string): unknown {
  if (!(error instanceof WeirError) || error instanceof DiskFull || !isCausedByFile(error)) return error;
  const text = error.cause instanceof Error ? error.cause.message : error.message;
  const [, row] = atRow.exec(text) ?? [];
  const column = keyOf(text) ?? columnOf(text);
  const reason = reasonOf(text).replaceAll(path, 'the file');
  const place = [...(row ? [`row ${row}`] : []), ...(column ? [`column "${column}"`] : [])].join(', ');
  const problem = column ? `The value does not fit the column's type: ${reason}` : reason;
  const message = place === '' ? `The file cannot be read: ${reason}` : `${capital(place)}: ${problem}`;
  return badRequest(message, { cause: error });
}

function reasonOf(text: string): string {
  const said = text.replace(prefix, '');
  const inner = said.startsWith('The table structure cannot be extracted')
    ? after(said, 'Error:')
    : undefined;
  const whole = (inner ?? said).trimStart().replace(prefix, '');
  const ends = endings.map((ending) => whole.indexOf(ending)).filter((at) => at >= 0);
  return withoutEnd(withoutName(whole.slice(0, Math.min(whole.length, ...ends)).trimEnd()));
}

/** Without the engine's name of the error, in brackets. */
function withoutName(text: string): string {
  const at = text.lastIndexOf('(');
  return at >= 0 && /^\([A-Z0-9_]+\)$/.test(text.slice(at)) ? text.slice(0, at) : text;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ':. \t\n'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** The column of a JSON file. */
const keyOf = (text: string) => after(text, 'while reading the value of key ')?.split(')', 1)[0];

/** The column of a CSV file: the engine lists those of the row up to the wrong one. */
function columnOf(text: string): string | undefined {
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => {
    const next = lines[index + 1] ?? '';
    const isWrong = line.endsWith('ERROR') || (next.startsWith('ERROR') && !next.includes('no line feed'));
    return line.startsWith('Column ') && isWrong;
  });
  const name = after(lines[at] ?? '', 'name: ')?.split(' type: ', 1)[0];
  return name?.trimEnd().replace(/,$/, '');
}

function after(text: string, mark: string): string | undefined {
  const at = text.indexOf(mark);
  return at < 0 ? undefined : text.slice(at + mark.length);
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
