import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../base/clock.js';
import { DataVersions } from '../base/data-versions.js';
import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { LiveAnswer } from './live-question.js';
import { LiveQuestions } from './live-questions.js';

const principal: Principal = {
  environmentId: 'ENV',
  applicationId: 'APP',
  scopes: new Set(['metric:query']),
  tier: 'P1_X_LARGE',
  policyValues: {},
};

let versions: DataVersions;
let live: LiveQuestions;
let registry: Registry;
let catalogChanges: () => void;

beforeEach(() => {
  // Ten seconds after a minute began.
  vi.useFakeTimers({
    now: Date.UTC(2026, 0, 1, 0, 0, 10),
    toFake: ['setTimeout', 'setInterval', 'Date', 'performance'],
  });
  versions = new DataVersions();
  registry = new Registry();
  live = new LiveQuestions({
    clock: systemClock,
    versions,
    onCatalogChange: (listener) => {
      catalogChanges = listener;
    },
    registry,
  });
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

/** A question whose answer is read from `current`, with all that one subscriber gets. */
function subscribed(
  current: { value: string; failure?: LiveAnswer['failure']; until?: Promise<void> },
  key = 'question',
  applicationId = principal.applicationId,
) {
  const own = { ...principal, applicationId };
  const got: string[] = [];
  const asked: number[] = [];
  const credentials = { current: own, error: undefined as WeirError | undefined };
  const leave = live.subscribe(
    {
      key,
      principal: own,
      ask: async () => {
        asked.push(Date.now());
        const { value, failure, until } = current;
        await until;
        return { text: value, digest: value, dataPoolIds: new Set(['DPO']), failure };
      },
    },
    {
      authorize: async () => {
        if (credentials.error) throw credentials.error;
        return credentials.current;
      },
      answer: (text) => got.push(text),
      end: (reason) => got.push(`end: ${reason?.message}`),
    },
  );
  return { got, asked, credentials, leave };
}

it('answers at once, then only when the answer differs, and asks at most once a second', async () => {
  const current = { value: '1' };
  const { got, asked } = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  expect(got).toEqual(['1']);
  for (let step = 0; step < 30; step += 1) {
    current.value = String(step);
    versions.bump('DPO');
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(got.at(-1)).toBe('29');
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(asked.every((at, index) => index === 0 || at - (asked[index - 1] ?? 0) >= 1_000)).toBe(true);
  const before = got.length;
  versions.bump('DPO');
  versions.bump('another Data Pool');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(got).toHaveLength(before);
});

it('asks nothing while nothing changes but the minute', async () => {
  const { asked } = subscribed({ value: '1' });
  await vi.advanceTimersByTimeAsync(49_000);
  versions.bump('another Data Pool');
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
});

it('notices a change while the question is asked', async () => {
  const current = { value: '1' };
  const { got } = subscribed(current);
  versions.bump('DPO');
  current.value = '2';
  await vi.advanceTimersByTimeAsync(1_100);
  expect(got.at(-1)).toBe('2');
});

it('asks again when the catalog has changed', async () => {
  const current = { value: '1' };
  const { got } = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  current.value = '2';
  catalogChanges();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(got).toEqual(['1', '2']);
});

it('asks once for all with the same question, and gives a late one the last answer', async () => {
  const current = { value: '1' };
  const first = subscribed(current);
  const others = Array.from({ length: 100 }, () => subscribed(current));
  await vi.advanceTimersByTimeAsync(0);
  const late = subscribed(current);
  expect(late.got).toEqual(['1']);
  current.value = '2';
  versions.bump('DPO');
  await vi.advanceTimersByTimeAsync(1_000);
  for (const { got } of [first, ...others, late]) expect(got).toEqual(['1', '2']);
  expect([first, ...others, late].flatMap(({ asked }) => asked)).toHaveLength(2);
  expect(live.size).toBe(1);
  for (const { leave } of [first, ...others, late]) leave();
  expect([live.size, live.subscriptions]).toEqual([0, 0]);
});

it('gives a late subscriber no answer that is known to be outdated', async () => {
  const current = { value: '1' };
  const first = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  current.value = '2';
  versions.bump('DPO');
  const late = subscribed(current);
  expect(late.got).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.got, late.got]).toEqual([['1', '2'], ['2']]);
});

it('gives the running answer to those that join before the next change, and not to those that join after it', async () => {
  let finish = () => {};
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const current: Parameters<typeof subscribed>[0] = { value: '1', until };
  const first = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  const before = subscribed(current);
  current.value = '2';
  versions.bump('DPO');
  const after = subscribed(current);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect([first.got, before.got, after.got]).toEqual([['1'], ['1'], []]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.got, before.got, after.got]).toEqual([['1', '2'], ['1', '2'], ['2']]);
  expect(first.asked).toHaveLength(2);
});

it('gives a late subscriber a large answer too, which is not kept', async () => {
  const current = { value: 'x'.repeat(100_000) };
  const first = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  const late = subscribed(current);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.got.length, late.got.length]).toEqual([1, 1]);
  expect(first.asked).toHaveLength(2);
});

it('hides a failure that passes, and ends with one that stays or that is final', async () => {
  const current: { value: string; failure?: LiveAnswer['failure'] } = { value: '1' };
  const { got, asked } = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  current.failure = 'PASSING';
  versions.bump('DPO');
  await vi.advanceTimersByTimeAsync(3_000);
  current.value = '2';
  current.failure = undefined;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(got).toEqual(['1', '2']);
  current.value = 'the engine is away';
  current.failure = 'PASSING';
  asked.length = 0;
  versions.bump('DPO');
  await vi.advanceTimersByTimeAsync(70_000);
  expect(got).toEqual(['1', '2', 'the engine is away', 'end: undefined']);
  expect(asked.length).toBeLessThan(10);

  const final = subscribed({ value: 'no such Metric', failure: 'FINAL' });
  await vi.advanceTimersByTimeAsync(0);
  expect(final.got).toEqual(['no such Metric', 'end: undefined']);
  expect(live.size).toBe(0);
});

it('ends soon after the credentials do, with their reason, but not because the catalog is away', async () => {
  const one = subscribed({ value: '1' });
  const other = subscribed({ value: '1' });
  await vi.advanceTimersByTimeAsync(0);
  other.credentials.error = new WeirError('UNAVAILABLE', 'The catalog is away');
  one.credentials.error = new WeirError('UNAUTHENTICATED', 'The access token has expired');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(one.got).toEqual(['1', 'end: The access token has expired']);
  expect(other.got).toEqual(['1']);
  other.credentials.error = undefined;
  other.credentials.current = { ...principal, scopes: new Set() };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(other.got.at(-1)).toMatch(/^end: The scopes or the tier of the Application have changed/);
  expect(await registry.metrics()).toMatch(/weir_subscriptions_ended_total{code="UNAUTHENTICATED"} 2/);
});

it('answers only those whose credentials could be checked, and the others once they are', async () => {
  const current = { value: '1' };
  const one = subscribed(current);
  const other = subscribed(current);
  await vi.advanceTimersByTimeAsync(0);
  other.credentials.error = new WeirError('UNAVAILABLE', 'The catalog is away');
  current.value = '2';
  versions.bump('DPO');
  await vi.advanceTimersByTimeAsync(3_000);
  expect([one.got, other.got]).toEqual([['1', '2'], ['1']]);
  other.credentials.error = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([one.got, other.got]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
});

it('says nothing to one that leaves while its credentials are checked', async () => {
  const { got, credentials, leave } = subscribed({ value: '1' });
  await vi.advanceTimersByTimeAsync(0);
  credentials.error = new WeirError('UNAUTHENTICATED', 'The access token has expired');
  versions.bump('DPO');
  vi.advanceTimersByTime(1_000);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(got).toEqual(['1']);
});

it('answers another Application while the questions of one take long', async () => {
  const slow = { value: '1', until: new Promise<void>(() => {}) };
  const questions = Array.from({ length: 10 }, (_, index) => subscribed(slow, `slow ${index}`));
  await vi.advanceTimersByTimeAsync(0);
  expect(questions.flatMap(({ asked }) => asked)).toHaveLength(3);
  const other = subscribed({ value: '2' }, 'quick', 'OTHER');
  await vi.advanceTimersByTimeAsync(0);
  expect(other.got).toEqual(['2']);
});

it('leaves room for other tenants of an Application', async () => {
  const of = (tenant: string) => {
    const own = { ...principal, policyValues: { tenant } };
    return live.subscribe(
      { key: tenant, principal: own, ask: () => new Promise(() => {}) },
      { authorize: async () => own, answer: () => {}, end: () => {} },
    );
  };
  const greedy = () => {
    for (let index = 0; index < 3_000; index += 1) of('a');
  };
  expect(greedy).toThrow(/^This tenant of the Application has 22\d\d subscriptions, its share of the limit/);
  for (let index = 0; index < 500; index += 1) of('b');
});

it('has a limit for each Application and for all, and counts those that leave', async () => {
  const of = (applicationId: string) =>
    live.subscribe(
      { key: applicationId, principal: { ...principal, applicationId }, ask: () => new Promise(() => {}) },
      { authorize: async () => ({ ...principal, applicationId }), answer: () => {}, end: () => {} },
    );
  const leave = Array.from({ length: 3_000 }, () => of('one'));
  expect(() => of('one')).toThrow(/^The Application has 3000 subscriptions, the limit/);
  leave[0]?.();
  leave[0]?.();
  of('one');
  for (let index = 0; index < 2_000; index += 1) of(index % 2 ? 'two' : 'three');
  expect(() => of('four')).toThrow(/^The service has 5000 subscriptions, the limit/);
  const metrics = await registry.metrics();
  expect(metrics).toMatch(/^weir_subscriptions 5000$/m);
  expect(metrics).toMatch(/^weir_live_questions 3$/m);
  expect(metrics).toMatch(/^weir_subscriptions_refused_total 2$/m);
});
