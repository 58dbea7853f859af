/** Many people who look at one dashboard live: what they cost the engine, compared with one. */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createWeirClient } from '@weir/client';
import { scrape } from '../tests/support/service-metrics.js';
import type { LiveDashboard } from './console.js';
import type { Figure } from './measure.js';
import { childrenOf, clientId, clientSecret } from './service.js';

const viewers = 200;
const seconds = 20;
const eventsPerRequest = 50;
const requestsPerSecond = 5;
const ratioMax = 2;
const ticksPerSecond = 100;

interface Work {
  readonly executions: number;
  readonly cpuSeconds: number;
}

export async function viewersFigures(dashboard: LiveDashboard): Promise<Figure[]> {
  const none = await workWith(dashboard, 0);
  const one = await workWith(dashboard, 1);
  const many = await workWith(dashboard, viewers);
  // The engine stores the events whether or not anyone looks.
  const cpu = (work: Work) => Math.max(0, work.cpuSeconds - none.cpuSeconds);
  const text = (work: Work) =>
    `${cpu(work).toFixed(1)} s (${work.cpuSeconds.toFixed(1)} s with storing the events)`;
  const name = (what: string) =>
    `${what} for ${viewers} live viewers of ${dashboard.operations.length} tiles, ${seconds} s with ${eventsPerRequest * requestsPerSecond} events/s`;
  return [
    {
      name: name('executions'),
      measured: String(many.executions),
      floor: `${one.executions} for one viewer`,
      bar: `at most ${ratioMax}x`,
      met: one.executions > 0 && many.executions <= ratioMax * one.executions,
    },
    {
      name: name('CPU time of the engine'),
      measured: text(many),
      floor: `${text(one)} for one viewer`,
      bar: `at most ${ratioMax}x`,
      met: cpu(many) <= ratioMax * cpu(one),
    },
  ];
}

/** What the engine does while events arrive and so many people look. */
async function workWith(dashboard: LiveDashboard, count: number): Promise<Work> {
  const { service } = dashboard;
  const enginePid = childrenOf(service.process.pid ?? 0)[0] ?? 0;
  const leaving = new AbortController();
  // Every subscription listens to it.
  setMaxListeners(0, leaving.signal);
  const received = await openViewers(dashboard, count, leaving.signal);
  const before = { executions: await executionsOf(service), cpuSeconds: cpuSecondsOf(enginePid) };
  const answers = received();
  const startedAt = performance.now();
  for (let sent = 0; sent < seconds * requestsPerSecond; sent += 1) {
    await delay(Math.max(0, startedAt + (sent * 1_000) / requestsPerSecond - performance.now()));
    await dashboard.send(eventsPerRequest);
  }
  const after = { executions: await executionsOf(service), cpuSeconds: cpuSecondsOf(enginePid) };
  if (count > 0 && received() - answers < count * dashboard.operations.length)
    throw new Error(`${count} viewers got only ${received() - answers} answers while events arrived`);
  leaving.abort();
  while ((await measureOf(service, 'weir_subscriptions')) > 0) await delay(100);
  return {
    executions: after.executions - before.executions,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  };
}

/** Opens viewers, each with a connection of its own as a browser has, once all of them have every answer. */
async function openViewers(
  { service: { url }, operations }: LiveDashboard,
  count: number,
  signal: AbortSignal,
): Promise<() => number> {
  let answers = 0;
  for (let viewer = 0; viewer < count; viewer += 1) {
    const client = createWeirClient({ url, credentials: { clientId, clientSecret } });
    const first = operations.map(
      ({ query, variables }) =>
        new Promise<void>((resolve, reject) => {
          const follow = async () => {
            for await (const _ of client.subscribe(query as never, variables as never, { signal })) {
              answers += 1;
              resolve();
            }
          };
          follow().catch((error: unknown) => {
            if (!signal.aborted) reject(error);
          });
        }),
    );
    await Promise.all(first);
  }
  return () => answers;
}

const measureOf = async (service: LiveDashboard['service'], name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await scrape(service))?.[1] ?? Number.NaN);

const executionsOf = (service: LiveDashboard['service']) =>
  measureOf(service, 'weir_live_questions_asked_total');

/** User and system time of a process. The name of its program, in parentheses, may have spaces. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
