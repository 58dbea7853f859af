import { describe, expect, it } from 'vitest';
import { plainStatement } from '../sql/plain-statement.js';
import { ClickHouseEngine } from './clickhouse-engine.js';
import type { EngineQuery } from './engine.js';
import {
  DeadlinePassed,
  type EngineAnswer,
  type EngineCall,
  type EngineTransport,
} from './engine-transport.js';

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
const lost = fails(new Error("The connection to the engine's process was lost"));
const refused = fails(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
const deadlinePassed = fails(new DeadlinePassed(1));

/** A transport whose calls end one after the other as the test says. */
class ScriptedTransport implements EngineTransport {
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

  stream(): Promise<never> {
    return expect.unreachable('no result is streamed');
  }

  async ping(): Promise<EngineAnswer> {
    if (this.failedPings === 0) return { engineCode: null, body: Buffer.alloc(0) };
    this.failedPings -= 1;
    return refused();
  }

  endUnresponsiveQuery(queryId: string): void {
    this.ended.push(queryId);
  }

  async close(): Promise<void> {}
}

const request = (more: Partial<EngineQuery> = {}): EngineQuery => ({
  id: 'QRY1',
  statement: plainStatement('SELECT 1'),
  limits: { timeoutMs: 10_000 },
  survivesRestart: true,
  ...more,
});

async function run(transport: ScriptedTransport, more: Partial<EngineQuery> = {}) {
  return (await new ClickHouseEngine(transport).query(request(more))).rows[0]?.[0];
}
const unavailable = { code: 'UNAVAILABLE' };

describe('a read that survives restarts', () => {
  it('runs again once the engine is back, with the time that it has left', async () => {
    const transport = new ScriptedTransport([lost, ok(7)]);
    transport.failedPings = 3;
    expect(await run(transport)).toBe(7);
    const [first, second] = transport.sent.map(({ settings }) => Number(settings['max_execution_time']));
    expect(first).toBe(10);
    expect(second).toBeLessThan(10);
    expect(transport.sent[1]?.name).toBe('QRY1');
  });

  it('waits for an engine that is still starting, as often as it was not reached', async () => {
    const transport = new ScriptedTransport([refused, refused, refused, ok(7)]);
    transport.failedPings = 2;
    expect(await run(transport)).toBe(7);
  });

  it('is not run a third time when the engine has ended twice under it', async () => {
    const transport = new ScriptedTransport([lost, lost]);
    await expect(run(transport)).rejects.toMatchObject(unavailable);
    expect(transport.sent).toHaveLength(2);
  });

  it('is run as often as it is lost to other queries for which the engine was ended', async () => {
    const transport = new ScriptedTransport([]);
    const engine = new ClickHouseEngine(transport);
    const lostToAnother = async () => {
      transport.outcomes.unshift(deadlinePassed);
      await engine.query(request({ id: 'QRY2' })).catch(() => undefined);
      return lost();
    };
    transport.outcomes.push(lostToAnother, lostToAnother, lostToAnother, ok(7));
    expect((await engine.query(request())).rows).toEqual([[7]]);
  });

  it('is never run again when the engine was ended for it', async () => {
    const transport = new ScriptedTransport([deadlinePassed]);
    await expect(run(transport)).rejects.toMatchObject({ code: 'QUERY_TIMED_OUT' });
    expect(transport.sent).toHaveLength(1);
    expect(transport.ended).toEqual(['QRY1']);
  });

  it('is not run again when the engine refused it, its client left, or its time is over', async () => {
    const refusedByEngine = new ScriptedTransport([() => ({ engineCode: 62, body: Buffer.from('no') })]);
    await expect(run(refusedByEngine)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    const client = new AbortController();
    const left = new ScriptedTransport([lost]);
    left.failedPings = Number.POSITIVE_INFINITY;
    const running = run(left, { signal: client.signal });
    client.abort();
    await expect(running).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
    const late = new ScriptedTransport([lost]);
    late.failedPings = Number.POSITIVE_INFINITY;
    await expect(run(late, { limits: { timeoutMs: 120 } })).rejects.toMatchObject(unavailable);
  });
});

describe('any other statement', () => {
  it('fails at once when the engine ends', async () => {
    await expect(run(new ScriptedTransport([lost]), { survivesRestart: false })).rejects.toMatchObject(
      unavailable,
    );
    const write = new ClickHouseEngine(new ScriptedTransport([lost]));
    await expect(write.command(plainStatement('DROP'))).rejects.toMatchObject(unavailable);
  });
});
