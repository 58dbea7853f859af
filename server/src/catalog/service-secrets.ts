import type { Clock } from '../base/clock.js';
import { newSecret } from '../base/ids.js';
import type { CatalogDatabase, CatalogReader } from './catalog-database.js';

/** The service's own secrets, by purpose. */
export type ServiceSecretName = 'cursor' | 'export_link' | 'record_id';

function secretNamed(db: CatalogReader, name: ServiceSecretName) {
  return db.selectFrom('service_secret').select('secret').where('name', '=', name).executeTakeFirst();
}

/** Secrets that are created once and never change. All nodes share them, and they survive restarts. */
export class ServiceSecretStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;
  readonly #known = new Map<ServiceSecretName, string>();

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** When several nodes request a new secret at once, all get the secret of the first. */
  async obtain(name: ServiceSecretName): Promise<string> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const stored = await this.#database.read((db) => secretNamed(db, name));
    const secret = stored?.secret ?? (await this.#create(name));
    this.#known.set(name, secret);
    return secret;
  }

  async #create(name: ServiceSecretName): Promise<string> {
    return await this.#database.write(async (trx) => {
      const existing = await secretNamed(trx, name);
      if (existing) return existing.secret;
      const secret = newSecret();
      await trx
        .insertInto('service_secret')
        .values({ name, secret, created_at: this.#clock.now() })
        .execute();
      return secret;
    });
  }
}
