import { describe, expect, it } from 'vitest';
import { plainStatement } from '../sql/plain-statement.js';
import { ClickHouseEngine } from './clickhouse-engine.js';
import type { QueryRequest } from './engine.js';
import { DeadlinePassed, type EngineAnswer, type EngineCall, type EngineHome } from './engine-home.js';

type Outcome = () => EngineAnswer | Promise<EngineAnswer>;

const ok = (value: number) => (): EngineAnswer => ({
  engineCode: null,
  body: Buffer.from(
    JSON.stringify({
      meta: [{ name: 'v', type: 'UInt8' }],
      data: [[value]],
      statistics: { rows_read: 1, bytes_read: 1 },
    }),
  ),
});
const fails = (error: Error) => (): EngineAnswer => {
  throw error;
};
const lost = fails(new Error("The engine's process has gone away"));
const refused = fails(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
const deadlinePassed = fails(new DeadlinePassed(1));

/** A transport whose calls end one after the other as the test says. */
class ScriptedHome implements EngineHome {
  readonly readerRole = 'reader';
  readonly writerRole = 'writer';
  readonly sent: EngineCall[] = [];
  readonly ended: string[] = [];
  failedPings = 0;

  constructor(readonly outcomes: Outcome[]) {}

  async send(call: EngineCall): Promise<EngineAnswer> {
    this.sent.push(call);
    const outcome = this.outcomes.shift() ?? expect.unreachable('one call too many');
    return await outcome();
  }

  async ping(): Promise<EngineAnswer> {
    if (this.failedPings === 0) return { engineCode: null, body: Buffer.alloc(0) };
    this.failedPings -= 1;
    return refused();
  }

  endDeafQuery(queryId: string): void {
    this.ended.push(queryId);
  }

  async close(): Promise<void> {}
}

const request = (more: Partial<QueryRequest> = {}): QueryRequest => ({
  id: 'QRY1',
  statement: plainStatement('SELECT 1'),
  limits: { timeoutMs: 10_000 },
  survivesRestart: true,
  ...more,
});

async function run(home: ScriptedHome, more: Partial<QueryRequest> = {}) {
  return (await new ClickHouseEngine(home).query(request(more))).rows[0]?.[0];
}
const unavailable = { code: 'UNAVAILABLE' };

describe('a read that survives restarts', () => {
  it('runs again once the engine is back, with the time that it has left', async () => {
    const home = new ScriptedHome([lost, ok(7)]);
    home.failedPings = 3;
    expect(await run(home)).toBe(7);
    const [first, second] = home.sent.map(({ settings }) => Number(settings['max_execution_time']));
    expect(first).toBe(10);
    expect(second).toBeLessThan(10);
    expect(home.sent[1]?.name).toBe('QRY1');
  });

  it('waits for an engine that is still starting, as often as it was not reached', async () => {
    const home = new ScriptedHome([refused, refused, refused, ok(7)]);
    home.failedPings = 2;
    expect(await run(home)).toBe(7);
  });

  it('is not run a third time when the engine has ended twice under it', async () => {
    const home = new ScriptedHome([lost, lost]);
    await expect(run(home)).rejects.toMatchObject(unavailable);
    expect(home.sent).toHaveLength(2);
  });

  it('is run as often as it is lost to other queries for which the engine was ended', async () => {
    const home = new ScriptedHome([]);
    const engine = new ClickHouseEngine(home);
    const lostToAnother = async () => {
      home.outcomes.unshift(deadlinePassed);
      await engine.query(request({ id: 'QRY2' })).catch(() => undefined);
      return lost();
    };
    home.outcomes.push(lostToAnother, lostToAnother, lostToAnother, ok(7));
    expect((await engine.query(request())).rows).toEqual([[7]]);
  });

  it('is never run again when the engine was ended for it', async () => {
    const home = new ScriptedHome([deadlinePassed]);
    await expect(run(home)).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
    expect(home.sent).toHaveLength(1);
    expect(home.ended).toEqual(['QRY1']);
  });

  it('is not run again when the engine refused it, its client left, or its time is over', async () => {
    const refusedByEngine = new ScriptedHome([() => ({ engineCode: 62, body: Buffer.from('no') })]);
    await expect(run(refusedByEngine)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    const client = new AbortController();
    const left = new ScriptedHome([lost]);
    left.failedPings = Number.POSITIVE_INFINITY;
    const running = run(left, { signal: client.signal });
    client.abort();
    await expect(running).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    const late = new ScriptedHome([lost]);
    late.failedPings = Number.POSITIVE_INFINITY;
    await expect(run(late, { limits: { timeoutMs: 120 } })).rejects.toMatchObject(unavailable);
  });
});

describe('any other statement', () => {
  it('fails at once when the engine ends', async () => {
    await expect(run(new ScriptedHome([lost]), { survivesRestart: false })).rejects.toMatchObject(
      unavailable,
    );
    const write = new ClickHouseEngine(new ScriptedHome([lost]));
    await expect(write.command(plainStatement('DROP'))).rejects.toMatchObject(unavailable);
  });
});
