/** Runs statements on chDB itself, on a copy of the service's data: no socket, no HTTP, no service. */
import { writeFileSync } from 'node:fs';
import { Session } from 'chdb';
import { time } from './measure.js';

export interface BareRequest {
  readonly texts: readonly string[];
  /** How many ask at a time, each on a Session of its own. */
  readonly clients: number;
}

/** Writes all rows of a statement to a file, as Parquet. */
export interface BareWrite {
  readonly text: string;
  readonly file: string;
}

export interface BareAnswer {
  readonly p50Ms: number;
  readonly perSecond: number;
}

const [path = '', configFile = '', sessionsMax = '1', settings = ''] = process.argv.slice(2);
const open = () => new Session(path, { connectionArgs: [`--config-file=${configFile}`] });
const sessions = Array.from({ length: Number(sessionsMax) }, open);
for (const session of sessions) await session.queryAsync(`SET ROLE weir_reader; ${settings}`);

/** On a Session that has none of the limits of a query. */
async function write({ text, file }: BareWrite): Promise<void> {
  const result = await open().queryAsync(text, { format: 'Parquet' });
  writeFileSync(file, result.bytes());
}

async function answer({ texts, clients }: BareRequest): Promise<BareAnswer> {
  const waiting = [...texts];
  const startedAt = performance.now();
  const timings = await Promise.all(
    sessions.slice(0, clients).map((session) =>
      time(Math.ceil(texts.length / clients), async () => {
        const text = waiting.pop();
        if (text !== undefined) await session.queryAsync(text, { format: 'JSONCompact' });
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { p50Ms: timings[0]?.p50Ms ?? 0, perSecond: texts.length / seconds };
}

process.on('message', async (request: BareRequest | BareWrite) => {
  if ('texts' in request) process.send?.(await answer(request));
  else {
    await write(request);
    process.send?.('written');
  }
});
process.send?.('ready');
