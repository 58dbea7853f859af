import { conflict } from '../base/errors.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import { isUniqueViolation } from './database-errors.js';
import type { SigningKeyRow } from './tables.js';

/** A key that signs tokens. A retired key no longer signs, but still verifies its tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateJwk: string;
  readonly publicJwk: string;
  readonly createdAt: number;
  readonly retiredAt: number | null;
}

export type NewSigningKey = Omit<SigningKey, 'retiredAt'>;

function toSigningKey(row: SigningKeyRow): SigningKey {
  return {
    kid: row.kid,
    algorithm: row.algorithm,
    privateJwk: row.private_jwk,
    publicJwk: row.public_jwk,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  };
}

async function insertKey(trx: CatalogWriter, key: NewSigningKey): Promise<SigningKey> {
  const row: SigningKeyRow = {
    kid: key.kid,
    algorithm: key.algorithm,
    private_jwk: key.privateJwk,
    public_jwk: key.publicJwk,
    created_at: key.createdAt,
    retired_at: null,
  };
  try {
    await trx.insertInto('signing_key').values(row).execute();
  } catch (error) {
    if (!isUniqueViolation(error, 'signing_key')) throw error;
    throw conflict(`Signing key ${key.kid} already exists`, { cause: error });
  }
  return toSigningKey(row);
}

function newestFirst(db: CatalogReader) {
  return db.selectFrom('signing_key').selectAll().orderBy('created_at', 'desc').orderBy('kid', 'desc');
}

/** Keys belong to the service, not to an Environment. There are few: one in use, some retired. */
export class SigningKeyStore {
  readonly #database: CatalogDatabase;

  constructor(database: CatalogDatabase) {
    this.#database = database;
  }

  /**
   * Activates the key and retires the active one, if that is still `from` (undefined at the first start). Returns the
   * active key: when several nodes do this at once, the first one's.
   */
  async takeOver(from: string | undefined, key: NewSigningKey): Promise<SigningKey> {
    return await this.#database.write(async (trx) => {
      const active = await newestFirst(trx).where('retired_at', 'is', null).executeTakeFirst();
      if (active && active.kid !== from) return toSigningKey(active);
      if (active) {
        const retired = { retired_at: key.createdAt };
        await trx.updateTable('signing_key').set(retired).where('kid', '=', active.kid).execute();
      }
      return await insertKey(trx, key);
    });
  }

  /** Newest first. */
  async list(): Promise<readonly SigningKey[]> {
    const rows = await this.#database.read((db) => newestFirst(db).execute());
    return rows.map(toSigningKey);
  }

  async forgetRetiredBefore(timeMs: number): Promise<void> {
    await this.#database.write(async (trx) => {
      await trx.deleteFrom('signing_key').where('retired_at', '<', timeMs).execute();
    });
  }
}
