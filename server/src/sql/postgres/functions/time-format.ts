import type { Context } from '../context.js';

/** The fields of a format, longest names first, and how many digits each has. */
const fields = [
  ['YYYY', 4],
  ['HH24', 2],
  ['MM', 2],
  ['DD', 2],
  ['MI', 2],
  ['SS', 2],
  ['MS', 3],
  ['US', 6],
] as const;

type FieldName = (typeof fields)[number][0];

/** Reads a literal by a literal format, as to_date and to_timestamp do, into the notation of a timestamp literal. */
export function timeByFormat(context: Context, written: string, format: string, at: number): string {
  const found = new Map<FieldName, string>();
  let place = 0;
  let rest = format;
  const refusal = () =>
    context.refuse(at, `${JSON.stringify(written)} does not match the format ${JSON.stringify(format)}.`);
  while (rest !== '') {
    const field = fields.find(([name]) => rest.toUpperCase().startsWith(name));
    if (field === undefined) {
      const [separator = ''] = /^(?:"[^"]*"|[^\w"])/.exec(rest) ?? [];
      if (separator === '')
        throw context.refuse(at, `The format ${JSON.stringify(format)} is not supported.`);
      const literal = separator.replaceAll('"', '');
      if (!written.startsWith(literal, place)) throw refusal();
      place += literal.length;
      rest = rest.slice(separator.length);
      continue;
    }
    const [name, width] = field;
    const [digits = ''] = new RegExp(`^\\d{${width === 2 ? '1,2' : width}}`).exec(written.slice(place)) ?? [];
    if (digits === '' || found.has(name)) throw refusal();
    found.set(name, digits);
    place += digits.length;
    rest = rest.slice(name.length);
  }
  if (place !== written.length) throw refusal();
  return timestampOf(found, refusal);
}

function timestampOf(found: ReadonlyMap<FieldName, string>, refusal: () => Error): string {
  const of = (name: FieldName, otherwise: string) =>
    (found.get(name) ?? otherwise).padStart(otherwise.length, '0');
  // Without a year PostgreSQL counts from before Christ.
  if (!found.has('YYYY')) throw refusal();
  const fraction = found.get('US') ?? found.get('MS');
  const clock = `${of('HH24', '00')}:${of('MI', '00')}:${of('SS', '00')}`;
  return `${of('YYYY', '0000')}-${of('MM', '01')}-${of('DD', '01')} ${clock}${fraction === undefined ? '' : `.${fraction}`}`;
}
