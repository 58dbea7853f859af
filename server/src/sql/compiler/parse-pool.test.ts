import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tests/support/engines.js';
import { inlineTextLengthMax } from './grammars.js';
import { ParsePool } from './parse-pool.js';
import { parseStatement, parseText } from './parse-statement.js';
import { loadParsers } from './parsers.js';

const workerEntry = fileURLToPath(new URL('../../../dist/parse-worker.js', import.meta.url));

const pools: ParsePool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function poolOf(options: ConstructorParameters<typeof ParsePool>[0]): ParsePool {
  const pool = new ParsePool(options);
  pools.push(pool);
  return pool;
}

const source = (text: string) => ({ name: 'query', text });
const noTable = () => undefined;
const owner = { applicationId: 'APP', tenant: '' };

const long = (text: string) => text.padEnd(inlineTextLengthMax + 1);

test('a worker parses a long statement to the same tree as this thread', async () => {
  const parsers = { ...(await loadParsers()), pool: poolOf({ workerEntry }) };
  for (const [text, dialect] of [
    ["SELECT 1 + 2 AS a, 'é😀' AS b /* é */, upper('x')", undefined],
    ['SELECT arrayMap(x -> x + 1, [1, 2])', undefined],
    ['SELECT 1 AS a', 'COLUMNSTORE'],
  ] as const) {
    const { resolve } = await parseText(parsers, long(text), dialect, owner);
    expect(resolve(noTable)).toEqual(parseStatement(parsers, text, dialect, noTable));
  }
});

test('an error in a long statement names its line and column', async () => {
  const parsers = { ...(await loadParsers()), pool: poolOf({ workerEntry }) };
  const text = long("SELECT 'é😀' /* é */\n, 1 +* FROM");
  const { resolve } = await parseText(parsers, text, 'POSTGRESQL', owner);
  expect(() => resolve(noTable)).toThrow(/^query, line 2, column 8/);
  expect(() => resolve(noTable)).toThrow(
    expect.objectContaining({
      code: 'BAD_REQUEST',
      details: expect.objectContaining({ line: 2, column: 8 }),
    }),
  );
});

test('a statement that is too large in PostgreSQL is not read as the engine’s dialect instead', async () => {
  const parsers = { ...(await loadParsers()), pool: poolOf({ workerEntry }) };
  const { resolve } = await parseText(parsers, `SELECT 1 IN (${'1::int,'.repeat(6_000)}1)`, undefined, owner);
  expect(() => resolve(noTable)).toThrow(/too many parts/);
});

/** A worker that echoes its text, or hangs, exits or throws on certain texts. */
function unruly(): string {
  const path = join(temporaryDirectory(), 'unruly.mjs');
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ source: { text } }) => {
       parentPort.postMessage('begun');
       while (text === 'hang');
       if (text === 'end') process.exit(3);
       if (text === 'deep') throw new RangeError('Maximum call stack size exceeded');
       parentPort.postMessage({ outcomeJson: JSON.stringify({ read: text }) });
     });`,
  );
  return path;
}

test('a worker that times out or crashes is replaced, and the others continue', async () => {
  const pool = poolOf({ workerEntry: unruly(), readMsMax: 200 });
  const outcomes = await Promise.allSettled(
    ['hang', 'end', 'deep', 'a', 'hang', 'b'].map((text) => pool.read(source(text), 'POSTGRESQL')),
  );
  const tooLong = expect.objectContaining({
    code: 'BAD_REQUEST',
    message: 'query takes longer than 200 ms to parse. Simplify it.',
  });
  expect(outcomes).toEqual([
    { status: 'rejected', reason: tooLong },
    {
      status: 'rejected',
      reason: expect.objectContaining({ message: expect.stringContaining('exited with code 3') }),
    },
    { status: 'rejected', reason: expect.objectContaining({ code: 'BAD_REQUEST' }) },
    { status: 'fulfilled', value: { read: 'a' } },
    { status: 'rejected', reason: tooLong },
    { status: 'fulfilled', value: { read: 'b' } },
  ]);
});

test('the queue is bounded, and close rejects the waiting tasks', async () => {
  const pool = poolOf({ workerEntry: unruly(), waitingMax: 1 });
  const running = ['hang', 'hang', 'a'].map((text) => pool.read(source(text), 'POSTGRESQL'));
  const ended = Promise.allSettled(running);
  await expect(pool.read(source('b'), 'POSTGRESQL')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await pool.close();
  for (const { status } of await ended) expect(status).toBe('rejected');
});
