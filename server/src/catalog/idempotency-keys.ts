import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import type { IdempotencyKeyRow } from './tables.js';

/**
 * Records webhook requests with an idempotency key. A key is claimed before its events are inserted and marked done
 * afterwards. When a key is claimed but not done, the events may or may not be stored, so the caller has to look for
 * them in the table.
 */
export interface IdempotencyClaim {
  readonly dataPoolId: string;
  readonly keyDigest: string;
  readonly bodyDigest: string;
  /** Identifies this attempt: the claim succeeded when this ID is in the record. */
  readonly claimId: string;
}

export interface ClaimedKey {
  readonly dataPoolId: string;
  readonly keyDigest: string;
  readonly bodyDigest: string;
  readonly isDone: boolean;
  /** The node that made the claim. It belongs to the data directory and survives restarts. */
  readonly nodeId: string;
  readonly claimId: string;
  readonly claimedAt: number;
  readonly createdAt: number;
}

export type KeyName = Pick<IdempotencyClaim, 'dataPoolId' | 'keyDigest'>;

/** Both databases limit the number of parameters in one statement. */
const rowsPerStatementMax = 500;
export const sweptAtOnceMax = 5_000;

function toClaimedKey(row: IdempotencyKeyRow): ClaimedKey {
  return {
    dataPoolId: row.data_pool_id,
    keyDigest: row.key_digest,
    bodyDigest: row.body_digest,
    isDone: row.state === 'DONE',
    nodeId: row.node_id,
    claimId: row.claim_id,
    claimedAt: row.claimed_at,
    createdAt: row.created_at,
  };
}

export const keyNameOf = ({ dataPoolId, keyDigest }: KeyName) => `${dataPoolId}/${keyDigest}`;

export class IdempotencyKeyStore {
  readonly #database: CatalogDatabase;

  constructor(database: CatalogDatabase) {
    this.#database = database;
  }

  /**
   * In one transaction, marks keys as done, then claims the unclaimed keys. Returns the record of every key by
   * `keyNameOf`; a claim has succeeded where the record has its ID.
   */
  async claim(
    claims: readonly IdempotencyClaim[],
    done: readonly KeyName[],
    nodeId: string,
    now: number,
  ): Promise<ReadonlyMap<string, ClaimedKey>> {
    // Always in the same order, so that nodes that claim the same keys wait for each other and never deadlock.
    const rows = claims.map((claim) => newRow(claim, nodeId, now)).sort(byKey);
    return await this.#database.append(async (trx) => {
      for (const chunk of chunks([...done].sort(byName))) await markDone(trx, chunk);
      for (const chunk of chunks(rows)) {
        await trx
          .insertInto('idempotency_key')
          .values(chunk)
          .onConflict((conflict) => conflict.columns(['data_pool_id', 'key_digest']).doNothing())
          .execute();
      }
      return await recorded(trx, rows);
    });
  }

  /** Takes a claim over from its holder; false when another request was faster. */
  async takeOver(held: ClaimedKey, claimId: string, nodeId: string, now: number): Promise<boolean> {
    return await this.#database.append(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('idempotency_key')
        .set({ claim_id: claimId, node_id: nodeId, claimed_at: now })
        .where('data_pool_id', '=', held.dataPoolId)
        .where('key_digest', '=', held.keyDigest)
        .where('claim_id', '=', held.claimId)
        .where('state', '=', 'CLAIMED')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }

  /** Deletes a claim, unless another has taken it over. */
  async release({ dataPoolId, keyDigest, claimId }: IdempotencyClaim): Promise<void> {
    await this.#database.append(async (trx) => {
      await trx
        .deleteFrom('idempotency_key')
        .where('data_pool_id', '=', dataPoolId)
        .where('key_digest', '=', keyDigest)
        .where('claim_id', '=', claimId)
        .execute();
    });
  }

  /** Deletes keys created before a time, a bounded number per call; returns how many. */
  async sweep(createdBefore: number): Promise<number> {
    return await this.#database.append(async (trx) => {
      const expired = await trx
        .selectFrom('idempotency_key')
        .select(['data_pool_id', 'key_digest'])
        .where('created_at', '<', createdBefore)
        .limit(sweptAtOnceMax)
        .execute();
      for (const chunk of chunks(expired)) {
        for (const [dataPoolId, digests] of groupByPool(chunk.map(nameOfRow))) {
          await trx
            .deleteFrom('idempotency_key')
            .where('created_at', '<', createdBefore)
            .where('data_pool_id', '=', dataPoolId)
            .where('key_digest', 'in', digests)
            .execute();
        }
      }
      return expired.length;
    });
  }
}

function newRow(claim: IdempotencyClaim, nodeId: string, now: number): IdempotencyKeyRow {
  return {
    data_pool_id: claim.dataPoolId,
    key_digest: claim.keyDigest,
    body_digest: claim.bodyDigest,
    state: 'CLAIMED',
    node_id: nodeId,
    claim_id: claim.claimId,
    claimed_at: now,
    created_at: now,
  };
}

/** By digest within a Data Pool: digests do not collide, but two Data Pools may receive the same key. */
async function markDone(trx: CatalogWriter, names: readonly KeyName[]): Promise<void> {
  for (const [dataPoolId, digests] of groupByPool(names)) {
    await trx
      .updateTable('idempotency_key')
      .set({ state: 'DONE' })
      .where('data_pool_id', '=', dataPoolId)
      .where('key_digest', 'in', digests)
      .execute();
  }
}

async function recorded(
  trx: CatalogWriter,
  rows: readonly IdempotencyKeyRow[],
): Promise<ReadonlyMap<string, ClaimedKey>> {
  const found = new Map<string, ClaimedKey>();
  for (const chunk of chunks(rows)) {
    for (const [dataPoolId, digests] of groupByPool(chunk.map(nameOfRow))) {
      const stored = await trx
        .selectFrom('idempotency_key')
        .selectAll()
        .where('data_pool_id', '=', dataPoolId)
        .where('key_digest', 'in', digests)
        .execute();
      for (const row of stored) {
        const key = toClaimedKey(row);
        found.set(keyNameOf(key), key);
      }
    }
  }
  return found;
}

const nameOfRow = (row: Pick<IdempotencyKeyRow, 'data_pool_id' | 'key_digest'>): KeyName => ({
  dataPoolId: row.data_pool_id,
  keyDigest: row.key_digest,
});

/** The primary key begins with the Data Pool: searching by digest alone would scan all keys. */
function groupByPool(names: readonly KeyName[]): Map<string, string[]> {
  const pools = new Map<string, string[]>();
  for (const { dataPoolId, keyDigest } of names) {
    const digests = pools.get(dataPoolId);
    if (digests) digests.push(keyDigest);
    else pools.set(dataPoolId, [keyDigest]);
  }
  return pools;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: KeyName, b: KeyName) => compare(keyNameOf(a), keyNameOf(b));
const byKey = (a: IdempotencyKeyRow, b: IdempotencyKeyRow) =>
  compare(`${a.data_pool_id}/${a.key_digest}`, `${b.data_pool_id}/${b.key_digest}`);

function chunks<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += rowsPerStatementMax) {
    parts.push(list.slice(at, at + rowsPerStatementMax));
  }
  return parts;
}
