/** Senders that retry some of their events, deliver them in another order, repeat IDs, or sign them again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startService } from '../support/service.js';
import { type Signer, signers } from '../support/signers.js';
import { createWebhook, post, type Sent, type Webhook, type WebhookColumn } from '../support/webhook.js';

/** A request that the engine cannot store in this time gets 503. */
const commitMsMax = 5_000;

let service: OwnService;
beforeAll(async () => {
  service = await startService({ env: { WEIR_INTAKE_TIMEOUT_MS: String(commitMsMax) } });
});
afterAll(() => service.discard());

const columns: readonly WebhookColumn[] = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'version', type: 'INT64', nullable: false },
  { name: 'status', type: 'STRING' },
];

interface Order {
  readonly id: string;
  readonly at: string;
  readonly version: number;
  readonly status: string;
}

const order = (id: string, status = 'new', version = 1, at = '2026-03-01T10:00:00Z'): Order => ({
  id,
  at,
  version,
  status,
});
const orders = (...ids: string[]) => ids.map((id) => order(id));

interface NamedWebhook extends Webhook {
  readonly name: string;
}

let webhooks = 0;
async function webhookWith(settings: Record<string, unknown>): Promise<NamedWebhook> {
  webhooks += 1;
  const uniqueName = `unreliable_${webhooks}`;
  return {
    ...(await createWebhook(service, columns, { timestamp: 'at', ...settings }, { uniqueName })),
    name: uniqueName,
  };
}
const appendOnly = () => webhookWith({});
const byUniqueId = (ver?: string) =>
  webhookWith({
    uniqueId: 'id',
    ...(ver && { tableSettings: { engine: { replacingMergeTree: { ver } } } }),
  });

const idempotency = (key: string) => ({ 'idempotency-key': key });

/** What queries see: `id status`, sorted. */
async function recordsOf({ name }: NamedWebhook, where = ''): Promise<string[]> {
  const query = `SELECT id, status FROM ${name} ${where} ORDER BY id, status`;
  const { sqlV1 } = await service.request<{ sqlV1: { rows: string[][] } }>(
    'query ($query: String!) { sqlV1(input: { query: $query }) { rows } }',
    { query },
  );
  return sqlV1.rows.map((row) => row.join(' '));
}

describe('a partial retry', () => {
  it('after a 400 stores each event once: the refused batch left nothing, and its key is free', async () => {
    const webhook = await appendOnly();
    const batch = [...orders('a', 'b'), { ...order('c'), at: 'not a time' }];
    const refused = await post(service, webhook.path, batch, idempotency('batch 1'));
    expect(refused.status).toBe(400);
    expect(await recordsOf(webhook)).toEqual([]);
    const resent = await post(service, webhook.path, batch.slice(0, 2), idempotency('batch 1'));
    expect(resent.status).toBe(200);
    expect(await recordsOf(webhook)).toEqual(['a new', 'b new']);
  });

  it('after ?partial=true stores the failed events once they are right; the others must not be sent again', async () => {
    const webhook = await appendOnly();
    const batch = [order('a'), { ...order('b'), at: 'not a time' }, order('c')];
    const { status, text } = await post(service, `${webhook.path}?partial=true`, batch);
    expect([status, JSON.parse(text).map(({ statusCode }: { statusCode: number }) => statusCode)]).toEqual([
      200,
      [200, 400, 200],
    ]);
    await post(service, webhook.path, orders('b'));
    expect(await recordsOf(webhook)).toEqual(['a new', 'b new', 'c new']);
    await post(service, webhook.path, orders('a', 'b'));
    expect(await recordsOf(webhook)).toEqual(['a new', 'a new', 'b new', 'b new', 'c new']);
  });

  it('of a batch that was stored, though its answer was lost, adds records again without a unique ID', async () => {
    const webhook = await appendOnly();
    await post(service, webhook.path, orders('a', 'b', 'c'));
    await post(service, webhook.path, orders('b', 'c'));
    expect(await recordsOf(webhook)).toEqual(['a new', 'b new', 'b new', 'c new', 'c new']);
  });

  it('of such a batch changes nothing with a unique ID, in whatever batches the events come', async () => {
    const webhook = await byUniqueId();
    await post(service, webhook.path, orders('a', 'b', 'c'));
    await post(service, webhook.path, orders('b', 'c'));
    await post(service, webhook.path, orders('c', 'd', 'a'));
    expect(await recordsOf(webhook)).toEqual(['a new', 'b new', 'c new', 'd new']);
  });

  it('with the idempotency key of the whole batch gets 409, and stores nothing', async () => {
    const webhook = await appendOnly();
    await post(service, webhook.path, orders('a', 'b'), idempotency('batch 1'));
    const subset = await post(service, webhook.path, orders('b'), idempotency('batch 1'));
    expect([subset.status, subset.text]).toEqual([409, expect.stringContaining('different body')]);
    const whole = await post(service, webhook.path, orders('a', 'b'), idempotency('batch 1'));
    expect(whole.status).toBe(200);
    expect(await recordsOf(webhook)).toEqual(['a new', 'b new']);
  });

  it('after a 503, of which anything may be stored, leaves each event once with a unique ID', async () => {
    const webhook = await byUniqueId();
    const ids = Array.from({ length: 50 }, (_, index) => `order-${index + 100}`);
    process.kill(service.enginePid(), 'SIGSTOP');
    let answer: Sent;
    try {
      // Too large for the journal, so the request waits for the engine.
      const large = (id: string) => ({ ...order(id), note: 'x'.repeat(2_000) });
      answer = await post(service, webhook.path, ids.map(large));
    } finally {
      process.kill(service.enginePid(), 'SIGCONT');
    }
    expect(answer.status).toBe(503);
    const again = ids.slice(10).map((id) => order(id, 'again'));
    expect((await post(service, webhook.path, again)).status).toBe(200);
    const seen = await recordsOf(webhook);
    // What was acknowledged counts, even if the engine stored the first attempt after all.
    expect(seen.filter((record) => record.endsWith('again'))).toEqual(again.map(({ id }) => `${id} again`));
    const others = seen.filter((record) => record.endsWith('new'));
    expect(ids.slice(0, 10).map((id) => `${id} new`)).toEqual(expect.arrayContaining(others));
    expect(others).toEqual([...new Set(others)]);
  });
});

describe('deliveries in another order', () => {
  const older = order('a', 'created', 1, '2026-01-31T23:59:00Z');
  const newer = order('a', 'shipped', 2, '2026-02-01T00:01:00Z');

  it('leave the newest version with `ver`, whichever arrives last', async () => {
    const webhook = await byUniqueId('version');
    await post(service, webhook.path, newer);
    await post(service, webhook.path, older);
    expect(await recordsOf(webhook)).toEqual(['a shipped']);
    await post(service, webhook.path, order('a', 'delivered', 3));
    expect(await recordsOf(webhook)).toEqual(['a delivered']);
  });

  it('leave the version that arrived last without `ver`', async () => {
    const webhook = await byUniqueId();
    await post(service, webhook.path, newer);
    await post(service, webhook.path, older);
    expect(await recordsOf(webhook)).toEqual(['a created']);
  });

  it.each([
    ['one partition', []],
    ['a partition for each month', ['toYYYYMM(at)']],
  ])(
    'never show the version that was replaced, even in a time range that has only that one: %s',
    async (_, partitionBy) => {
      const engine = { replacingMergeTree: { ver: 'version' } };
      const webhook = await webhookWith({ uniqueId: 'id', tableSettings: { engine, partitionBy } });
      await post(service, webhook.path, newer);
      await post(service, webhook.path, older);
      const counted = async (timeRange: object) =>
        await service.request(
          `query ($pool: ID!, $timeRange: TimeRangeInput) { counter(input: {
            metric: { count: { dataPool: { id: $pool } } }, timeRange: $timeRange }) { value } }`,
          { pool: webhook.dataPoolId, timeRange },
        );
      const before = { stop: '2026-02-01T00:00:00Z' };
      const after = { start: '2026-02-01T00:00:00Z' };
      expect(await recordsOf(webhook, "WHERE at < '2026-02-01'")).toEqual([]);
      expect(await counted(before)).toEqual({ counter: { value: '0' } });
      expect(await recordsOf(webhook, "WHERE at >= '2026-02-01'")).toEqual(['a shipped']);
      expect(await counted(after)).toEqual({ counter: { value: '1' } });
    },
  );

  it('are all kept without a unique ID, by the time of the event', async () => {
    const webhook = await appendOnly();
    await post(service, webhook.path, newer);
    await post(service, webhook.path, older);
    expect(await recordsOf(webhook)).toEqual(['a created', 'a shipped']);
    expect(await recordsOf(webhook, "WHERE at < '2026-02-01'")).toEqual(['a created']);
  });

  it('make an old batch that is retried after a newer one overwrite it without `ver`, unless it has its key', async () => {
    const webhook = await byUniqueId();
    await post(service, webhook.path, order('a', 'first'), idempotency('delivery 1'));
    await post(service, webhook.path, order('a', 'second'), idempotency('delivery 2'));
    await post(service, webhook.path, order('a', 'first'), idempotency('delivery 1'));
    expect(await recordsOf(webhook)).toEqual(['a second']);
    await post(service, webhook.path, order('a', 'first'));
    expect(await recordsOf(webhook)).toEqual(['a first']);
  });
});

describe('a unique ID twice in one batch', () => {
  const batch = [order('a', 'v2', 2), order('b', 'v1', 1), order('a', 'v3', 3), order('a', 'v1', 1)];

  it('is answered event by event, and leaves the last of the batch without `ver`', async () => {
    const webhook = await byUniqueId();
    const { status, text } = await post(service, webhook.path, batch);
    expect([status, JSON.parse(text).length]).toEqual([200, 4]);
    expect(await recordsOf(webhook)).toEqual(['a v1', 'b v1']);
  });

  it('leaves the newest with `ver`', async () => {
    const webhook = await byUniqueId('version');
    await post(service, webhook.path, batch);
    expect(await recordsOf(webhook)).toEqual(['a v3', 'b v1']);
  });

  it('is two records where the ID is only a column', async () => {
    const webhook = await appendOnly();
    await post(service, webhook.path, batch);
    expect(await recordsOf(webhook)).toEqual(['a v1', 'a v2', 'a v3', 'b v1']);
  });
});

describe('an idempotency key with another body', () => {
  it('gets 409 and changes nothing, however the bodies differ', async () => {
    const webhook = await appendOnly();
    await post(service, webhook.path, JSON.stringify(order('a')), idempotency('delivery 1'));
    const others = [order('b'), orders('a'), [...orders('a'), order('b')]];
    for (const body of others)
      expect((await post(service, webhook.path, body, idempotency('delivery 1'))).status).toBe(409);
    // Other bytes are another body, even if they are the same JSON.
    const spaced = JSON.stringify(order('a'), null, 1);
    expect((await post(service, webhook.path, spaced, idempotency('delivery 1'))).status).toBe(409);
    expect(await recordsOf(webhook)).toEqual(['a new']);
  });
});

describe('a body that is sent again with another signature', () => {
  const signerOf = (scheme: string): Signer => {
    const found = signers.find((signer) => signer.scheme === scheme);
    if (!found) throw new Error(`There is no signer for ${scheme}`);
    return found;
  };

  const signedWebhook = ({ scheme, secret }: Signer, settings = {}) =>
    webhookWith({ signature: { scheme, secrets: [secret] }, ...settings });

  /** Signed some seconds ago, so that each delivery has its own signature. */
  async function deliver(
    { path }: Webhook,
    signer: Signer,
    body: object,
    secondsAgo: number,
    extra: Record<string, string> = {},
  ): Promise<number> {
    const text = JSON.stringify(body);
    const atMs = Date.now() - secondsAgo * 1000;
    const { headers } = await signer.sign(text, atMs, `${service.url}${path}`, signer.secret);
    return (await post(service, path, text, { ...headers, ...extra })).status;
  }

  it.each(['STANDARD_WEBHOOKS', 'SVIX'])('and the same delivery ID is stored once: %s', async (scheme) => {
    const signer = signerOf(scheme);
    const webhook = await signedWebhook(signer);
    for (const secondsAgo of [120, 60, 0])
      expect(await deliver(webhook, signer, order('a'), secondsAgo)).toBe(200);
    expect(await recordsOf(webhook)).toEqual(['a new']);
    expect(await deliver(webhook, signer, order('b'), 0)).toBe(409);
  });

  it.each([
    ['GITHUB', 'x-github-delivery'],
    ['SHOPIFY', 'x-shopify-webhook-id'],
  ])('and the same delivery ID, which is not signed, is stored once: %s', async (scheme, header) => {
    const signer = signerOf(scheme);
    const webhook = await signedWebhook(signer);
    for (const id of ['1', '1', '2'])
      expect(await deliver(webhook, signer, order('a'), 0, { [header]: id })).toBe(200);
    expect(await recordsOf(webhook)).toEqual(['a new', 'a new']);
  });

  it.each(['STRIPE', 'SLACK'])('and no delivery ID is stored again: %s', async (scheme) => {
    const signer = signerOf(scheme);
    const webhook = await signedWebhook(signer);
    for (const secondsAgo of [120, 60])
      expect(await deliver(webhook, signer, order('a'), secondsAgo)).toBe(200);
    expect(await recordsOf(webhook)).toEqual(['a new', 'a new']);
  });

  it.each(['STRIPE', 'SLACK', 'SEGMENT', 'GITHUB'])(
    'and no delivery ID is one record with a unique ID: %s',
    async (scheme) => {
      const signer = signerOf(scheme);
      const webhook = await signedWebhook(signer, { uniqueId: 'id' });
      for (const secondsAgo of [120, 60])
        expect(await deliver(webhook, signer, order('a'), secondsAgo)).toBe(200);
      expect(await recordsOf(webhook)).toEqual(['a new']);
    },
  );
});
