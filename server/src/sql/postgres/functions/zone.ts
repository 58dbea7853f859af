import { isTimeZone } from '../../text/time-zone-name.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { writtenText } from './handler.js';

/** Reads a zone name. Offsets and abbreviations are refused: PostgreSQL and the engine read them differently. */
export function zoneName(context: Context, arg: Typed | undefined, at: number): string {
  const name = writtenText(context, arg, 'The time zone', at);
  if (isTimeZone(name) && (name.includes('/') || name === 'UTC')) return name;
  throw context.refuse(
    arg?.at ?? at,
    `${JSON.stringify(name)} is not a time zone name. Use a name such as Europe/Madrid.`,
  );
}
