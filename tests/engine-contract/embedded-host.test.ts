/** What is particular to the embedded transport: the child process, its pool, its socket, its lock. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WeirError } from '../../server/src/base/errors.js';
import type { QueryLimits } from '../../server/src/engine/engine.js';
import { type EmbeddedEngine, hostEntry, openEmbedded, read, sql } from '../support/engines.js';
import { extent } from '../support/extent.js';

let embedded: EmbeddedEngine;
/** Three seconds, unless this machine needs longer than that to start the engine at all. A machine that does other work takes its time. */
let backMsMax = extent(60_000, 3_000);

beforeAll(async () => {
  const startedAt = performance.now();
  embedded = await openEmbedded();
  backMsMax = Math.max(backMsMax, 2 * (performance.now() - startedAt));
  await embedded.engine.command(sql('CREATE DATABASE e'));
});
afterAll(() => embedded.close());

describe('the loader role', () => {
  const loading = (text: string, parameters = {}) => ({ ...sql(text), parameters, readsFile: true });
  const rows = async (text: string, parameters = {}) =>
    (
      await embedded.engine.query({
        id: 'L',
        statement: loading(text, parameters),
        limits: { timeoutMs: 5_000 },
      })
    ).rows;

  it('reads files by a parameter, and inserts what it reads', async () => {
    const path = join(embedded.directory, "it's a file.csv");
    writeFileSync(path, 'a,b\n1,x\n2,\n');
    expect(await rows("SELECT * FROM file({path:String}, 'CSVWithNames')", { path })).toEqual([
      ['1', 'x'],
      ['2', null],
    ]);
    await embedded.engine.command(sql('CREATE TABLE e.loaded (a Int64) ENGINE = MergeTree ORDER BY a'));
    await embedded.engine.command(
      loading("INSERT INTO e.loaded SELECT a FROM file({path:String}, 'CSVWithNames', 'a Int64, b String')", {
        path,
      }),
    );
    expect((await read(embedded.engine, 'SELECT sum(a) FROM e.loaded')).rows).toEqual([['3']]);
  });

  it.each([
    "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
    "SELECT * FROM s3('http://127.0.0.1:1/bucket/key', 'LineAsString')",
    "SELECT * FROM remote('127.0.0.1:1', 'system', 'one')",
    "SELECT * FROM executable('cat', 'TSV', 'a String')",
    'SELECT * FROM system.query_log',
    "INSERT INTO FUNCTION file('/tmp/weir-written', 'CSV', 'a Int8') SELECT 1",
    'CREATE TABLE e.other (id Int64) ENGINE = Memory',
    'DROP DATABASE e',
  ])('may not %s', async (text) => {
    await expect(embedded.engine.command(loading(text))).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  });
});

describe('a failed query', () => {
  /** Fails after it has written output: at the first block, at a later one, at the very last row. */
  const failureRows = [0, 1, 999, 65_000, 99_999];
  const shapes = [
    'SELECT number, throwIf(number = AT) FROM numbers(100000) SETTINGS max_block_size = 1000',
    "SELECT repeat('secret', 20), throwIf(number = AT) FROM numbers(100000) SETTINGS max_block_size = 500",
    'SELECT number, throwIf(number = AT) FROM numbers(100000) FORMAT CSV SETTINGS max_block_size = 1000',
    'SELECT number, throwIf(number = AT) FROM numbers(100000) FORMAT JSONEachRow SETTINGS max_block_size = 1000',
    'SELECT number, throwIf(number = AT) FROM numbers(100000) FORMAT RowBinary SETTINGS max_block_size = 1000',
    'SELECT number, throwIf(number = AT) FROM numbers(100000) FORMAT Parquet SETTINGS max_block_size = 1000',
    'SELECT number, throwIf(number = AT) FROM numbers(100000) FORMAT TabSeparated SETTINGS output_format_parallel_formatting = 0, max_block_size = 1000',
    'SELECT number FROM numbers(100000) WHERE throwIf(number = AT) = 0 FORMAT JSONCompact SETTINGS max_block_size = 1000',
  ];

  it('leaves nothing of its output in any other answer, however many run at once', async () => {
    const failing = shapes.flatMap((shape) => failureRows.map((at) => shape.replace('AT', String(at))));
    const asked = failing.flatMap((text, index) => [
      read(embedded.engine, text).then(
        () => expect.unreachable('the query was meant to fail'),
        (error: unknown) => expect(error).toMatchObject({ code: 'QUERY_FAILED' }),
      ),
      read(embedded.engine, 'SELECT {marker:String} AS marker', { marker: `clean ${index}` }).then(
        (result) => {
          expect(result.rows).toEqual([[`clean ${index}`]]);
        },
      ),
    ]);
    await Promise.all(asked);
    for (let index = 0; index < 40; index++) {
      expect((await read(embedded.engine, `SELECT ${index} AS clean`)).rows).toEqual([[index]]);
    }
  });

  it('gives back its memory, also while nobody reads a running export', async () => {
    const memoryBytes = () =>
      1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${embedded.host.pid()}/status`, 'utf8'))?.[1]);
    const failing = `SELECT throwIf(number = 99999, repeat('x', 1000)) FROM numbers(100000)`;
    const fail = () => read(embedded.engine, failing).catch(() => undefined);
    const failTimes = async (times: number) => {
      for (let index = 0; index < times; index += 4) await Promise.all([fail(), fail(), fail(), fail()]);
    };
    await failTimes(40);
    const unread = await embedded.engine.export({
      id: 'unread',
      statement: sql('SELECT number FROM numbers(100000000)'),
      limits: { timeoutMs: 60_000 },
      format: 'ndjson',
    });
    const before = memoryBytes();
    await failTimes(400);
    const grownMib = (memoryBytes() - before) / 1024 / 1024;
    unread.destroy();
    expect(grownMib).toBeLessThan(150);
  });

  it('that was stopped by a limit leaves nothing either', async () => {
    const stopped = Array.from({ length: 20 }, (_, index) =>
      read(
        embedded.engine,
        'SELECT number FROM numbers(10000000)',
        {},
        { resultRowsMax: 100_000 + index },
      ).catch(() => undefined),
    );
    const clean = Array.from({ length: 40 }, async (_, index) => {
      expect((await read(embedded.engine, `SELECT ${index} AS clean`)).rows).toEqual([[index]]);
    });
    await Promise.all([...stopped, ...clean]);
  });
});

describe('the socket', () => {
  it('is for this user alone', () => {
    expect(statSync(join(embedded.directory, 'engine.sock')).mode & 0o777).toBe(0o600);
    expect(statSync(join(embedded.directory, 'engine')).mode & 0o777).toBe(0o700);
  });
});

describe('a query', () => {
  const settingOf = async (name: string, limits: Partial<QueryLimits>) =>
    (await read(embedded.engine, `SELECT toFloat64(getSetting('${name}'))`, {}, limits)).rows[0]?.[0];

  it('has no more threads than there are cores, and fewer where it may have fewer', async () => {
    expect(await settingOf('max_threads', { threadsMax: 1_000 })).toBe(availableParallelism());
    expect(await settingOf('max_threads', { threadsMax: 1 })).toBe(1);
  });

  it('has its time in tenths of a second, never less than was said', async () => {
    expect(await settingOf('max_execution_time', { timeoutMs: 9_901 })).toBe(10);
    expect(await settingOf('max_execution_time', { timeoutMs: 9_900 })).toBe(9.9);
  });
});

describe('the queue', () => {
  it('refuses past its limit instead of growing', async () => {
    // Waits without working, so that the processor is free for those that are refused.
    const slow = 'SELECT sleepEachRow(0.01) FROM numbers(100000) SETTINGS max_block_size = 1';
    const asked = Array.from({ length: 600 }, () =>
      read(embedded.engine, slow, {}, { timeoutMs: 200 }).catch((error: WeirError) => error.code),
    );
    const codes = await Promise.all(asked);
    expect(codes.filter((code) => code === 'UNAVAILABLE').length).toBeGreaterThan(300);
    expect(codes.every((code) => code === 'UNAVAILABLE' || code === 'QUERY_TIMED_OUT')).toBe(true);
    // On a busy machine, the engine may have been ended for one that ran late.
    const after = {
      id: 'after',
      statement: sql('SELECT 1'),
      limits: { timeoutMs: 20_000 },
      survivesRestart: true,
    };
    expect((await embedded.engine.query(after)).rows).toEqual([[1]]);
  });

  it('does not keep pings and kills waiting behind slow queries', async () => {
    const clients = Array.from({ length: 40 }, () => new AbortController());
    const slow = Array.from(clients, (client, index) =>
      embedded.engine
        .query({
          id: `QRYSLOW${index}`,
          statement: sql('SELECT count() FROM numbers(1000000000000)'),
          limits: { timeoutMs: 20_000 },
          signal: client.signal,
        })
        .catch((error: WeirError) => error.code),
    );
    await embedded.engine.ping();
    for (const client of clients) client.abort();
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['QUERY_CANCELLED']));
  });

  it('is empty at once when all who wait in it go away', async () => {
    const clients = Array.from({ length: 200 }, () => new AbortController());
    const waiting = clients.map((client, index) =>
      embedded.engine
        .query({
          id: `QRYGONE${index}`,
          // Waits without working, so that it is no busy machine that takes the time.
          statement: sql('SELECT sleepEachRow(0.01) FROM numbers(100000) SETTINGS max_block_size = 1'),
          limits: { timeoutMs: 20_000 },
          signal: client.signal,
        })
        .catch((error: WeirError) => error.code),
    );
    await embedded.engine.ping();
    for (const client of clients) client.abort();
    // Those that stayed in the queue would have been UNAVAILABLE or timed out.
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['QUERY_CANCELLED']));
  });
});

describe('an export whose reader leaves', () => {
  it('is not a write that failed, and ends', async () => {
    const pid = embedded.host.pid();
    const left = await embedded.engine.export({
      id: 'left',
      statement: sql('SELECT number AS exported FROM numbers(1000000000)'),
      limits: { timeoutMs: 60_000 },
      format: 'ndjson',
    });
    left.destroy();
    const count = async (text: string) => {
      const limits = { timeoutMs: 5_000 };
      const { rows } = await embedded.engine.query({ id: 'Q', statement: sql(text), limits, asWriter: true });
      return Number(rows[0]?.[0]);
    };
    await expect
      .poll(() => count("SELECT count() FROM system.processes WHERE query LIKE 'SELECT number AS exported%'"))
      .toBe(0);
    expect(await count("SELECT count() FROM system.events WHERE event LIKE '%WriteFailed'")).toBe(0);
    expect(embedded.host.pid()).toBe(pid);
  });
});

describe('the child process', () => {
  const back = (timeout = backMsMax) =>
    expect
      .poll(
        () =>
          read(embedded.engine, 'SELECT 1').then(
            () => true,
            () => false,
          ),
        { timeout, interval: 20 },
      )
      .toBe(true);

  it('killed at any moment is back with everything acknowledged, and answers UNAVAILABLE meanwhile', async () => {
    const { engine, host } = embedded;
    await engine.command(
      sql(
        'CREATE TABLE e.kills (id Int64) ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1',
      ),
    );
    const acknowledged: number[] = [];
    let next = 0;
    for (let kill = 0; kill < 5; kill++) {
      const killAfterMs = 20 + 37 * kill;
      const killed = setTimeout(() => process.kill(host.pid() ?? 0, 'SIGKILL'), killAfterMs);
      for (let failure: WeirError | undefined; failure === undefined; ) {
        const id = next++;
        await engine.insert({ table: 'e.kills', rows: Buffer.from(`{"id":${id}}\n`), timeoutMs: 3_000 }).then(
          () => acknowledged.push(id),
          (error: WeirError) => {
            failure = error;
          },
        );
        if (failure) expect(failure).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
      }
      clearTimeout(killed);
      await expect(read(engine, 'SELECT 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await back();
    }
    const { rows } = await read(engine, 'SELECT id, count() FROM e.kills GROUP BY id ORDER BY id');
    const stored = new Map(rows.map(([id, count]) => [Number(id), Number(count)]));
    expect(acknowledged.filter((id) => stored.get(id) !== 1)).toEqual([]);
    expect([...stored.values()].every((count) => count === 1)).toBe(true);
    expect(acknowledged.length).toBeGreaterThan(0);
  }, 120_000);

  const surviving = (index: number, text: string) =>
    embedded.engine.query({
      id: `QRYSURVIVES${index}`,
      statement: sql(text),
      limits: { timeoutMs: 60_000 },
      survivesRestart: true,
    });
  const slow = (index: number) =>
    `SELECT ${index}, sum(sleepEachRow(0.02)) FROM numbers(100) SETTINGS max_block_size = 1`;
  const running = async () =>
    Number(
      (
        await embedded.engine.query({
          id: 'QRYRUNNING',
          statement: sql(
            "SELECT count() FROM system.processes WHERE query LIKE '%sleepEachRow%' AND NOT query LIKE '%processes%'",
          ),
          limits: { timeoutMs: 5_000 },
          asWriter: true,
        })
      ).rows[0]?.[0],
    );

  it('killed under reads that survive restarts answers them all, and those that come meanwhile', async () => {
    const before = Array.from({ length: 6 }, (_, index) => surviving(index, slow(index)));
    await expect.poll(running).toBeGreaterThan(0);
    process.kill(embedded.host.pid() ?? 0, 'SIGKILL');
    const meanwhile = Array.from({ length: 2 }, (_, index) => surviving(10 + index, `SELECT ${index}`));
    const answers = await Promise.all([...before, ...meanwhile]);
    expect(answers.map(({ rows }) => rows[0]?.[0])).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
  }, 120_000);

  it('is ended for a query that ignores its time limit and being killed, answers the others, and tells that one alone', async () => {
    const pid = embedded.host.pid();
    const startedAt = performance.now();
    // One block of fifty comparisons of four seconds each, during which the engine looks at nothing else.
    const unresponsive = embedded.engine.query({
      id: 'QRYDEAF',
      statement: sql(
        "SELECT levenshteinDistance(repeat('ab', 32000), concat(repeat('ba', 31990), toString(number))) FROM numbers(50)",
      ),
      limits: { timeoutMs: 200 },
      survivesRestart: true,
    });
    const others = Array.from({ length: 4 }, (_, index) =>
      surviving(
        20 + index,
        `SELECT ${index}, sum(sleepEachRow(0.1)) FROM numbers(80) SETTINGS max_block_size = 1`,
      ),
    );
    await expect(unresponsive).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
    // Its two hundred seconds are much longer, also on a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect((await Promise.all(others)).map(({ rows }) => rows[0]?.[0])).toEqual([0, 1, 2, 3]);
    expect(embedded.host.pid()).not.toBe(pid);
    expect(embedded.events).toContainEqual({ type: 'unresponsive', queryId: 'QRYDEAF' });
  }, 120_000);

  it('ends by itself when its parent is gone', async () => {
    const script = `
      import { startEmbeddedHost } from ${JSON.stringify(new URL('../../server/src/engine/embedded/embedded-host.ts', import.meta.url).href)};
      import { mkdtempSync } from 'node:fs';
      const directory = mkdtempSync('/tmp/weir-test-orphan-');
      const host = await startEmbeddedHost({ dataDirectory: directory, memoryBytesMax: 1e9,
        hostEntry: ${JSON.stringify(hostEntry)}, onEvent: () => {} });
      console.log(host.pid());
      process.kill(process.pid, 'SIGKILL');`;
    const parent = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    const orphan = Number(parent.stdout.trim());
    expect(orphan).toBeGreaterThan(0);
    const alive = () => {
      try {
        return process.kill(orphan, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(alive).toBe(false);
  });

  it('refuses a data directory that another process holds', async () => {
    const opening = openEmbedded(embedded.directory, { lockWaitMsMax: 200 });
    await expect(opening).rejects.toThrow(/Cannot lock file/);
  });
});
