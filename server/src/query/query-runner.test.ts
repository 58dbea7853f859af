import { Registry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { AnswerAllowance, AnswerBudget } from '../base/answer-budget.js';
import { answerBytesMax, resultBytesMax, resultCellsMax } from '../base/answer-limits.js';
import { DataVersions } from '../base/data-versions.js';
import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { Tier } from '../base/tier.js';
import type { Engine, EngineQuery, QueryResult } from '../engine/engine.js';
import { EngineEnded, engineError, tooManyRowsOrBytes } from '../engine/engine-error.js';
import { sql } from '../sql/sql-text.js';
import { AnswerCache } from './answer-cache.js';
import { EngineBans } from './engine-bans.js';
import type { QueryInfo } from './query-info.js';
import { queryMeasures } from './query-measures.js';
import type { QueryRequest } from './query-request.js';
import { QueryRunner } from './query-runner.js';
import { querySlots } from './query-slots.js';

const principal: Principal = {
  environmentId: 'ENV1',
  applicationId: 'APP1',
  scopes: new Set(['metric:query']),
  tier: 'P1_X_SMALL',
  policyValues: {},
};

interface Call extends EngineQuery {
  readonly answer: (value?: number, bytes?: number) => void;
  readonly fail: (error: Error) => void;
}

/** Statements wait in `calls` until the test answers them. */
let calls: Call[];
let recorded: QueryInfo[];
let clock: ManualClock;
let versions: DataVersions;
let generation: number;
let runner: QueryRunner;

const engine = {
  query: (request: EngineQuery) =>
    new Promise<QueryResult>((resolve, reject) => {
      request.signal?.addEventListener('abort', () => reject(new WeirError('QUERY_CANCELLED', 'stopped')));
      calls.push({
        ...request,
        answer: (value = 1, bytes = 100) =>
          resolve({
            columns: [{ name: 'v', type: 'UInt64' }],
            rows: [[value]],
            bytes,
            statistics: { recordsProcessed: 7, bytesProcessed: 70 },
          }),
        fail: reject,
      });
    }),
} as unknown as Engine;

beforeEach(() => {
  calls = [];
  recorded = [];
  clock = new ManualClock();
  versions = new DataVersions();
  generation = 0;
  runner = new QueryRunner({
    engine,
    slots: querySlots(100, new Registry()),
    clock,
    bans: new EngineBans(clock),
    timeoutMs: 1_000,
    record: (info) => recorded.push(info),
    measures: queryMeasures(new Registry()),
    results: new AnswerCache({ versions, catalogGeneration: () => generation, clock }),
  });
});

/** A statement with one value: as it runs, and as it is shown. */
const showing = (text: string, value: string): Pick<QueryRequest, 'run' | 'shown'> => ({
  run: {
    statement: { text: `${text} {p0:String}`, parameters: { p0: value }, tables: ['DPO1'] },
    limited: false,
  },
  shown: () => `${text} '${value}'`,
});

const request = (text = 'SELECT 1', more: Partial<QueryRequest> = {}): QueryRequest => ({
  principal,
  type: 'METRIC',
  subtype: 'COUNTER',
  ...showing(text, 'x'),
  signal: undefined,
  allowance: undefined,
  basis: runner.basis(['DPO1']),
  ...more,
});
const ofTier = (tier: Tier) => ({ principal: { ...principal, tier } });

/** Asks, answers the one statement that this sends to the engine, and gives the value. */
const askedAnew = async (value: number, asked = request()) => {
  const before = calls.length;
  const running = runner.run(asked);
  expect(calls.length).toBe(before + 1);
  calls[before]?.answer(value);
  return (await running).result.rows[0]?.[0];
};
const askedAgain = async (asked = request()) => {
  const before = calls.length;
  const { result } = await runner.run(asked);
  expect(calls.length).toBe(before);
  return result.rows[0]?.[0];
};

describe('what was answered', () => {
  test('answers the same question again, as a query of its own that processed nothing', async () => {
    expect(await askedAnew(5)).toBe(5);
    expect(await askedAgain()).toBe(5);
    const [first, second] = recorded;
    expect(first).toMatchObject({ recordsProcessed: '7', bytesProcessed: '70', resultingRecords: 1 });
    expect(second).toMatchObject({
      recordsProcessed: '0',
      bytesProcessed: '0',
      resultingRecords: 1,
      resultingBytes: 100,
      status: 'COMPLETED',
      sql: first?.sql,
    });
    expect(second?.id).not.toBe(first?.id);
  });

  test('answers whichever tier asks, and no other statement, value or Data Pool', async () => {
    await askedAnew(5);
    expect(await askedAgain(request('SELECT 1', ofTier('P1_LARGE')))).toBe(5);
    expect(await askedAnew(6, request('SELECT 2'))).toBe(6);
    const otherValue = request('SELECT 1', showing('SELECT 1', 'y'));
    expect(await askedAnew(7, otherValue)).toBe(7);
  });

  test('is forgotten at once when a record arrives, or the catalog changes', async () => {
    await askedAnew(1);
    versions.bump('DPO2');
    expect(await askedAgain()).toBe(1);
    versions.bump('DPO1');
    expect(await askedAnew(2)).toBe(2);
    generation += 1;
    expect(await askedAnew(3)).toBe(3);
    expect(await askedAgain()).toBe(3);
  });

  test('is not kept when a record arrived while it was computed', async () => {
    const running = runner.run(request());
    versions.bump('DPO1');
    calls[0]?.answer(1);
    expect((await running).result.rows).toEqual([[1]]);
    expect(await askedAnew(2)).toBe(2);
  });

  test('is forgotten after a minute, because records expire', async () => {
    await askedAnew(1);
    clock.advance(59_000);
    expect(await askedAgain()).toBe(1);
    clock.advance(2_000);
    expect(await askedAnew(2)).toBe(2);
  });

  test('is not kept when it depends on more than records, is large, or failed', async () => {
    await askedAnew(1, request('SELECT now()', { basis: undefined }));
    await askedAnew(2, request('SELECT now()', { basis: undefined }));
    const large = runner.run(request('SELECT large'));
    calls.at(-1)?.answer(1, 1024 * 1024);
    await large;
    await askedAnew(1, request('SELECT large'));
    const failing = runner.run(request('SELECT bad'));
    calls.at(-1)?.fail(new WeirError('QUERY_FAILED', 'bad'));
    await expect(failing).rejects.toThrow('bad');
    await askedAnew(1, request('SELECT bad'));
  });

  test('takes a bounded place', async () => {
    const size = 200_000;
    const keep = async (text: string) => {
      const running = runner.run(request(text));
      calls.at(-1)?.answer(1, size);
      await running;
    };
    for (let i = 0; i < 100; i++) await keep(`SELECT ${i}`);
    await askedAgain(request('SELECT 99'));
    await askedAnew(1, request('SELECT 0'));
  });
});

describe('the same question at the same time', () => {
  test('is asked once, and is a query of each', async () => {
    const both = [runner.run(request()), runner.run(request())];
    expect(calls).toHaveLength(1);
    calls[0]?.answer(4);
    expect((await Promise.all(both)).map(({ result }) => result.rows[0]?.[0])).toEqual([4, 4]);
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(2);
  });

  test('is asked again by those who come after a record, and by those of another tier', async () => {
    const first = runner.run(request());
    versions.bump('DPO1');
    const second = runner.run(request());
    const third = runner.run(request('SELECT 1', ofTier('P1_LARGE')));
    expect(calls).toHaveLength(3);
    for (const [index, call] of calls.entries()) call.answer(index);
    expect((await Promise.all([first, second, third])).map(({ result }) => result.rows[0]?.[0])).toEqual([
      0, 1, 2,
    ]);
  });

  test('goes on for the others when one goes away, and ends when the last has', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const first = runner.run(request('SELECT 1', { signal: one.signal }));
    const second = runner.run(request('SELECT 1', { signal: two.signal }));
    one.abort();
    await expect(first).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect(calls[0]?.signal?.aborted).toBe(false);
    two.abort();
    expect(calls[0]?.signal?.aborted).toBe(true);
    // Nobody joins what is being cancelled.
    const third = runner.run(request());
    expect(calls).toHaveLength(2);
    calls[1]?.answer(3);
    await expect(second).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect((await third).result.rows).toEqual([[3]]);
    expect(recorded.map(({ status }) => status)).toEqual(['ERROR', 'ERROR', 'COMPLETED']);
  });

  test('answers those who stay when the one who began goes away', async () => {
    const gone = new AbortController();
    const first = runner.run(request('SELECT 1', { signal: gone.signal }));
    const second = runner.run(request());
    gone.abort();
    await expect(first).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    calls[0]?.answer(9);
    expect((await second).result.rows).toEqual([[9]]);
  });
});

describe('a query', () => {
  test.each([
    ['QUERY_FAILED', 'ERROR'],
    ['QUERY_TIMED_OUT', 'TIMED_OUT'],
    ['QUERY_CANCELLED', 'ERROR'],
  ] as const)('that ends with %s is recorded as %s and carries its QueryInfo', async (code, status) => {
    const running = runner.run(request());
    clock.advance(250);
    calls[0]?.fail(new WeirError(code, 'no'));
    await expect(running).rejects.toMatchObject({
      code,
      details: {
        query: {
          id: recorded[0]?.id ?? expect.any(String),
          status,
          type: 'METRIC',
          subtype: 'COUNTER',
          durationInMilliseconds: 250,
          createdAt: '2026-01-01T00:00:00Z',
          sql: "SELECT 1 'x'",
        },
      },
    });
    expect(recorded).toMatchObject([{ status }]);
    expect(calls[0]?.id).toBe(recorded[0]?.id);
  });

  test('whose Data Pool was deleted before it reached the engine does not find it', async () => {
    for (const [engineCode, words] of [
      [60, 'Code: 60. DB::Exception: Table ENV1.DPO1 does not exist. (UNKNOWN_TABLE)'],
      [60, "Code: 60. DB::Exception: Unknown table expression identifier 'ENV1.DPO1'. (UNKNOWN_TABLE)"],
      [218, 'Code: 218. DB::Exception: Table ENV1.DPO1 is dropped. (TABLE_IS_DROPPED)'],
    ] as const) {
      const running = runner.run(request());
      calls.at(-1)?.fail(engineError(engineCode, words));
      await expect(running).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Data Pool DPO1 not found',
        details: { query: { status: 'ERROR' } },
      });
    }
    expect(recorded.map(({ status }) => status)).toEqual(['ERROR', 'ERROR', 'ERROR']);
  });

  test('that did not reach the engine is in no history', async () => {
    const running = runner.run(request());
    calls[0]?.fail(new WeirError('UNAVAILABLE', 'away'));
    await expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE', details: undefined });
    expect(recorded).toEqual([]);
  });

  test('whose client has gone before it begins is in no history, unless a part of it ran', async () => {
    const gone = { signal: AbortSignal.abort() };
    for (const basis of [runner.basis(['DPO1']), undefined])
      await expect(runner.run(request('SELECT 1', { ...gone, basis }))).rejects.toMatchObject({
        code: 'QUERY_CANCELLED',
        details: undefined,
      });
    expect(calls).toEqual([]);
    expect(recorded).toEqual([]);
    const reading = runner.read(request('SELECT bounds'));
    calls[0]?.answer();
    const { earlier } = await reading;
    await expect(runner.run(request('SELECT 1', { ...gone, earlier }))).rejects.toMatchObject({
      code: 'QUERY_CANCELLED',
    });
    expect(recorded).toMatchObject([{ status: 'ERROR', recordsProcessed: '7' }]);
  });

  test('of two statements is one query: one time-out, one duration, what both processed', async () => {
    const reading = runner.read(request('SELECT bounds'));
    clock.advance(400);
    calls[0]?.answer();
    const { earlier } = await reading;
    expect(recorded).toEqual([]);
    const running = runner.run(request('SELECT 1', { earlier }));
    expect(calls[1]?.limits.timeoutMs).toBe(600);
    clock.advance(100);
    calls[1]?.answer();
    const { info } = await running;
    expect(info).toMatchObject({
      recordsProcessed: '14',
      bytesProcessed: '140',
      durationInMilliseconds: 500,
    });
  });

  test('with follow-up statements is still one query', async () => {
    const running = runner.runThen(request('SELECT 1'), async (_, followUp) => {
      await followUp(() => sql`SELECT 2`);
      return await followUp(() => sql`SELECT 3`);
    });
    for (const call of [0, 1, 2]) {
      clock.advance(100);
      calls[call]?.answer();
      await expect.poll(() => calls.length).toBe(Math.min(call + 2, 3));
    }
    expect(calls.map(({ limits }) => limits.timeoutMs)).toEqual([1_000, 900, 800]);
    const { info } = await running;
    expect(info).toMatchObject({ sql: "SELECT 1 'x'", recordsProcessed: '21', durationInMilliseconds: 300 });
    expect(recorded).toEqual([info]);
  });

  test('whose follow-up statement fails has failed, and is in the history once', async () => {
    const running = runner.runThen(request('SELECT 1'), (_, followUp) => followUp(() => sql`SELECT 2`));
    calls[0]?.answer();
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.fail(new WeirError('QUERY_TIMED_OUT', 'late'));
    await expect(running).rejects.toMatchObject({ details: { query: { status: 'TIMED_OUT' } } });
    expect(recorded).toMatchObject([{ sql: "SELECT 1 'x'", status: 'TIMED_OUT', recordsProcessed: '7' }]);
  });

  test('whose first statement fails has failed', async () => {
    const reading = runner.read(request('SELECT bounds'));
    calls[0]?.fail(new WeirError('QUERY_TIMED_OUT', 'late'));
    await expect(reading).rejects.toMatchObject({ details: { query: { status: 'TIMED_OUT' } } });
    expect(recorded).toMatchObject([{ status: 'TIMED_OUT' }]);
  });

  test('that ended the engine twice is refused for a while, and no other caller is', async () => {
    const asked = (applicationId: string) =>
      runner.run(request('SELECT 1', { principal: { ...principal, applicationId } }));
    for (const index of [0, 1]) {
      const running = asked('APP1');
      await expect.poll(() => calls.length).toBe(index + 1);
      calls[index]?.fail(new EngineEnded('no answer'));
      await expect(running).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
    }
    await expect(asked('APP1')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    const other = asked('APP2');
    await expect.poll(() => calls.length).toBe(3);
    calls[2]?.answer();
    expect(await other).toBeDefined();
  });

  test('has the limits of its tier', async () => {
    const running = runner.run(request('SELECT 1', ofTier('P1_MEDIUM')));
    expect(calls[0]?.limits).toMatchObject({
      timeoutMs: 1_000,
      recordsPerSecondMax: 100_000_000,
      threadsMax: 4,
    });
    calls[0]?.answer();
    await running;
  });
});

describe('a result that is too large', () => {
  const failing = async (words: string, more: Partial<QueryRequest> = {}) => {
    const running = runner.run(request('SELECT large', more));
    calls.at(-1)?.fail(engineError(tooManyRowsOrBytes, words));
    return await running.then(
      () => '',
      (error: Error) => error.message,
    );
  };

  test('is refused by the name of the limit, also where access policies hide what the engine says', async () => {
    const limited = { prepared: { statement: { text: 'SELECT 1', parameters: {} }, limited: true } };
    for (const more of [{}, limited]) {
      expect(await failing('Limit for result exceeded, max bytes: 5', more)).toBe(
        `The result is larger than ${resultBytesMax} bytes, the limit for one query. Request fewer rows or columns`,
      );
      expect(await failing('Limit for result exceeded, max cells: 5', more)).toBe(
        `The result has more than ${resultCellsMax} cells, the limit for one query. Request fewer rows or columns`,
      );
      expect(await failing('Limit for result exceeded, max rows: 5', { ...more, resultRowsMax: 5 })).toBe(
        'The result has more than 5 rows, the limit for one query. Add a LIMIT clause',
      );
    }
    expect(recorded.every(({ status }) => status === 'ERROR')).toBe(true);
  });

  test('has limits of which the statements before it have used a part', async () => {
    const returned = { records: 1, bytes: 1_000, cells: 500 };
    const running = runner.run(request('SELECT 1', { returned }));
    expect(calls[0]?.limits).toMatchObject({
      resultBytesMax: resultBytesMax - 1_000,
      resultCellsMax: resultCellsMax - 500,
    });
    calls[0]?.answer();
    await running;
  });

  test('together with the others of its request is refused as a query that failed', async () => {
    for (const basis of [undefined, runner.basis(['DPO1'])]) {
      const allowance = new AnswerAllowance(new AnswerBudget());
      const running = runner.run(request('SELECT half', { allowance, basis }));
      calls.at(-1)?.answer(1, answerBytesMax);
      await running;
      const limited = { statement: { text: 'SELECT more', parameters: {}, tables: ['DPO1'] }, limited: true };
      const second = runner.run(request('SELECT more', { allowance, basis, run: limited }));
      calls.at(-1)?.answer(1, 1);
      await expect(second).rejects.toMatchObject({
        code: 'QUERY_FAILED',
        message: expect.stringContaining(`are larger than ${answerBytesMax} bytes`),
        details: { query: { status: 'ERROR' } },
      });
      allowance.end();
      versions.bump('DPO1');
    }
  });

  test('is admitted for a request that is alone by its own allowance, and for several by none of theirs', async () => {
    const budget = new AnswerBudget();
    const [one, other] = [new AnswerAllowance(budget), new AnswerAllowance(budget)];
    const first = runner.run(request('SELECT 1', { allowance: one }));
    const second = runner.run(request('SELECT 1', { allowance: other }));
    expect(calls).toHaveLength(1);
    // The first goes away while the result is on its way: that is no reason for the second to fail.
    one.end();
    await calls[0]?.admit?.({ bytes: 1_000_000, cells: 1 });
    calls[0]?.answer(3, 1_000_000);
    await expect(first).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    expect((await second).result.rows).toEqual([[3]]);
    expect(budget.takenBytes).toBeGreaterThan(0);
    other.end();
    expect(budget.takenBytes).toBe(0);
  });
});
