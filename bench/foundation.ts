import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClickHouseEngine } from '../server/src/engine/clickhouse-engine.js';
import { startEmbeddedHost } from '../server/src/engine/embedded/embedded-host.js';
import { sql } from '../tests/support/engines.js';
import { inProcess } from './in-process.js';
import { type Figure, inTurns, megabytes, ms, time, times } from './measure.js';
import { memoryBytes, startService } from './service.js';

const hostEntry = fileURLToPath(new URL('../server/dist/host-main.js', import.meta.url));
const startMsMax = 3_000;
const memoryBytesMax = 500e6;
const parallelGainMin = 1.5;
const seamCostMsMax = 1;
const restMs = 3_000;
/** Enough for both sides to be compiled and their pools to be filled. */
const warmUpRounds = 500;
const seamRounds = 300;
const seamTurns = 5;
const scans = 8;
const scanTurns = 5;

export async function benchFoundation(): Promise<Figure[]> {
  return [...(await benchProcess()), ...(await benchEngine())];
}

async function benchProcess(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  await (await startService(directory, 18_080)).stop();
  const service = await startService(directory, 18_080);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const memory = memoryBytes(service.process.pid ?? 0);
  await service.stop();
  rmSync(directory, { recursive: true });
  return [
    {
      name: 'start to ready, existing data directory',
      measured: ms(service.readyMs),
      floor: '-',
      bar: `at most ${ms(startMsMax)}`,
      met: service.readyMs <= startMsMax,
    },
    {
      name: 'memory at rest, service and engine',
      measured: megabytes(memory),
      floor: '-',
      bar: `under ${megabytes(memoryBytesMax)}`,
      met: memory < memoryBytesMax,
    },
  ];
}

async function benchEngine(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const host = await startEmbeddedHost({
    dataDirectory: directory,
    memoryBytesMax: 4e9,
    hostEntry,
    onEvent: () => undefined,
  });
  const engine = new ClickHouseEngine(host);
  const bare = await inProcess();
  let count = 0;
  const ask = (text: string) =>
    engine.query({
      id: `QRYBENCH${count++}`,
      statement: sql(text),
      limits: { timeoutMs: 60_000, threadsMax: 1 },
    });
  const scan = 'SELECT sum(cityHash64(number)) FROM numbers(100000000)';

  await time(warmUpRounds, () => ask('SELECT 1'));
  await bare.time({ text: 'SELECT 1', rounds: warmUpRounds });
  // In turns, so that a noisy moment touches both.
  const seam: number[] = [];
  const floor: number[] = [];
  for (let turn = 0; turn < seamTurns; turn++) {
    seam.push((await time(seamRounds, () => ask('SELECT 1'))).p50Ms);
    floor.push(await bare.time({ text: 'SELECT 1', rounds: seamRounds }));
  }
  const seamMs = Math.min(...seam);
  const floorMs = Math.min(...floor);

  await ask(scan);
  const together = async () => {
    await Promise.all(Array.from({ length: scans }, () => ask(scan)));
  };
  const oneByOne = async () => {
    for (let i = 0; i < scans; i++) await ask(scan);
  };
  const parallel = await inTurns(
    scanTurns,
    async () => (await time(1, together)).p50Ms,
    async () => (await time(1, oneByOne)).p50Ms,
  );
  const gain = 1 / parallel.ratio;

  bare.close();
  await engine.close();
  rmSync(directory, { recursive: true });
  return [
    {
      name: `${scans} parallel scans, one thread each`,
      measured: ms(parallel.measured),
      floor: `${ms(parallel.floor)} one after the other (${times(gain)})`,
      bar: `at least ${times(parallelGainMin)}`,
      met: gain >= parallelGainMin,
    },
    {
      name: 'SELECT 1 through the engine seam, p50',
      measured: ms(seamMs),
      floor: `${ms(floorMs)} in-process`,
      bar: `at most ${ms(seamCostMsMax)} more`,
      met: seamMs - floorMs <= seamCostMsMax,
    },
  ];
}
