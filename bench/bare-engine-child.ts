/** Runs statements on chDB itself, on a copy of the service's data: no socket, no HTTP, no service. */
import { Session } from 'chdb';
import { time } from './measure.js';

export interface BareRequest {
  readonly texts: readonly string[];
  /** How many ask at a time, each on a Session of its own. */
  readonly clients: number;
}

export interface BareAnswer {
  readonly p50Ms: number;
  readonly perSecond: number;
}

const [path = '', configFile = '', sessionsMax = '1', settings = ''] = process.argv.slice(2);
const sessions = Array.from(
  { length: Number(sessionsMax) },
  () => new Session(path, { connectionArgs: [`--config-file=${configFile}`] }),
);
for (const session of sessions) await session.queryAsync(`SET ROLE weir_reader; ${settings}`);

process.on('message', async ({ texts, clients }: BareRequest) => {
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
  const answer: BareAnswer = { p50Ms: timings[0]?.p50Ms ?? 0, perSecond: texts.length / seconds };
  process.send?.(answer);
});
process.send?.('ready');
