import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Clock } from '../base/clock.js';

/**
 * The keys that tokens are signed with live in the catalog, so that every node knows every other's. A
 * new one takes over when the current is old; the old ones stay published until the last token that
 * they signed has expired, so that a rotation logs nobody out.
 */
export interface StoredSigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateJwk: string;
  readonly publicJwk: string;
  readonly createdAt: number;
}

export interface SigningKeyStore {
  list(): Promise<readonly StoredSigningKey[]>;
  create(key: StoredSigningKey): Promise<void>;
  deleteCreatedBefore(createdBefore: number): Promise<void>;
}

type CryptoKeyLike = Awaited<ReturnType<typeof importJWK>>;

export const signingAlgorithm = 'EdDSA';
const rotationAfterMs = 30 * 24 * 60 * 60 * 1000;
/** Longer than any token lives. */
const retiredKeptMs = 2 * 60 * 60 * 1000;
const reloadMsMin = 1_000;

interface LoadedKey {
  readonly kid: string;
  readonly createdAt: number;
  readonly privateKey: CryptoKeyLike;
  readonly publicKey: CryptoKeyLike;
  readonly publicJwk: JWK;
}

export class SigningKeys {
  readonly #store: SigningKeyStore;
  readonly #clock: Clock;
  #keys: readonly LoadedKey[] = [];
  #loadedAt = Number.NEGATIVE_INFINITY;

  constructor(store: SigningKeyStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The key to sign with. */
  async current(): Promise<LoadedKey> {
    const newest = this.#keys[0] ?? (await this.#reload())[0];
    if (newest && this.#clock.now() - newest.createdAt < rotationAfterMs) return newest;
    return await this.rotate();
  }

  /** The key with this id. One that is unknown here may be another node's: look once more, but not at every try. */
  async byId(kid: string): Promise<CryptoKeyLike | undefined> {
    const find = () => this.#keys.find((key) => key.kid === kid)?.publicKey;
    if (!find() && this.#clock.monotonic() - this.#loadedAt > reloadMsMin) await this.#reload();
    return find();
  }

  async publicKeys(): Promise<readonly JWK[]> {
    await this.current();
    return this.#keys.map((key) => key.publicJwk);
  }

  async rotate(): Promise<LoadedKey> {
    const { privateKey, publicKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const publicJwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    const now = this.#clock.now();
    await this.#store.create({
      kid,
      algorithm: signingAlgorithm,
      privateJwk: JSON.stringify(await exportJWK(privateKey)),
      publicJwk: JSON.stringify(publicJwk),
      createdAt: now,
    });
    // Whatever the newest key before this one signed has expired once it has been retired long enough.
    const previous = this.#keys[0];
    if (previous && now - previous.createdAt > retiredKeptMs)
      await this.#store.deleteCreatedBefore(previous.createdAt);
    const [newest] = await this.#reload();
    if (!newest) throw new Error('The new signing key is not in the catalog');
    return newest;
  }

  async #reload(): Promise<readonly LoadedKey[]> {
    const stored = await this.#store.list();
    this.#keys = await Promise.all([...stored].sort((a, b) => b.createdAt - a.createdAt).map(load));
    this.#loadedAt = this.#clock.monotonic();
    return this.#keys;
  }
}

async function load(stored: StoredSigningKey): Promise<LoadedKey> {
  const publicJwk = JSON.parse(stored.publicJwk) as JWK;
  return {
    kid: stored.kid,
    createdAt: stored.createdAt,
    privateKey: await importJWK(JSON.parse(stored.privateJwk) as JWK, stored.algorithm),
    publicKey: await importJWK(publicJwk, stored.algorithm),
    publicJwk: { ...publicJwk, kid: stored.kid, alg: stored.algorithm, use: 'sig' },
  };
}
