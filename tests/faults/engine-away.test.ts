import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNumbered, expectExactlyOnce, Load, numbered, until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { stored } from '../support/stored.js';
import { post, type Webhook } from '../support/webhook.js';

const commitMsMax = 1_000;
const queueRequestsMax = 20;

let service: OwnService;
let webhook: Webhook;

beforeAll(async () => {
  service = await startService({
    env: {
      WEIR_INTAKE_TIMEOUT_MS: String(commitMsMax),
      WEIR_MAX_QUEUE_REQUESTS: String(queueRequestsMax),
    },
  });
  webhook = await createNumbered(service);
});
afterAll(async () => {
  await service.discard();
});

async function overloads(): Promise<number> {
  const metrics = await scrape(service);
  return Number(/^weir_intake_refusals_total\{reason="overload"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

describe('an engine that does not answer', () => {
  it('makes 503 with Retry-After within the deadline, /readyz red, and all is well when it is back', async () => {
    const load = new Load({ service: () => service, webhook });
    await until(() => load.acknowledged.size > 50);
    process.kill(service.enginePid(), 'SIGSTOP');
    try {
      // Requests wait for an engine that is behind, and are refused at last.
      await until(() => (load.statuses.get(503) ?? 0) > 0);
      const refused = await post(service, webhook.path, [numbered(1_000_000_000)]);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    } finally {
      process.kill(service.enginePid(), 'SIGCONT');
    }
    const before = load.acknowledged.size;
    await until(() => load.acknowledged.size > before + 50);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await load.stop();
    // What was refused may have been stored by the engine when it went on: at most once.
    load.sent = Number.POSITIVE_INFINITY;
    await expectExactlyOnce(service, webhook, load);
  });

  it('fills the queue only to its limit: past it the answer is 503 at once, and what is in it is kept', async () => {
    process.kill(service.enginePid(), 'SIGSTOP');
    const overloadsBefore = await overloads();
    const first = 2_000_000_000;
    const acknowledged = new Set<number>();
    try {
      const send = async (n: number) => {
        const { status, headers } = await post(service, webhook.path, [numbered(n)]);
        if (status === 200) acknowledged.add(n);
        return { status, retryAfter: headers.get('retry-after') };
      };
      const answers = await Promise.all(
        Array.from({ length: queueRequestsMax * 3 }, (_, index) => send(first + index)),
      );
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused).toHaveLength(queueRequestsMax * 2);
      expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
      expect(acknowledged.size).toBe(queueRequestsMax);
    } finally {
      process.kill(service.enginePid(), 'SIGCONT');
    }
    const rows = await stored(service, `SELECT n FROM ${webhook.table} WHERE n >= {first:Int64} ORDER BY n`, {
      first,
    });
    expect(rows.map(([n]) => Number(n))).toEqual([...acknowledged].sort((a, b) => a - b));
    // None of them waited for the deadline first.
    expect((await overloads()) - overloadsBefore).toBe(queueRequestsMax * 2);
    await until(async () => (await post(service, webhook.path, [numbered(3_000_000_000)])).status === 200);
  });
});
