import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';
import type { CatalogDatabase, CatalogReader } from './catalog-database.js';

/** They are read with the Application, whenever a node does not have it in its cache. */
export const revokedTokensPerApplicationMax = 1_000;
/** A revocation outlives its token by this, because the clocks of nodes differ. */
const clockDifferenceMsMax = 10 * 60 * 1000;
const retryAfterSeconds = 60;

export interface RevokedToken {
  readonly applicationId: string;
  readonly digest: string;
  readonly expiresAt: number;
}

export async function revokedTokensOf(db: CatalogReader, applicationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('revoked_token')
    .select('token_digest')
    .where('application_id', '=', applicationId)
    .execute();
  return rows.map((row) => row.token_digest);
}

/** Tokens that were revoked before they expire. Kept until then. */
export class RevokedTokenStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Does nothing when the token is revoked already or its Application is deleted. */
  async add({ applicationId, digest, expiresAt }: RevokedToken): Promise<void> {
    const sweptBefore = this.#clock.now() - clockDifferenceMsMax;
    await this.#database.write(async (trx) => {
      await trx.deleteFrom('revoked_token').where('expires_at', '<', sweptBefore).execute();
      const application = await trx
        .selectFrom('application')
        .select('id')
        .where('id', '=', applicationId)
        .executeTakeFirst();
      if (!application) return;
      await trx
        .insertInto('revoked_token')
        .values({ application_id: applicationId, token_digest: digest, expires_at: expiresAt })
        .onConflict((conflict) => conflict.columns(['application_id', 'token_digest']).doNothing())
        .execute();
      const { revoked } = await trx
        .selectFrom('revoked_token')
        .select(({ fn }) => fn.countAll().as('revoked'))
        .where('application_id', '=', applicationId)
        .executeTakeFirstOrThrow();
      if (Number(revoked) > revokedTokensPerApplicationMax)
        throw new WeirError(
          'RATE_LIMITED',
          `The Application has revoked ${revokedTokensPerApplicationMax} tokens within an hour, the limit. Rotate its secret to revoke all of its tokens, or try again later`,
          { retryAfterSeconds },
        );
    });
  }
}
