import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Clock } from '../base/clock.js';
import type { SigningKey, SigningKeyStore } from '../catalog/signing-keys.js';

/**
 * The token signing keys live in the catalog, where every node can read them. When the current key gets old, a new one
 * replaces it. Old keys stay valid for verification until their last token has expired, so a rotation logs nobody out.
 */
type CryptoKeyLike = Awaited<ReturnType<typeof importJWK>>;

export const signingAlgorithm = 'EdDSA';
const rotationAfterMs = 30 * 24 * 60 * 60 * 1000;
/** Longer than the lifetime of a token. */
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
    return await this.#replace(newest?.kid);
  }

  /** The key with this ID. An unknown one may be another node's, so the catalog is read again, but not on every call. */
  async byId(kid: string): Promise<CryptoKeyLike | undefined> {
    const find = () => this.#keys.find((key) => key.kid === kid)?.publicKey;
    if (!find() && this.#clock.monotonic() - this.#loadedAt > reloadMsMin) await this.#reload();
    return find();
  }

  async publicKeys(): Promise<readonly JWK[]> {
    await this.current();
    return this.#keys.map((key) => key.publicJwk);
  }

  /** Activates a new key. Older keys still verify until their last token has expired. */
  async rotate(): Promise<LoadedKey> {
    const [newest] = await this.#reload();
    return await this.#replace(newest?.kid);
  }

  /** When several nodes replace the same key at once, all end up with the key of the first. */
  async #replace(kid: string | undefined): Promise<LoadedKey> {
    const { privateKey, publicKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const publicJwk = await exportJWK(publicKey);
    const now = this.#clock.now();
    await this.#store.forgetRetiredBefore(now - retiredKeptMs);
    await this.#store.takeOver(kid, {
      kid: await calculateJwkThumbprint(publicJwk),
      algorithm: signingAlgorithm,
      privateJwk: JSON.stringify(await exportJWK(privateKey)),
      publicJwk: JSON.stringify(publicJwk),
      createdAt: now,
    });
    const [newest] = await this.#reload();
    if (!newest) throw new Error('The new signing key is not in the catalog');
    return newest;
  }

  async #reload(): Promise<readonly LoadedKey[]> {
    const stored = await this.#store.list();
    this.#keys = await Promise.all(stored.map(load));
    this.#loadedAt = this.#clock.monotonic();
    return this.#keys;
  }
}

async function load(stored: SigningKey): Promise<LoadedKey> {
  const publicJwk = JSON.parse(stored.publicJwk) as JWK;
  return {
    kid: stored.kid,
    createdAt: stored.createdAt,
    privateKey: await importJWK(JSON.parse(stored.privateJwk) as JWK, stored.algorithm),
    publicKey: await importJWK(publicJwk, stored.algorithm),
    publicJwk: { ...publicJwk, kid: stored.kid, alg: stored.algorithm, use: 'sig' },
  };
}
