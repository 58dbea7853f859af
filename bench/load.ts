import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const connections = 16;
const turnSeconds = 3;

export interface LoadTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Sent in turn. */
  readonly bodies: readonly string[];
}

/** Requests a second; an answer that is no success is a fault of the bench. */
export async function requestsPerSecond({ url, headers, bodies }: LoadTarget): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: turnSeconds,
    method: 'POST',
    headers,
    requests: bodies.map((body) => ({ body })),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors under load`);
  return requests.average;
}

/** Each target's best of several turns, taken one after the other so that a noisy moment touches all. */
export async function compareLoads(targets: readonly LoadTarget[], turns = 3): Promise<number[]> {
  const best = targets.map(() => 0);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, target] of targets.entries()) {
      best[index] = Math.max(best[index] ?? 0, await requestsPerSecond(target));
    }
  }
  return best;
}

export async function startBareMercurius(): Promise<{ target: LoadTarget; close: () => void }> {
  const child = fork(fileURLToPath(new URL('./bare-mercurius-child.ts', import.meta.url)));
  const [url] = await once(child, 'message');
  return {
    target: {
      url: `${url}/graphql`,
      headers: { 'content-type': 'application/json' },
      bodies: [JSON.stringify({ query: '{ hello }' })],
    },
    close: () => child.kill('SIGKILL'),
  };
}

export const perSecond = (value: number) => `${value.toFixed(0)} requests/s`;
export const percent = (share: number) => `${(share * 100).toFixed(0)}%`;
