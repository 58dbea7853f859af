import { createHash } from 'node:crypto';

/** The digest of a file while it arrives, by which another file under the same idempotency key is recognized. */
export class ContentHash {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** How much of the file it has. */
  get bytes(): number {
    return this.#bytes;
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  digest(): string {
    return this.#hash.digest('base64url');
  }
}
