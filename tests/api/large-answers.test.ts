/** The largest answers that a service gives, and the limits past them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cellsMax,
  cellsOfRow,
  type LargeAnswers,
  openLargeAnswers,
  rowsThatFit,
} from '../support/large-answers.js';

const answerBytesMax = 64 * 1024 * 1024;
const growthBytesMax = 700 * 1024 * 1024;

let answers: LargeAnswers;
beforeAll(async () => {
  answers = await openLargeAnswers();
});
afterAll(async () => {
  await answers.service.discard();
});

const residentBytes = () =>
  1024 *
  Number(
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${answers.service.process.pid}/status`, 'utf8'))?.[1],
  );

function expectCells(rows: (string | null)[][]): void {
  expect(rows[0]).toEqual(cellsOfRow(0));
  expect(rows.at(-1)).toEqual(cellsOfRow(rows.length - 1));
}

describe('the largest answer of sqlV1', () => {
  test('has every cell, in bounded memory', async () => {
    const { select, sql } = answers;
    await sql(select(10));
    const before = residentBytes();
    const { data } = await sql(select(rowsThatFit));
    expect(data.sqlV1.rows).toHaveLength(rowsThatFit);
    expectCells(data.sqlV1.rows);
    expect(residentBytes() - before).toBeLessThan(growthBytesMax);
  });

  test('may come twice in one request', async () => {
    const { data } = await answers.aliases(2);
    expect(Object.keys(data)).toEqual(['a0', 'a1']);
    for (const { rows } of Object.values<{ rows: (string | null)[][] }>(data)) expectCells(rows);
  });

  test('is refused by name one row further, and so are three at once', async () => {
    const { data, errors } = await answers.sql(answers.select(rowsThatFit + 1));
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message: `The result has more than ${cellsMax} cells, the limit for one query. Request fewer rows or columns`,
        extensions: { code: 'QUERY_FAILED', query: { status: 'ERROR', type: 'SQL' } },
      },
    ]);
    const three = await answers.aliases(3);
    expect(three.data).toBeNull();
    expect(three.errors?.[0]).toMatchObject({
      message: expect.stringContaining('4000000 cells'),
      extensions: { code: 'QUERY_FAILED' },
    });
  });

  test('is refused by its bytes before it reaches the service, however the engine counts them', async () => {
    const { errors } = await answers.escaped();
    expect(errors?.[0]).toMatchObject({
      message: `The result is larger than ${answerBytesMax} bytes, the limit for one query. Request fewer rows or columns`,
      extensions: { code: 'QUERY_FAILED' },
    });
  });

  test('is refused by its bytes when aliases repeat it', async () => {
    const { data, errors } = await answers.repeated();
    expect(data).toBeUndefined();
    expect(errors).toEqual([
      {
        message: `The answer is larger than ${answerBytesMax} bytes, the limit for one request. Request fewer rows or fields, or split the request`,
        extensions: { code: 'BAD_REQUEST' },
      },
    ]);
  });
});

test('a page of a data grid has the same rows as rows, nodes and edges', async () => {
  const { data } = await answers.grid();
  const { rows, nodes, edges } = data.dataGrid;
  expect(rows).toHaveLength(1_000);
  expect(nodes.map(({ row }: { row: unknown }) => row)).toEqual(rows);
  expect(edges.map(({ node }: { node: { row: unknown } }) => node.row)).toEqual(rows);
});
