import { describe, expect, it, onTestFinished } from 'vitest';
import { catalogDatabases, openNode } from '../../../tests/support/catalog-databases.js';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { sweptAtOnceMax } from '../catalog/idempotency-keys.js';
import type { TableSettings } from '../catalog/table-settings.js';
import { type ClaimStore, idempotencyKeyKeptMs } from './claim-batch.js';
import type { CommitRequest } from './commit-request.js';
import { KeyedCommit } from './keyed-commit.js';
import { keyedRequestId } from './row-id.js';

const leaseMs = 30_000;
const hourMs = 3_600_000;
const key = { dataPoolId: 'DPO1', keyDigest: 'k', bodyDigest: 'b' };
const tableSettings: TableSettings = {
  engine: { type: 'MERGE_TREE' },
  orderBy: [],
  partitionBy: [],
  primaryKey: [],
  ttl: null,
};
const request: CommitRequest = {
  pool: { id: 'DPO1', environmentId: 'ENV1', tableSettings },
  requestId: keyedRequestId('DPO1', 'k', 'b'),
  rows: Buffer.from('row\n'),
  rowCount: 1,
};

class Commits {
  readonly made: CommitRequest[] = [];
  fails = false;
  until: Promise<void> | undefined;

  async commit(made: CommitRequest): Promise<void> {
    this.made.push(made);
    await this.until;
    if (this.fails) throw new Error('not stored');
  }
}

describe.each(catalogDatabases)('requests with an idempotency key, on $name', ({ fresh }) => {
  async function nodes(...ids: string[]) {
    const config = await fresh();
    const clock = new ManualClock();
    const opened = await Promise.all(
      ids.map(async (nodeId) => {
        const commits = new Commits();
        const { idempotencyKeys } = await openNode(config, { clock });
        const keyed = new KeyedCommit({ commits, store: idempotencyKeys, clock, nodeId, leaseMs });
        onTestFinished(() => keyed.close());
        return { groups: commits, keyed };
      }),
    );
    return { clock, nodes: opened };
  }

  it('are stored once, however many come at once or later, here or on another node', async () => {
    const { nodes: opened } = await nodes('n1', 'n2');
    const [here, there] = opened as [(typeof opened)[0], (typeof opened)[0]];
    await Promise.all(Array.from({ length: 50 }, () => here.keyed.commit(key, [request])));
    await here.keyed.commit(key, [request]);
    await here.keyed.close();
    await there.keyed.commit(key, [request]);
    expect([here.groups.made, there.groups.made]).toEqual([[request], []]);
  });

  it('are refused with another body, at once or later', async () => {
    const { nodes: opened } = await nodes('n1');
    const [here] = opened as [(typeof opened)[0]];
    const other = { ...key, bodyDigest: 'another' };
    const commits = await Promise.allSettled([
      here.keyed.commit(key, [request]),
      here.keyed.commit(other, [request]),
    ]);
    expect(commits).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'CONFLICT' } },
    ]);
    await expect(here.keyed.commit(other, [request])).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('that failed are tried again with a look at what is there', async () => {
    const { nodes: opened, clock } = await nodes('n1');
    const [here] = opened as [(typeof opened)[0]];
    here.groups.fails = true;
    await expect(here.keyed.commit(key, [request])).rejects.toThrow('not stored');
    here.groups.fails = false;
    await here.keyed.commit(key, [request]);
    expect(here.groups.made).toEqual([
      request,
      { ...request, earlier: { nodeId: 'n1', sinceMs: clock.now() } },
    ]);
    await here.keyed.commit(key, [request]);
    expect(here.groups.made).toHaveLength(2);
  });

  it('are taken over at once after this node’s restart, and from another node when its lease is over', async () => {
    const { clock, nodes: opened } = await nodes('n1', 'n1', 'n2');
    const [killed, restarted, other] = opened as [(typeof opened)[0], (typeof opened)[0], (typeof opened)[0]];
    killed.groups.until = new Promise(() => {});
    killed.keyed.commit(key, [request]);
    await expect.poll(() => killed.groups.made.length).toBe(1);
    const sinceMs = clock.now();
    await expect(other.keyed.commit(key, [request])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: leaseMs / 1000,
    });
    clock.advance(leaseMs - 1);
    await expect(other.keyed.commit(key, [request])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    restarted.groups.fails = true;
    await expect(restarted.keyed.commit(key, [request])).rejects.toThrow('not stored');
    clock.advance(leaseMs);
    await other.keyed.commit(key, [request]);
    expect(other.groups.made).toEqual([{ ...request, earlier: { nodeId: 'n1', sinceMs } }]);
  });

  it('are remembered for more than 76 hours, and forgotten some time after', async () => {
    const { clock, nodes: opened } = await nodes('n1');
    const [here] = opened as [(typeof opened)[0]];
    await here.keyed.commit(key, [request]);
    clock.advance(76 * hourMs);
    await here.keyed.commit({ ...key, keyDigest: 'other' }, [request]);
    await here.keyed.commit(key, [request]);
    expect(here.groups.made).toHaveLength(2);
    clock.advance(idempotencyKeyKeptMs - 76 * hourMs + 1);
    await here.keyed.commit({ ...key, keyDigest: 'sweeps' }, [request]);
    await here.keyed.close();
    await here.keyed.commit(key, [request]);
    expect(here.groups.made).toHaveLength(4);
  });

  it('are forgotten as fast as they come in, however many expire', async () => {
    const { idempotencyKeys } = await openNode(await fresh(), { clock: new ManualClock() });
    const swept = [sweptAtOnceMax, sweptAtOnceMax, 1];
    const store: ClaimStore = {
      claim: (...claims) => idempotencyKeys.claim(...claims),
      takeOver: (...held) => idempotencyKeys.takeOver(...held),
      sweep: async () => swept.shift() ?? 0,
    };
    const clock = new ManualClock();
    const keyed = new KeyedCommit({ commits: new Commits(), store, clock, nodeId: 'n1', leaseMs });
    for (const keyDigest of ['1', '2', '3', '4']) {
      await keyed.commit({ ...key, keyDigest }, [request]);
      await keyed.close();
    }
    expect(swept).toEqual([]);
  });

  it('of a table that merges rows are marked before they are acknowledged', async () => {
    const { nodes: opened } = await nodes('n1', 'n2');
    const [here, there] = opened as [(typeof opened)[0], (typeof opened)[0]];
    const summing: TableSettings = { ...tableSettings, engine: { type: 'SUMMING_MERGE_TREE', columns: [] } };
    await here.keyed.commit(key, [{ ...request, pool: { ...request.pool, tableSettings: summing } }]);
    await there.keyed.commit(key, [request]);
    expect(there.groups.made).toEqual([]);
  });

  it('are stored once, and acknowledged only with the mark, when the catalog could not take it at first', async () => {
    const { idempotencyKeys } = await openNode(await fresh(), { clock: new ManualClock() });
    let isUnavailable = false;
    const store: ClaimStore = {
      claim: async (...claims) => {
        if (isUnavailable) throw new Error('the catalog is away');
        return await idempotencyKeys.claim(...claims);
      },
      takeOver: (...held) => idempotencyKeys.takeOver(...held),
      sweep: (before) => idempotencyKeys.sweep(before),
    };
    const made: CommitRequest[] = [];
    const commits = {
      commit: async (request: CommitRequest) => {
        made.push(request);
        isUnavailable = true;
      },
    };
    const keyed = new KeyedCommit({ commits, store, clock: new ManualClock(), nodeId: 'n1', leaseMs });
    const summing: TableSettings = { ...tableSettings, engine: { type: 'SUMMING_MERGE_TREE', columns: [] } };
    const summed = { ...request, pool: { ...request.pool, tableSettings: summing } };
    // If the process were killed now, a repeated request would be stored again.
    await expect(keyed.commit(key, [summed])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await keyed.close();
    isUnavailable = false;
    await keyed.commit(key, [summed]);
    expect(made).toEqual([summed]);
    await keyed.close();
  });
});
