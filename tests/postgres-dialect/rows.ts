import type { Column, ColumnType, DeclaredType } from '../../server/src/catalog/column.js';

/** The rows that both sides hold: NULLs, negatives, Unicode, duplicates, milliseconds, JSON. */
export interface SampleTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const column = (
  name: string,
  type: ColumnType,
  nullable = true,
  size: Omit<DeclaredType, 'type'> = {},
): Column => ({ name, type, nullable, jsonProperty: name, ...size });

export const orders: SampleTable = {
  name: 'orders',
  columns: [
    column('id', 'INT64', false),
    column('customer', 'INT32'),
    column('qty', 'INT32'),
    column('small', 'INT16'),
    column('price', 'DOUBLE'),
    column('ratio', 'FLOAT'),
    column('status', 'STRING', false),
    column('note', 'STRING'),
    column('userId', 'STRING'),
    column('active', 'BOOLEAN'),
    column('day', 'DATE'),
    column('at', 'TIMESTAMP', false),
    column('payload', 'JSON'),
  ],
  rows: [
    order(1, 1, 3, 7, 10.5, 0.5, 'paid', 'hello world', 'u1', true, '2026-01-31', '2026-01-31 10:15:30.250', {
      plan: 'pro',
      n: 5,
      tags: ['a', 'b'],
      user: { id: 7, name: 'Ana' },
      ok: true,
    }),
    order(
      2,
      1,
      -7,
      -2,
      -2.25,
      -0.25,
      'paid',
      'Größe ÄÖ',
      'u2',
      false,
      '2026-02-28',
      '2026-02-28 23:59:59.999',
      {
        plan: 'free',
        n: 12,
        tags: [],
        user: { id: 9 },
        ok: false,
      },
    ),
    order(3, 2, 0, 0, 0, 0, 'open', null, null, null, null, '2026-03-01 00:00:00', { plan: null, n: 7.5 }),
    order(
      4,
      2,
      12,
      5,
      99.75,
      1.5,
      'open',
      '100% sure_',
      'u1',
      true,
      '2024-02-29',
      '2024-02-29 12:00:00.001',
      {},
    ),
    order(5, 3, null, null, null, null, 'void', '', 'u3', false, '1969-07-20', '1969-07-20 20:17:40', null),
    order(6, null, 3, 7, 10.5, 0.5, 'paid', 'a,b,,c', 'u1', true, '2026-01-31', '2026-01-31 10:15:30.250', {
      plan: 'pro',
      n: -3,
      tags: ['b', 'c', 'd'],
    }),
    order(
      7,
      4,
      2147483647,
      32767,
      1000000.5,
      1024,
      'refunded',
      "it's \\ back",
      'U4',
      null,
      '2025-12-31',
      '2025-12-31 23:30:00',
      [1, 'x', null],
    ),
    order(8, 3, 42, -1, 0.125, 8, 'open', '  padded  ', 'u2', true, '2025-06-15', '2025-06-15 06:05:04.003', {
      'key with.dots': 1,
      n: 42,
    }),
    order(9, 5, -1, 1, 33.5, 2, 'paid', 'line\nbreak', 'u5', false, '2026-03-29', '2026-03-29 01:30:00', {
      plan: 'pro',
      n: 0,
    }),
    order(10, 9, 5, 3, 7.25, 4, 'open', 'émile', 'u6', true, '2026-10-25', '2026-10-25 00:30:00', {
      plan: 'team',
    }),
  ],
};

function order(
  id: number,
  customer: number | null,
  qty: number | null,
  small: number | null,
  price: number | null,
  ratio: number | null,
  status: string,
  note: string | null,
  userId: string | null,
  active: boolean | null,
  day: string | null,
  at: string,
  payload: unknown,
) {
  const document = payload === null ? null : JSON.stringify(payload);
  return { id, customer, qty, small, price, ratio, status, note, userId, active, day, at, payload: document };
}

export const customers: SampleTable = {
  name: 'customers',
  columns: [
    column('id', 'INT32', false),
    column('name', 'STRING', false),
    column('country', 'STRING'),
    column('referrer', 'INT32'),
  ],
  rows: [
    { id: 1, name: 'Ana', country: 'es', referrer: null },
    { id: 2, name: 'Bø', country: 'no', referrer: 1 },
    { id: 3, name: 'Chen', country: null, referrer: 1 },
    { id: 4, name: 'Dee', country: 'es', referrer: 3 },
    { id: 6, name: 'Eve', country: 'us', referrer: null },
  ],
};

export const payments: SampleTable = {
  name: 'payments',
  columns: [
    column('id', 'INT32', false),
    column('kind', 'STRING'),
    column('amount', 'DECIMAL', false, { precision: 10, scale: 2 }),
    column('fee', 'DECIMAL', true, { precision: 30, scale: 4 }),
    column('units', 'DECIMAL', true, { precision: 18, scale: 0 }),
    column('at', 'TIMESTAMP', false),
  ],
  rows: [
    payment(1, 'card', '184.20', '1.2500', '3'),
    payment(2, 'card', '0.10', '0.0001', '-12'),
    payment(3, 'cash', '-99999999.99', null, '999999999999999999'),
    payment(4, 'cash', '99999999.99', '99999999999999999999999999.9999', null),
    payment(5, null, '0.00', '-0.5000', '0'),
    payment(6, 'card', '184.20', '12.0000', '1'),
  ],
};

function payment(id: number, kind: string | null, amount: string, fee: string | null, units: string | null) {
  return { id, kind, amount, fee, units, at: `2026-03-0${id} 12:00:00` };
}

export const nothing: SampleTable = {
  name: 'nothing',
  columns: [column('x', 'INT32'), column('y', 'DOUBLE'), column('s', 'STRING')],
  rows: [],
};

export const tables = [orders, customers, payments, nothing];
