import { describe, expect, it } from 'vitest';
import { serviceColumns } from '../catalog/column.js';
import { compileRowPlan } from './row-plan.js';
import { column, ingest, parseRows } from './test-support.js';

const columns = [...serviceColumns, column('n', 'INT8', 'n', false), column('t', 'TIMESTAMP')];

describe('rows', () => {
  it('are lines of JSON with the service columns and the columns', () => {
    const { rows } = ingest('[{"n":1,"t":0},{"n":2, "x":"y"}]', columns, {
      receivedAtMs: Date.UTC(2026, 2, 1, 5, 6, 7, 8),
    });
    const head = '{"_service_received_at":"2026-03-01 05:06:07.008","_service_payload":';
    const withoutIds = rows.toString().replaceAll(/"_weir_request":"[0-9a-f-]{36}",/g, '');
    expect(withoutIds).toBe(
      `${head}"{\\"n\\":1,\\"t\\":0}","n":1,"t":"1970-01-01 00:00:00.000"}\n` +
        `${head}"{\\"n\\":2,\\"x\\":\\"y\\"}","n":2,"t":null}\n`,
    );
  });

  it('escape column names', () => {
    const [row] = parseRows(ingest('{"a":1}', [column('q"\\\n', 'INT8', 'a')]));
    expect(row).toMatchObject({ 'q"\\\n': 1 });
  });

  it('grow past what was expected', () => {
    const body = `[${Array.from({ length: 500 }, () => `{"n":1,"s":"${'\\"'.repeat(500)}"}`).join(',')}]`;
    const rows = parseRows(ingest(body, [column('a', 'JSON', 's'), column('b', 'STRING', 's')]));
    expect(rows).toHaveLength(500);
    expect(rows.every((row) => row['b'] === '"'.repeat(500))).toBe(true);
  });

  it('are none for an empty array', () => {
    expect(ingest('[]', columns)).toEqual({
      rows: Buffer.alloc(0),
      rowCount: 0,
      quarantined: Buffer.alloc(0),
      uniqueIds: { stored: '', quarantined: '' },
      failed: [],
      errors: [],
      errorCount: 0,
    });
  });
});

describe('errors', () => {
  const body = '[{"n":1},{"n":300,"t":"x"},{"n":3},{},7,{"n":6}]';

  it('name each bad event and column, and the good events still have their rows', () => {
    const encoded = ingest(body, columns);
    expect(encoded.failed).toEqual([1, 3, 4]);
    expect(encoded.rowCount).toBe(3);
    expect(parseRows(encoded).map((row) => row['n'])).toEqual([1, 3, 6]);
    expect(encoded.errors.map(({ index, column: name, reason }) => [index, name, reason])).toEqual([
      [1, 'n', 'out_of_range'],
      [1, 't', 'wrong_type'],
      [3, 'n', 'required'],
      [4, null, 'not_an_object'],
    ]);
  });

  it('are listed up to the limit and counted past it', () => {
    const encoded = ingest(body, columns, { errorsMax: 1 });
    expect(encoded.errors).toHaveLength(1);
    expect(encoded.errorCount).toBe(4);
    expect(encoded.failed).toEqual([1, 3, 4]);
  });
});

describe('plans', () => {
  it('leave out what the service fills itself and refuse types that only the engine knows', () => {
    expect(compileRowPlan(columns).columns.map(({ name }) => name)).toEqual(['n', 't']);
    expect(() => compileRowPlan([column('x', 'COLUMNSTORE')])).toThrow();
  });
});
