import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { type Complaint, JsonValue } from './coercion.js';
import type { HeaderColumn } from './row-plan.js';
import { RowWriter } from './row-writer.js';

/** The cells of the columns that headers fill: the same for every event of a request. */
export interface HeaderCells {
  /** `,"name":value` for each column. */
  readonly text: Buffer;
  /** Why the events of this request cannot be stored, by column. */
  readonly complaints: readonly { readonly column: string; readonly complaint: Complaint }[];
}

/** Every event of a request repeats the value. */
const headerCharactersMax = 2_048;

const none: HeaderCells = { text: Buffer.alloc(0), complaints: [] };

export function headerCells(columns: readonly HeaderColumn[], headers: IncomingHttpHeaders): HeaderCells {
  if (columns.length === 0) return none;
  const out = new RowWriter(0);
  const complaints = columns.flatMap((column) => {
    const complaint = writeCell(column, headers[column.header], out);
    return complaint === null ? [] : [{ column: column.name, complaint }];
  });
  return { text: out.finish(), complaints };
}

function writeCell(
  { header, label, nullable, coerce }: HeaderColumn,
  given: string | readonly string[] | undefined,
  out: RowWriter,
): Complaint | null {
  out.bytes(label, 0, label.length);
  if (given === undefined) {
    out.ascii('null');
    return nullable
      ? null
      : { reason: 'required', message: `The header ${header} is required, but it is missing` };
  }
  const text = headerText(header, String(given));
  if (text.length > headerCharactersMax) {
    return {
      reason: 'out_of_range',
      message: `The header ${header} has more than ${headerCharactersMax} characters`,
    };
  }
  const source = Buffer.from(JSON.stringify(text));
  const value = new JsonValue();
  value.point(source, 0, source.length);
  return coerce(value, out);
}

/** The headers that columns read. */
export function readHeaders(
  columns: readonly HeaderColumn[],
  headers: IncomingHttpHeaders,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    columns.flatMap(({ header }) =>
      headers[header] === undefined ? [] : [[header, String(headers[header])]],
    ),
  );
}

/** CloudEvents percent-encodes the attributes in its `ce-` headers. Others are UTF-8 or Latin-1, which Node reads as Latin-1. */
export function headerText(header: string, given: string): string {
  const bytes = Buffer.from(given, 'latin1');
  const text = isUtf8(bytes) ? bytes.toString('utf8') : given;
  return header.startsWith('ce-') ? percentDecoded(text) : text;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not an escape after all.
    return text;
  }
}
