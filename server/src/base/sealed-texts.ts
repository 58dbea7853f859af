import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreate } from './durable-file.js';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts texts that have to be read again, such as the secrets of senders. A copy of the catalog alone does not reveal
 * them, because the key is elsewhere. A text can only be opened for the purpose that it was sealed for.
 */
export class SealedTexts {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'weir sealed texts', keyBytes));
  }

  seal(purpose: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Throws when the text was sealed with another key or for another purpose. */
  open(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  }
}

/** A random key in the data directory, made on the first call. Call only while holding the directory's lock. */
export function readEncryptionKey(directory: string): string {
  return readOrCreate(join(directory, 'encryption-key'), () => randomBytes(keyBytes).toString('base64url'));
}
