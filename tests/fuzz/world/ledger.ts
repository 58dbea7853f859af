import type { Canaries } from './canaries.js';
import type { SeededValues } from './seeded-values.js';

/**
 * The twin Data Pools: the same records wherever the policies show them to tenant `a`, other values and more
 * rows wherever they do not. The hidden values are chosen so that a cast, a division or a comparison that met
 * one would fail, or answer, differently in the two.
 */
export const ledgerColumns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'dept', type: 'STRING', nullable: false },
  { name: 'name', type: 'STRING', nullable: true },
  { name: 'qty', type: 'INT32', nullable: false },
  { name: 'tenant', type: 'STRING', nullable: false },
  { name: 'note', type: 'STRING', nullable: true },
  { name: 'code', type: 'STRING', nullable: false },
  { name: 'active', type: 'BOOLEAN', nullable: true },
  { name: 'flag', type: 'BOOLEAN', nullable: false },
  { name: 'tiny', type: 'INT8', nullable: true },
  { name: 'small', type: 'INT16', nullable: false },
  { name: 'whole', type: 'INT32', nullable: true },
  { name: 'big', type: 'INT64', nullable: false },
  { name: 'ratio', type: 'FLOAT', nullable: true },
  { name: 'price', type: 'DOUBLE', nullable: false },
  { name: 'paid', type: 'DECIMAL', precision: 12, scale: 2, nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'due', type: 'DATE', nullable: false },
  { name: 'seen', type: 'TIMESTAMP', nullable: true },
  { name: 'doc', type: 'JSON', nullable: true },
] as const;

/** No policy lists them, so that no tenant knows of them. `_service_payload`, which has all of an event, is hidden as well. */
export const hiddenColumns = [
  { name: 'pay', type: 'INT64', nullable: false },
  { name: 'iban', type: 'STRING', nullable: true },
] as const;

/** What the second policy shows of rows of the board. */
export const boardColumns = ['id', 'at', 'dept', 'name', 'qty'] as const;

type Row = Record<string, string | number | boolean | null>;

interface Cells {
  readonly values: SeededValues;
  readonly canaries: Canaries;
  readonly tenantNames: Readonly<Record<string, string>>;
}

const two = (number: number) => String(number).padStart(2, '0');
const instant = (year: number, index: number, ms: number) =>
  `${year}-${two(1 + (index % 12))}-${two(1 + (index % 28))} ${two((index * 7) % 24)}:${two((index * 13) % 60)}:${two((index * 17) % 60)}.${String(ms).padStart(3, '0')}`;

/** `e` is an administrator with the policies and the policy values of `a`. */
export const seenBy = (actor: string): readonly string[] => (actor === 'a' ? ['a', 'e'] : [actor]);

/** Ordinary values, of a row that a tenant may see whole. */
function shownRow(cells: Cells, index: number, actor: string): Row {
  const { values, canaries, tenantNames } = cells;
  const own = (column: string, value: string) => canaries.add(`${column} of ${actor}`, value, seenBy(actor));
  return {
    tenant: tenantNames[actor] ?? '',
    note: index % 5 === 0 ? null : own('note', values.marker()),
    code: String(index * 3),
    active: index % 3 === 0 ? null : index % 2 === 0,
    flag: index % 4 === 0,
    tiny: index % 6 === 0 ? null : (index % 200) - 100,
    small: index * 11 - 200,
    whole: index % 7 === 0 ? null : Number(own('whole', values.digits(9))),
    big: own('big', values.digits(18)),
    ratio: index % 8 === 0 ? null : index / 8,
    price: index * 1.25,
    paid: index % 6 === 3 ? null : `${index}.${two(index % 100)}`,
    day: index % 9 === 0 ? null : `2025-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    due: `2026-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    seen: index % 5 === 1 ? null : instant(2025, index, index),
    doc:
      index % 10 === 0
        ? null
        : JSON.stringify({
            n: index,
            tags: ['x', `t${index % 3}`],
            deep: { k: own('doc', values.marker()) },
          }),
  };
}

/** Values that nobody may see; the two worlds differ in every column, and in what a cast of them does. */
function hiddenRow(
  { values, canaries }: Cells,
  index: number,
  world: number,
  tenant: string,
  label: string,
): Row {
  const own = (column: string, value: string) => canaries.add(`${column} of ${label}`, value);
  const year = 2150 + values.below(130);
  const isPlain = world === 0;
  return {
    tenant,
    note: isPlain ? own('note', values.marker()) : index % 2 === 0 ? null : own('note', values.marker(24)),
    code: isPlain ? values.digits(3) : own('code', values.marker()),
    active: isPlain,
    flag: !isPlain,
    tiny: isPlain ? 1 : 0,
    small: isPlain ? 1 : 0,
    whole: isPlain ? Number(own('whole', values.digits(9))) : 0,
    big: isPlain ? own('big', values.digits(18)) : '0',
    ratio: isPlain ? 1 : 0,
    price: isPlain ? Number(own('price', `${values.digits(7)}.${values.digits(5)}`)) : 0,
    paid: isPlain ? own('paid', `${values.digits(7)}.${values.digits(2)}`) : null,
    day: isPlain ? own('day', `${year}-${two(1 + values.below(12))}-${two(1 + values.below(28))}`) : null,
    due: own('due', `${year}-${two(1 + values.below(12))}-${two(1 + values.below(28))}`),
    seen: seenAt(own, instant(year, values.below(1000), values.below(1000))),
    doc: isPlain
      ? JSON.stringify({ n: 1, secret: own('doc', values.marker()) })
      : own('doc', `["${values.marker()}`),
  };
}

/** Answers write the rest of a timestamp in several ways; its date is always the same. */
function seenAt(own: (column: string, value: string) => string, at: string): string {
  own('seen', at.slice(0, 'YYYY-MM-DD'.length));
  return at;
}

/** Where access control is on, others are shown. */
function storedId(values: SeededValues, canaries: Canaries): string {
  const digits = canaries.add('the stored ID of a record', values.hex(32));
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)];
  return canaries.add('the stored ID of a record', [...parts, digits.slice(20)].join('-'));
}

const rowsEach = 24;
/** The second world has more rows that nobody sees: a count of rows read would tell. */
const hiddenRowsByWorld = [20, 53] as const;

export function ledgerRows(cells: Cells, shown: SeededValues, world: 0 | 1): Row[] {
  const { canaries, values } = cells;
  const rows: Row[] = [];
  const add = (dept: string, name: string, rest: Row) => {
    const index = rows.length;
    rows.push({
      _weir_request: storedId(dept === 'secret' ? values : shown, canaries),
      _service_received_at: '2026-03-01 00:00:00.000',
      pay: canaries.add('a hidden column', values.digits(18)),
      iban: index % 4 === 0 ? null : canaries.add('a hidden column', values.marker()),
      id: `r${String(index).padStart(4, '0')}`,
      at: `2026-03-01 00:${two(Math.floor(index / 60))}:${two(index % 60)}.${String(index % 1000).padStart(3, '0')}`,
      dept,
      name,
      qty: (index % 13) - 3,
      ...rest,
    });
    const row = rows.at(-1) as Row;
    const { _weir_request, _service_received_at, ...event } = row;
    row['_service_payload'] = JSON.stringify(event);
  };
  // Both worlds have the same rows of `a` at the same places: where a row stands decides `any` and its like.
  for (let index = 0; index < rowsEach; index += 1) {
    add('mine', `shown${index % 7}`, shownRow({ ...cells, values: shown }, index + 1, 'a'));
    const board = canaries.add('name of the board', `${shown.marker()}`, ['a', 'b', 'c', 'e']);
    add(
      'board',
      board,
      hiddenRow(cells, index, world, cells.tenantNames[index % 2 === 0 ? 'a' : 'b'] ?? '', 'the board'),
    );
    const own = canaries.add('name of b', cells.values.marker(), ['b']);
    add('mine', own, shownRow(cells, index + 1, 'b'));
  }
  for (let index = 0; index < hiddenRowsByWorld[world]; index += 1) {
    const name = canaries.add('name of nobody', cells.values.marker());
    add(
      'secret',
      name,
      hiddenRow(cells, index, world, cells.tenantNames[index % 2 === 0 ? 'a' : 'b'] ?? '', 'nobody'),
    );
  }
  return rows;
}
