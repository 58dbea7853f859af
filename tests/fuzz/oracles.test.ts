import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { functionNames } from '../../server/src/sql/postgres/functions/call.js';
import { Choices } from './choices.js';
import type { FuzzAnswer } from './fuzz-case.js';
import { postgresFunctions } from './generate/postgres-functions.js';
import { send } from './http-client.js';
import { leak } from './oracles/canary-oracle.js';
import { crash } from './oracles/crash-oracle.js';
import { failure } from './oracles/failure-oracle.js';
import { IntakeOracle } from './oracles/intake-oracle.js';
import { growth, unmeasured } from './oracles/memory-oracle.js';
import { isStall, StallOracle } from './oracles/stall-oracle.js';
import { interference } from './oracles/twin-oracle.js';
import { Canaries } from './world/canaries.js';
import { SeededValues } from './world/seeded-values.js';
import type { World } from './world/world.js';

/** A fuzzer that sees nothing passes: each oracle is shown what it has to find. */
const answer = (body: string, status = 200, headers = ''): FuzzAnswer => ({ status, body, headers });
const request = { method: 'POST', path: '/', headers: {}, body: '' };
const secret = new SeededValues(1).marker();
const big = new SeededValues(2).digits(18);

function canariesOf(): Canaries {
  const canaries = new Canaries();
  canaries.add('note of b', secret, ['b']);
  canaries.add('big of b', big, ['b']);
  canaries.add('due of b', '2217-03-09', ['b']);
  return canaries;
}

const escaped = [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

test.each<[string, string]>([
  ['as it is', `{"rows":[["${secret}"]]}`],
  ['in capitals', secret.toUpperCase()],
  ['in an error message', `Cannot parse "${secret}" as a number`],
  ['half of it', `x${secret.slice(0, 10)}x`],
  ['the other half', secret.slice(10)],
  ['escaped for JSON', escaped],
  ['in hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64', Buffer.from(secret).toString('base64')],
  ['in base64 after other bytes', Buffer.from(`ab${secret}c`).toString('base64')],
  ['backwards', [...secret].reverse().join('')],
  ['a number', `{"value":"${big}"}`],
  ['a number with decimals', `-${big}.00`],
  ['a date', '[["2217-03-09T00:00:00Z"]]'],
])('a canary is found: %s', (_, body) => {
  const canaries = canariesOf();
  expect(leak(canaries, { actor: 'a', request }, answer(body))?.oracle).toBe('canary');
  expect(leak(canaries, { actor: 'b', request }, answer(body))).toBeUndefined();
});

test('a canary is found in a header, and in a long text', () => {
  const canaries = canariesOf();
  expect(leak(canaries, { actor: 'a', request }, answer('', 200, `x: ${secret}`))).toBeDefined();
  const long = 'abcdefgh'.repeat(100_000);
  expect(leak(canaries, { actor: 'a', request }, answer(`${long}${big}${long}`))).toBeDefined();
  expect(leak(canaries, { actor: 'a', request }, answer(long))).toBeUndefined();
});

test('a fault of the service is found, by its status and by its code', () => {
  expect(failure(answer('', 500))?.kind).toBe('status 500');
  expect(failure(answer('', 503))?.kind).toBe('status 503');
  expect(failure(answer('{"errors":[{"extensions":{"code":"INTERNAL"}}]}'))?.kind).toBe('INTERNAL');
  expect(failure(answer('{"errors":[{"extensions":{"code":"UNAVAILABLE"}}]}'))?.kind).toBe('UNAVAILABLE');
  expect(failure(answer('{"errors":[{"extensions":{"code":"BAD_REQUEST"}}]}'))).toBeUndefined();
  expect(failure(answer('{"error":"invalid_client"}', 401))).toBeUndefined();
});

const twins: Pick<World, 'pairs'> = {
  pairs: [
    ['ledger_x', 'ledger_y'],
    ['DPOX', 'DPOY'],
  ],
};

test('a difference between the twins is found, and one of names, identifiers and order is none', () => {
  const ours = answer(
    '{"data":{"rows":[["1"],["2"]],"info":{"id":"QRY1","sql":"ledger_x","recordsProcessed":"9"}}}',
  );
  const same = answer(
    '{"data":{"rows":[["2"],["1"]],"info":{"id":"QRY2","sql":"ledger_y","recordsProcessed":"9"}}}',
  );
  const other = answer(
    '{"data":{"rows":[["2"],["3"]],"info":{"id":"QRY2","sql":"ledger_y","recordsProcessed":"9"}}}',
  );
  const more = answer(
    '{"data":{"rows":[["1"],["2"]],"info":{"id":"QRY2","sql":"ledger_y","recordsProcessed":"8"}}}',
  );
  const failed = answer('{"errors":[{"extensions":{"code":"QUERY_FAILED"}}]}');
  expect(interference(twins, [ours], [same])).toBeUndefined();
  expect(interference(twins, [ours], [other])?.kind).toBe('answers differ data/data');
  expect(interference(twins, [ours], [more])?.kind).toBe('records or bytes processed differ');
  expect(interference(twins, [ours], [failed])?.kind).toBe('answers differ data/QUERY_FAILED');
  expect(interference(twins, [ours, other], [other, other])).toBeUndefined();
});

test('a difference between positions of cursors is found, and one of their signatures is none', () => {
  const cursor = (signature: string, position: string) =>
    answer(`{"data":{"endCursor":"${Buffer.from(signature.repeat(16) + position).toString('base64url')}"}}`);
  expect(interference(twins, [cursor('a', '1')], [cursor('b', '1')])).toBeUndefined();
  expect(interference(twins, [cursor('a', '1')], [cursor('a', '2')])).toBeDefined();
});

test('a difference between files is found, and one of the order of rows is none', () => {
  expect(interference(twins, [answer('id\n1\n2\n')], [answer('id\n2\n1\n')])).toBeUndefined();
  expect(interference(twins, [answer('id\n1\n2\n')], [answer('id\n1\n')])).toBeDefined();
});

test('the request that an error refers to, and the booster of each twin, make no difference', () => {
  const of = (reference: string, booster: string) =>
    answer(
      `{"message":"Try again (reference ${reference}).","reference":"${reference}","reason":"Booster BST01${booster}: too old"}`,
    );
  const [one, other] = [of('a'.repeat(24), 'A'.repeat(24)), of('b'.repeat(24), 'B'.repeat(24))];
  expect(interference(twins, [one], [other])).toBeUndefined();
});

test('an event that was acknowledged and is missing, or is there twice, is found', () => {
  const intake = new IntakeOracle();
  const two = '[{"statusCode":200},{"statusCode":400}]';
  const keyed = { ids: ['x', 'y'], eventsMax: 2, repetitionOf: 'key' };
  intake.record(keyed, answer(two));
  intake.record(keyed, answer(two));
  intake.record({ ids: ['z'], eventsMax: 1, repetitionOf: undefined }, answer('{}', 400));
  expect(intake.check([['x', 1]])).toBeUndefined();
  expect(intake.check([])?.kind).toMatch(/missing/);
  expect(intake.check([['x', 2]])?.kind).toMatch(/twice/);
  expect(
    intake.check([
      ['x', 1],
      ['z', 1],
    ])?.kind,
  ).toMatch(/1 events were acknowledged, 0 more may be stored, and 2 rows/);
});

test('an event without an answer may be stored, once, and when it is repeated with its key it has to be', () => {
  const intake = new IntakeOracle();
  const keyed = { ids: ['x', 'y'], eventsMax: 2, repetitionOf: 'key' };
  intake.record(keyed, undefined);
  intake.record({ ids: ['z'], eventsMax: 1, repetitionOf: undefined }, answer('{}', 503));
  const all = ['x', 'y', 'z'].map((id) => [id, 1] as const);
  for (const stored of [[], all.slice(2), all]) expect(intake.check(stored)).toBeUndefined();
  expect(intake.check([['z', 2]])?.kind).toMatch(/twice/);
  expect(intake.check([...all, ['other', 1]])?.kind).toMatch(/0 events were acknowledged, 3 more/);
  intake.record(keyed, answer('[{"statusCode":200},{"statusCode":200}]'));
  intake.record(keyed, undefined);
  expect(intake.check(all)).toBeUndefined();
  expect(intake.check(all.slice(2))?.kind).toMatch(/missing/);
  expect(intake.check([...all, ['other', 1]])?.kind).toMatch(/2 events were acknowledged, 1 more/);
});

test('memory that grows is found, and memory that goes up and down is not', () => {
  const megabyte = 1024 * 1024;
  const at = (heap: number) => ({ heapBytes: heap * megabyte, residentBytes: 100 * megabyte });
  const steady = Array.from({ length: 40 }, (_, index) => at(index % 2 === 0 ? 80 : 300));
  expect(growth(steady)).toBeUndefined();
  expect(unmeasured(steady)).toBeUndefined();
  expect(unmeasured([{ heapBytes: 0, residentBytes: 0 }])?.kind).toBe('not measured');
  expect(growth(Array.from({ length: 40 }, (_, index) => at(80 + index * 10)))?.kind).toBe('heapBytes grew');
});

test('an engine that ended, and a service that ended, are found', () => {
  const running = { exitCode: null, signalCode: null } as World['service']['process'];
  const ended = { exitCode: 1, signalCode: null } as World['service']['process'];
  expect(crash({ process: running, log: [] }, 'weir_engine_starts_total 1\n')).toBeUndefined();
  expect(crash({ process: running, log: [{ msg: 'engine ended' }] }, '')?.oracle).toBe('crash');
  expect(crash({ process: running, log: [] }, 'weir_engine_starts_total 2\n')?.oracle).toBe('crash');
  expect(crash({ process: ended, log: [] }, '')?.kind).toBe('the service ended with 1');
});

test('a stalled event loop is found, from a thread of its own', async () => {
  const stallMs = 400;
  let isStalling = false;
  const server = createServer((_, response) => {
    if (isStalling) {
      isStalling = false;
      // Work rather than time: a machine that has no core to spare is not a stall.
      for (const from = process.cpuUsage(); process.cpuUsage(from).user < stallMs * 1000; );
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oracle = new StallOracle(url, process.pid, stallMs / 2);
  try {
    await expect.poll(() => oracle.polls).toBeGreaterThan(3);
    isStalling = true;
    await expect.poll(() => oracle.take().length).toBeGreaterThan(0);
    expect(oracle.longest.tookMs).toBeGreaterThan(stallMs / 2);
    expect(isStall({ isAnswered: false, tookMs: 1, stalledMs: 1, endedAt: 0 }, 250)).toBe(true);
  } finally {
    await oracle.stop();
    server.close();
  }
});

test('a request that is never answered is given up', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { answer: none, error } = await send(url, request, 50);
  expect(none).toBeUndefined();
  expect(error).toMatch(/abort|timeout/i);
  server.closeAllConnections();
  server.close();
});

test('decisions that have run out are the simplest', () => {
  const none = new Choices([]);
  expect([none.below(5), none.pick(['a', 'b']), none.chance(99), none.many(1, 9, () => 0).length]).toEqual([
    0,
    'a',
    false,
    1,
  ]);
});

test('every function of the PostgreSQL dialect is generated', () => {
  const generated = new Set(postgresFunctions.map(({ name }) => name));
  expect(functionNames.filter((name) => !generated.has(name))).toEqual([]);
});
