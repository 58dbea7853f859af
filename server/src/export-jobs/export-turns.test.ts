import { describe, expect, it } from 'vitest';
import { ManualTimers } from '../../../tests/support/manual-timers.js';
import { ExportTurns } from './export-turns.js';

const turnMs = 1_000;

/** All that is to happen now has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Jobs that run until the test ends them, at two places. */
function bench() {
  const timers = new ManualTimers();
  const turns = new ExportTurns({ placesMax: 2, turnMs, startTimer: timers.start });
  const ask = (applicationId: string, tenant = '') => {
    const leaving = new AbortController();
    const job = { begun: 0, state: 'waiting', end: () => {}, leave: () => leaving.abort() };
    turns
      .run({ applicationId, tenant }, leaving.signal, async (signal) => {
        job.begun += 1;
        job.state = 'running';
        await new Promise<void>((resolve, reject) => {
          job.end = resolve;
          signal.addEventListener('abort', () => {
            job.state = 'waiting';
            reject(signal.reason);
          });
        });
        return 'whole';
      })
      .then(
        (outcome) => {
          job.state = outcome;
        },
        () => {
          job.state = 'left';
        },
      );
    return job;
  };
  const advance = async (ms: number) => {
    timers.advance(ms);
    await settled();
  };
  return { timers, ask, advance };
}

describe('places for export jobs', () => {
  it('are shared by Applications and tenants, however many jobs one of them has', async () => {
    const { ask } = bench();
    const many = Array.from({ length: 50 }, () => ask('A', 'a'));
    await settled();
    expect(many.filter(({ state }) => state === 'running')).toHaveLength(1);
    const other = ask('B');
    await settled();
    expect(other.state).toBe('running');
    const tenant = ask('A', 'b');
    many[0]?.end();
    await settled();
    many[1]?.end();
    await settled();
    expect(tenant.state).toBe('running');
  });

  it('are kept for as long as nobody else waits', async () => {
    const { ask, advance } = bench();
    const [job, again] = [ask('A'), ask('A')];
    await settled();
    await advance(100 * turnMs);
    expect([job.state, job.begun, again.state]).toEqual(['running', 1, 'waiting']);
    job.end();
    await settled();
    expect([job.state, again.state]).toEqual(['whole', 'running']);
  });

  it('are left to others after a turn, and the next turn is twice as long', async () => {
    const { ask, advance, timers } = bench();
    const endless = [ask('A'), ask('B')];
    await settled();
    const other = ask('C');
    await advance(turnMs - 1);
    expect(other.state).toBe('waiting');
    await advance(1);
    expect(other.state).toBe('running');
    expect(endless.map(({ state }) => state)).toContain('waiting');
    const interrupted = endless.find(({ state }) => state === 'waiting') ?? other;
    other.end();
    await settled();
    expect([other.state, interrupted.begun, interrupted.state]).toEqual(['whole', 2, 'running']);
    // The other one has had its turn.
    const next = ask('D');
    const last = ask('E');
    await advance(turnMs);
    expect([next.state, last.state]).toEqual(['running', 'waiting']);
    expect(interrupted.state).toBe('running');
    await advance(turnMs);
    expect([interrupted.state, last.state]).toEqual(['waiting', 'running']);
    for (const job of [...endless, next, last]) job.leave();
    await settled();
    expect(endless.map(({ state }) => state)).toEqual(['left', 'left']);
    expect(timers.running).toBe(0);
  });
});
