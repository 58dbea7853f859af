import { dirname } from 'node:path';
import { badRequest, WeirError } from '../base/errors.js';
import type { FileStore } from '../base/file-store.js';
import { freeBytes } from '../base/free-bytes.js';
import { newUlid } from '../base/ids.js';
import { inSlices } from '../base/in-slices.js';
import type { SealedTexts } from '../base/sealed-texts.js';
import { type S3SourceSettings, type S3Table, s3SecretPurpose } from '../catalog/s3-source.js';
import type { FileCompression, StoredFile, StoredFormat } from '../catalog/stored-file.js';
import { parseKeyGlob } from './key-glob.js';
import type { S3Object } from './object-list.js';
import type { BucketAccess, S3Client } from './s3-client.js';

export const sourceLimits = {
  /** Of keys that begin like those of a table. */
  objectsListedMax: 1_000_000,
  /** Of keys that match a table's path. */
  filesMax: 250_000,
  fileBytesMax: 256 * 1024 ** 3,
  /** Left free on the disk by a download. */
  freeBytesMin: 256 * 1024 ** 2,
} as const;

const downloadPrefix = 'S3_';

export interface SourceBucketsOptions {
  /** Loads the client with the first call. */
  readonly client: () => Promise<S3Client>;
  /** Undefined while nodes that share a catalog have no key in common. */
  readonly sealedTexts: SealedTexts | undefined;
  /** Where objects are downloaded to. */
  readonly files: FileStore;
}

/** Reads and writes the buckets of S3 Data Sources with their stored credentials. */
export class SourceBuckets {
  readonly #options: SourceBucketsOptions;

  constructor(options: SourceBucketsOptions) {
    this.#options = options;
  }

  /** A name of the store for a download. */
  newName(): string {
    return `${downloadPrefix}${newUlid()}`;
  }

  /** Removes the downloads of an earlier process. Call before anything downloads, since it would remove those too. */
  async removeLeft(): Promise<void> {
    const { files } = this.#options;
    for (const name of await files.names()) if (name.startsWith(downloadPrefix)) await files.remove(name);
  }

  /** The files of a table. Folders, which some tools store as empty objects, are not files. */
  async files(
    settings: S3SourceSettings,
    { path, name }: Pick<S3Table, 'path' | 'name'>,
    options: { readonly signal?: AbortSignal; readonly filesMax?: number } = {},
  ): Promise<readonly S3Object[]> {
    const glob = parseKeyGlob(path);
    const found: S3Object[] = [];
    let listed = 0;
    const client = await this.#options.client();
    for await (const page of client.list(this.#accessOf(settings), glob.prefix, options.signal)) {
      listed += page.length;
      const add = (object: S3Object) => {
        if (!object.key.endsWith('/') && glob.matches(object.key)) found.push(object);
      };
      await inSlices(page, add, options.signal);
      if (options.filesMax !== undefined && found.length >= options.filesMax) break;
      if (listed > sourceLimits.objectsListedMax)
        throw tooMany(name, `more than ${sourceLimits.objectsListedMax} objects begin with "${glob.prefix}"`);
      if (found.length > sourceLimits.filesMax)
        throw tooMany(name, `more than ${sourceLimits.filesMax} objects match "${path}"`);
    }
    return found;
  }

  /** Whether an object is still listed as it was. */
  async isListed(settings: S3SourceSettings, object: S3Object, signal?: AbortSignal): Promise<boolean> {
    const { key, etag, sizeBytes } = object;
    // Of all keys that begin with it, the key itself is the first.
    const client = await this.#options.client();
    for await (const page of client.list(this.#accessOf(settings), key, signal)) {
      const found = page.find((other) => other.key === key);
      if (found || page.length > 0) return found?.etag === etag && found.sizeBytes === sizeBytes;
    }
    return false;
  }

  /** Downloads an object under this name of the store. The caller removes it. */
  async download(
    settings: S3SourceSettings,
    { format }: Pick<S3Table, 'format'>,
    object: S3Object,
    storedAs: string,
    signal?: AbortSignal,
  ): Promise<StoredFile> {
    const path = this.#options.files.pathOf(storedAs);
    checkSize(object, dirname(path));
    const client = await this.#options.client();
    await client.download(this.#accessOf(settings), object, path, signal);
    return {
      storedAs,
      format: format.toLowerCase() as StoredFormat,
      compression: compressionOf(object.key),
      bytes: object.sizeBytes,
    };
  }

  /** Writes a file to an object of the bucket. */
  async upload(
    settings: S3SourceSettings,
    key: string,
    file: string,
    options: { readonly mediaType: string; readonly signal?: AbortSignal },
  ): Promise<void> {
    const client = await this.#options.client();
    await client.upload(this.#accessOf(settings), key, file, options);
  }

  #accessOf({
    accessKeyId,
    sealedSecretAccessKey,
    bucket,
    endpoint,
    region,
  }: S3SourceSettings): BucketAccess {
    const { sealedTexts } = this.#options;
    let secretAccessKey: string | undefined;
    try {
      secretAccessKey = sealedTexts?.open(s3SecretPurpose, sealedSecretAccessKey);
    } catch (error) {
      throw unreadableSecret(error);
    }
    if (secretAccessKey === undefined) throw unreadableSecret(undefined);
    return { bucket, endpoint, region, accessKeyId, secretAccessKey };
  }
}

function checkSize({ sizeBytes }: S3Object, directory: string): void {
  const { fileBytesMax, freeBytesMin } = sourceLimits;
  if (sizeBytes > fileBytesMax)
    throw badRequest(`The file has ${sizeBytes} bytes; at most ${fileBytesMax} are allowed`);
  if (freeBytes(directory) < sizeBytes + freeBytesMin)
    throw new WeirError(
      'SOURCE_FAILED',
      `The disk does not have enough free space to download a file of ${sizeBytes} bytes`,
    );
}

const unreadableSecret = (cause: unknown) =>
  new WeirError(
    'SOURCE_FAILED',
    'The secret access key cannot be decrypted, because WEIR_ENCRYPTION_KEY has changed; set it again with modifyS3DataSource',
    { cause },
  );

const tooMany = (table: string, reason: string) =>
  new WeirError(
    'SOURCE_FAILED',
    `Table "${table}" has too many files: ${reason}; split it into several tables`,
  );

const compressions: readonly (readonly [RegExp, FileCompression])[] = [
  [/\.gz$/i, 'gzip'],
  [/\.zstd?$/i, 'zstd'],
];

const compressionOf = (key: string): FileCompression =>
  compressions.find(([pattern]) => pattern.test(key))?.[1] ?? 'none';
