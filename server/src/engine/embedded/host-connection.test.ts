import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as setImmediatePromise, setTimeout as setTimeoutPromise } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extent } from '../../../../tests/support/extent.js';
import { DeadlinePassed, type EngineCall } from '../engine-transport.js';
import { type Frame, readFrames, sendFrame } from './frame.js';
import { HostConnection } from './host-connection.js';
import type { HostAnswer, HostBegin, HostRequest } from './host-protocol.js';

/** Another process at the other end of the socket, which answers as each test has it. */
let directory: string;
let socketPath: string;
let server: Server;
let sockets: Socket[];
let onRequest: (frame: Frame<HostRequest>, reply: Reply, socket: Socket) => void;
let connection: HostConnection;

type Reply = (answer: HostAnswer, text: string) => void;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'weir-test-'));
  socketPath = join(directory, 'engine.sock');
  connection = new HostConnection(socketPath);
  await listen();
});
afterEach(async () => {
  await gone();
  await connection.close();
  rmSync(directory, { recursive: true });
});

async function listen(): Promise<void> {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    readFrames<HostRequest>(socket, (frame) =>
      onRequest(frame, (answer, text) => sendFrame(socket, answer, Buffer.from(text)), socket),
    );
  });
  await once(server.listen(socketPath), 'listening');
}

async function gone(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  if (server.listening) await once(server.close(), 'close');
}

const call = (text: string): EngineCall => ({ role: 'r', settings: { a: 1 }, parameters: { p0: 'x' }, text });
const echo: typeof onRequest = ({ description, body }, reply) =>
  reply({ id: description.id, engineCode: null }, body.toString('utf8'));
const deadlineMs = 5_000;

describe('the connection to the engine’s process', () => {
  it('carries statements, inserts and pings, and what was refused with its code', async () => {
    const asked: unknown[] = [];
    onRequest = ({ description: { id, ...description }, body }, reply) => {
      asked.push([description, body.toString('utf8')]);
      reply({ id, engineCode: 'ping' in description ? 62 : null }, 'an answer');
    };
    expect(
      await connection.send({ ...call('SELECT 1'), name: 'Q1', format: 'JSONCompact' }, deadlineMs),
    ).toEqual({
      engineCode: null,
      body: Buffer.from('an answer'),
    });
    await connection.send({ ...call('INSERT INTO t'), rows: Buffer.from('{}\n') }, deadlineMs);
    expect(await connection.ping(deadlineMs)).toEqual({ engineCode: 62, body: Buffer.from('an answer') });
    const under = { role: 'r', settings: { a: 1 }, parameters: { p0: 'x' } };
    expect(asked).toEqual([
      [{ ...under, name: 'Q1', format: 'JSONCompact' }, 'SELECT 1'],
      [{ ...under, insert: 'INSERT INTO t' }, '{}\n'],
      [{ ping: true }, ''],
    ]);
  });

  it('gives each their own answer, in whatever order and pieces the answers come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 60 }),
        async (drawn, pieceBytes) => {
          const texts = drawn.map((text) => text.toWellFormed());
          const frames: Buffer[] = [];
          onRequest = ({ description, body }, _reply, socket) => {
            frames.unshift(frameBytes({ id: description.id, engineCode: null }, body));
            if (frames.length === texts.length) writeInPieces(socket, Buffer.concat(frames), pieceBytes);
          };
          const answers = await Promise.all(texts.map((text) => connection.send(call(text), deadlineMs)));
          expect(answers.map(({ body }) => body.toString('utf8'))).toEqual(texts);
        },
      ),
      { numRuns: extent(25, 100) },
    );
    expect(sockets).toHaveLength(1);
  });

  it('fails at once what waits when the process goes away, and serves again when it is back', async () => {
    onRequest = (_frame, _reply, socket) => socket.destroy();
    const lost = await Promise.allSettled([1, 2, 3].map(() => connection.send(call('SELECT 1'), deadlineMs)));
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await gone();
    await expect(connection.send(call('SELECT 1'), deadlineMs)).rejects.toMatchObject({ code: 'ENOENT' });
    await listen();
    onRequest = echo;
    expect((await connection.send(call('back'), deadlineMs)).body.toString('utf8')).toBe('back');
  });

  it('stops waiting at the deadline, and takes an answer that comes later for nobody’s', async () => {
    const late: (() => void)[] = [];
    onRequest = (frame, reply, socket) => {
      if (frame.body.toString('utf8') === 'slow') late.push(() => echo(frame, reply, socket));
      else echo(frame, reply, socket);
    };
    await expect(connection.send(call('slow'), 50)).rejects.toBeInstanceOf(DeadlinePassed);
    for (const answer of late) answer();
    expect((await connection.send(call('next'), deadlineMs)).body.toString('utf8')).toBe('next');
  });

  it('starts the deadline again for a statement that had to wait before it ran', async () => {
    onRequest = ({ description: { id } }, reply, socket) => {
      setTimeout(() => sendFrame(socket, { id, begins: true } satisfies HostBegin, Buffer.alloc(0)), 120);
      setTimeout(() => reply({ id, engineCode: null }, 'ran'), 240);
    };
    expect((await connection.send(call('waited'), 200)).body.toString('utf8')).toBe('ran');
    onRequest = ({ description: { id } }, _reply, socket) =>
      sendFrame(socket, { id, begins: true } satisfies HostBegin, Buffer.alloc(0));
    await expect(connection.send(call('never ends'), 50)).rejects.toBeInstanceOf(DeadlinePassed);
  });

  it('takes an answer that arrived while the service itself was busy past the deadline', async () => {
    for (const text of ['small', 'x'.repeat(1_000_000)]) {
      onRequest = ({ description: { id } }, reply) => {
        reply({ id, engineCode: null }, text);
        blockFor(300);
      };
      expect((await connection.send(call('SELECT 1'), 100)).body.toString('utf8')).toBe(text);
    }
  });

  it('is lost, and nothing more, when what comes is no frame', async () => {
    onRequest = (_frame, _reply, socket) => socket.write(Buffer.alloc(64, 0xff));
    await expect(connection.send(call('SELECT 1'), deadlineMs)).rejects.toThrow(/A frame of \d+ bytes/);
    onRequest = (_frame, _reply, socket) => socket.write(Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0x7b]));
    await expect(connection.send(call('SELECT 1'), deadlineMs)).rejects.toThrow(SyntaxError);
    onRequest = echo;
    expect((await connection.send(call('next'), deadlineMs)).body.toString('utf8')).toBe('next');
  });

  it('closes when all that was asked is answered', async () => {
    onRequest = async (...asked) => {
      await setTimeoutPromise(50);
      echo(...asked);
    };
    const answer = connection.send(call('last words'), deadlineMs);
    await connection.close();
    expect((await answer).body.toString('utf8')).toBe('last words');
  });
});

/** Nothing else runs meanwhile: no timer, no read. */
function blockFor(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

function frameBytes(answer: HostAnswer, body: Buffer): Buffer {
  const written: Buffer[] = [];
  const sink = {
    cork: () => undefined,
    uncork: () => undefined,
    write: (bytes: Buffer) => written.push(bytes),
  };
  sendFrame(sink as unknown as Socket, answer, body);
  return Buffer.concat(written);
}

/** Each by itself, as the network might: a write for each would be joined again by the kernel. */
async function writeInPieces(socket: Socket, bytes: Buffer, pieceBytes: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    socket.write(bytes.subarray(at, at + pieceBytes));
    await setImmediatePromise();
  }
}
