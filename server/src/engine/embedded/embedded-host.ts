import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { freeBytes } from '../../base/free-bytes.js';
import { newUlid } from '../../base/ids.js';
import { DiskFull } from '../engine-error.js';
import type { EngineTransport } from '../engine-transport.js';
import { endedAtStart } from './ended-at-start.js';
import { type HostArguments, toArgv } from './host-arguments.js';
import { HostConnection } from './host-connection.js';
import {
  embeddedLoaderRole,
  embeddedReaderRole,
  embeddedWriterRole,
  startFreeBytesMin,
  writeHostFiles,
} from './host-files.js';
import type { FailedDiskAccess, HostMessage } from './host-protocol.js';
import { openResultPipe } from './result-pipe.js';

/**
 * The transport of the embedded engine: a child process that Weir starts, watches, and restarts when it dies or has to
 * be ended. While it is down, statements fail immediately as UNAVAILABLE.
 */
export interface EmbeddedHostOptions {
  readonly dataDirectory: string;
  readonly memoryBytesMax: number;
  /** The compiled entry file of the child, passed in so that nothing here depends on the build layout. */
  readonly hostEntry: string;
  /** Repairs what would keep the engine from starting. */
  readonly beforeStart?: () => Promise<void>;
  readonly onEvent: (event: HostEvent) => void;
  /** How long to wait for a lock of the directory. */
  readonly lockWaitMsMax?: number;
}

export type HostEvent =
  | { readonly type: 'ready'; readonly pid: number; readonly startMs: number }
  | { readonly type: 'ended'; readonly reason: string; readonly restartInMs: number }
  /** The engine has ended itself, because it could not write; 0 when it could not find out. */
  | { readonly type: 'writesFailed'; readonly writes: number }
  /** The same, because it could not read. */
  | { readonly type: 'readsFailed'; readonly reads: number }
  /** It is not started until there is space. */
  | { readonly type: 'diskFull'; readonly freeBytes: number; readonly neededBytes: number }
  | { readonly type: 'unresponsive'; readonly queryId: string }
  | { readonly type: 'output'; readonly text: string };

export interface EmbeddedHost extends EngineTransport {
  readonly pid: () => number | undefined;
}

/** The path of a unix socket is limited; that of a deeply nested data directory may be too long. */
const socketPathBytesMax = 100;
const readersMax = Math.max(12, availableParallelism() * 2);
/** Readers reserved for Weir's own queries, which must not wait behind those of users. */
const ownReadersMax = 2;
/** How many user queries may run at once. */
export const embeddedQueriesMax = readersMax - ownReadersMax;
/** How many exports may run at once. They do not take the place of queries. */
export const exportsMax = 4;
const writersMax = 4;
const controlMax = 2;
/** chDB runs on libuv's threads: each Session needs one, and file operations need a few more. */
const threadPoolSize = readersMax + exportsMax + writersMax + controlMax + 4;
const startTimeoutMs = 30_000;
const restartDelayMsMin = 50;
const restartDelayMsMax = 5_000;
/** After a life this long the child counts as healthy, and the next restart is immediate again. */
const healthyLifeMs = 10_000;
const spacePollMs = 250;
const outputCharactersKept = 4_000;
/** An engine that was itself starting takes several seconds to notice that its service is gone. */
const lockWaitMsMaxDefault = 10_000;
const lockRetryMs = 100;
const lockedPattern = /Cannot lock file/;
/** How often an engine that crashes or hangs while it starts is started again before the service gives up. */
const startRetriesMax = 2;

class CrashedAtStart extends Error {}

export async function startEmbeddedHost(options: EmbeddedHostOptions): Promise<EmbeddedHost> {
  const { enginePath, configFile } = writeHostFiles(options.dataDirectory, options.memoryBytesMax);
  const socketPath = chooseSocketPath(options.dataDirectory);
  const args: HostArguments = {
    enginePath,
    configFile,
    socketPath,
    readersMax,
    exportsMax,
    writersMax,
    controlMax,
  };
  const pipes = emptyDirectory(join(options.dataDirectory, 'pipes'));
  let child: ChildProcess | undefined;
  let closing = false;
  let restartTimer: NodeJS.Timeout | undefined;
  let delayMs = restartDelayMsMin;
  let isWaitingForSpace = false;

  const start = async (): Promise<void> => {
    await options.beforeStart?.();
    if (closing) return;
    const startedAt = performance.now();
    const launched = launch(options.hostEntry, args, (text) => options.onEvent({ type: 'output', text }));
    child = launched.child;
    child.on('message', (message: HostMessage) => {
      if (message !== 'ready') for (const event of failuresOf(message)) options.onEvent(event);
    });
    await launched.ready;
    options.onEvent({ type: 'ready', pid: launched.child.pid ?? 0, startMs: performance.now() - startedAt });
    launched.child.once('exit', (code, signal) => {
      if (closing) return;
      if (performance.now() - startedAt > healthyLifeMs) delayMs = restartDelayMsMin;
      scheduleRestart(`exit code ${code}, signal ${signal}`);
    });
  };
  const scheduleRestart = (reason: string): void => {
    options.onEvent({ type: 'ended', reason, restartInMs: delayMs });
    restartTimer = setTimeout(restart, delayMs);
    delayMs = Math.min(delayMs * 2, restartDelayMsMax);
  };
  const restart = (): void => {
    const free = freeBytes(options.dataDirectory);
    if (free < startFreeBytesMin) {
      if (!isWaitingForSpace)
        options.onEvent({ type: 'diskFull', freeBytes: free, neededBytes: startFreeBytesMin });
      isWaitingForSpace = true;
      restartTimer = setTimeout(restart, spacePollMs);
      return;
    }
    isWaitingForSpace = false;
    start().catch((error: Error) => {
      if (!closing) scheduleRestart(error.message);
    });
  };
  /** While the disk is full, says so instead of trying to reach the engine. */
  const whileStarted = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isWaitingForSpace) throw new DiskFull({});
    return await ask();
  };

  await firstStart(start, options.lockWaitMsMax ?? lockWaitMsMaxDefault, (reason) =>
    options.onEvent({ type: 'ended', reason, restartInMs: 0 }),
  );
  const connection = new HostConnection(socketPath);
  return {
    readerRole: embeddedReaderRole,
    writerRole: embeddedWriterRole,
    loaderRole: embeddedLoaderRole,
    cores: availableParallelism(),
    send: (call, deadlineMs) => whileStarted(() => connection.send(call, deadlineMs)),
    stream: async (call, deadlineMs) => {
      const { path, bytes, end } = await openResultPipe(pipes, newUlid());
      const answer = whileStarted(() => connection.sendTo(path, call, deadlineMs));
      answer.then(
        ({ engineCode }) => end(engineCode === null),
        () => end(false),
      );
      return { bytes, answer };
    },
    ping: (deadlineMs) => whileStarted(() => connection.ping(deadlineMs)),
    pid: () => child?.pid,
    endUnresponsiveQuery: (queryId) => {
      options.onEvent({ type: 'unresponsive', queryId });
      child?.kill('SIGKILL');
    },
    close: async () => {
      closing = true;
      clearTimeout(restartTimer);
      await connection.close();
      await end(child);
    },
  };
}

function failuresOf({ writes, reads }: FailedDiskAccess): HostEvent[] {
  const failedReads: HostEvent[] = reads > 0 ? [{ type: 'readsFailed', reads }] : [];
  return writes > 0 || reads === 0 ? [...failedReads, { type: 'writesFailed', writes }] : failedReads;
}

/**
 * The engine locks its directory. After a previous service was killed, its child needs a moment to notice and release
 * the lock. Only a lock that remains belongs to another process. An engine that crashes is started again, as later too.
 */
async function firstStart(
  start: () => Promise<void>,
  lockWaitMsMax: number,
  onCrash: (reason: string) => void,
): Promise<void> {
  let giveUpAt = performance.now() + lockWaitMsMax;
  for (let retries = 0; ; ) {
    try {
      return await start();
    } catch (error) {
      const { message } = error as Error;
      if (lockedPattern.test(message) && performance.now() <= giveUpAt) {
        await setTimeoutPromise(lockRetryMs);
        continue;
      }
      if (!(error instanceof CrashedAtStart) || retries === startRetriesMax) throw error;
      retries += 1;
      giveUpAt = performance.now() + lockWaitMsMax;
      onCrash(message);
    }
  }
}

/** What an earlier process left in it is of no use. */
function emptyDirectory(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}

function chooseSocketPath(dataDirectory: string): string {
  const beside = join(dataDirectory, 'engine.sock');
  if (Buffer.byteLength(beside) <= socketPathBytesMax) return beside;
  return join(mkdtempSync(join(tmpdir(), 'weir-')), 'engine.sock');
}

/** Starts the child. `ready` resolves when it serves, or rejects with its last output. */
function launch(hostEntry: string, args: HostArguments, onOutput: (text: string) => void) {
  const child = spawn(process.execPath, [hostEntry, ...toArgv(args)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { TZ: 'UTC', UV_THREADPOOL_SIZE: String(threadPoolSize) },
  });
  let lastOutput = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lastOutput = (lastOutput + text).slice(-outputCharactersKept);
      onOutput(text);
    });
  }
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new CrashedAtStart(`The embedded engine did not start within ${startTimeoutMs} ms`));
    }, startTimeoutMs);
    child.on('message', (message: HostMessage) => {
      if (message !== 'ready') return;
      clearTimeout(timer);
      resolve();
    });
    child.once('error', reject);
    // 'close' rather than 'exit', so that all its output has been read.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const reason = endedAtStart(String(signal ?? code), lastOutput);
      reject(signal === null ? reason : new CrashedAtStart(reason.message));
    });
  });
  return { child, ready };
}

/** Everything the child holds is on disk, so it can be killed without a shutdown. */
function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
