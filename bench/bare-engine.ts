import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeHostFiles } from '../server/src/engine/embedded/host-files.js';
import type { QueryLimits } from '../server/src/engine/engine.js';
import { querySettings } from '../server/src/engine/query-settings.js';
import type { BareAnswer, BareRequest, BareWrite } from './bare-engine-child.js';

/** The floor: chDB called directly with the service's own configuration and settings. */
export interface BareEngine {
  ask(request: BareRequest): Promise<BareAnswer>;
  write(request: BareWrite): Promise<void>;
  close(): void;
}

const memoryBytesMax = 4e9;
/** libuv's own work needs threads beside those of the Sessions. */
const spareThreads = 4;

export async function openBareEngine(
  dataDirectory: string,
  sessionsMax: number,
  limits: QueryLimits,
): Promise<BareEngine> {
  const { enginePath, configFile } = writeHostFiles(dataDirectory, memoryBytesMax);
  const settings = Object.entries(
    querySettings({ text: '', parameters: {} }, limits, availableParallelism()),
  ).map(([name, value]) => `${name} = '${value}'`);
  const child = fork(
    fileURLToPath(new URL('./bare-engine-child.ts', import.meta.url)),
    [enginePath, configFile, String(sessionsMax), `SET ${settings.join(', ')}`],
    { env: { ...process.env, TZ: 'UTC', UV_THREADPOOL_SIZE: String(sessionsMax + spareThreads) } },
  );
  child.once('exit', (code) => {
    if (code !== null) throw new Error(`The bare engine ended with ${code}`);
  });
  await once(child, 'message');
  const send = async (request: BareRequest | BareWrite): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(request);
    return (await answered)[0];
  };
  return {
    ask: async (request) => (await send(request)) as BareAnswer,
    write: async (request) => {
      await send(request);
    },
    close: () => child.kill('SIGKILL'),
  };
}
