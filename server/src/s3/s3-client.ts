import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { syncFile } from '../base/durable-file.js';
import { guardedConnector } from './address-guard.js';
import {
  acceptedEncoding,
  type BucketLocation,
  bucketUrl,
  encodeComponent,
  objectUrl,
} from './bucket-location.js';
import { completeUpload, partRanges, readUploadId, type UploadedPart } from './multipart-upload.js';
import { type ObjectPage, readObjectPage, type S3Object } from './object-list.js';
import { errorOfAnswer, errorOfConnection, S3Error } from './s3-error.js';

/** A bucket and the credentials for it. */
export interface BucketAccess extends BucketLocation {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Limits {
  readonly connectMsMax: number;
  /** Until the first byte of an answer. */
  readonly headersMsMax: number;
  /** Between two chunks of an answer. */
  readonly idleMsMax: number;
  /** Of a list, or an error. */
  readonly answerBytesMax: number;
  readonly keysPerPage: number;
  /** Of one list. An endpoint may send pages without objects. */
  readonly pagesMax: number;
  readonly attemptsMax: number;
  /** Doubled after each attempt. */
  readonly retryAfterMs: number;
}

const mebibyte = 1024 * 1024;

export const defaultS3Limits: S3Limits = {
  connectMsMax: 5_000,
  headersMsMax: 20_000,
  idleMsMax: 30_000,
  answerBytesMax: 8 * mebibyte,
  keysPerPage: 1_000,
  pagesMax: 10_000,
  attemptsMax: 3,
  retryAfterMs: 200,
};

export interface S3ClientOptions {
  readonly allowPrivateEndpoints: boolean;
  readonly limits?: Partial<S3Limits>;
}

/** Statuses that S3 asks to retry: overload and internal errors. */
const isTemporary = (status: number) => status === 429 || status >= 500;

const privateFileMode = 0o600;

/**
 * Lists, downloads and uploads the objects of a bucket, with Signature V4. It is a client of its own, because the engine must not see
 * credentials, nor connect to an address that a user chose.
 */
export class S3Client {
  readonly #limits: S3Limits;
  readonly #agent: Agent;

  constructor({ allowPrivateEndpoints, limits }: S3ClientOptions) {
    this.#limits = { ...defaultS3Limits, ...limits };
    const { connectMsMax, headersMsMax, idleMsMax } = this.#limits;
    this.#agent = new Agent({
      connect: guardedConnector({ allowPrivate: allowPrivateEndpoints, connectMsMax }),
      headersTimeout: headersMsMax,
      bodyTimeout: idleMsMax,
    });
  }

  /** The objects whose keys begin with the prefix, by page, in the order of their keys. */
  async *list(
    access: BucketAccess,
    prefix: string,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly S3Object[]> {
    const seen = new Set<string>();
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: ObjectPage = await this.#page(access, prefix, next, signal);
      yield page.objects;
      next = page.next;
      if (next === undefined) return;
      if (seen.has(next))
        throw new S3Error('endpoint', 'The endpoint lists the same objects again and again');
      seen.add(next);
      if (seen.size >= this.#limits.pagesMax)
        throw new S3Error('endpoint', `The endpoint's list has more than ${this.#limits.pagesMax} pages`);
    }
  }

  async #page(
    access: BucketAccess,
    prefix: string,
    token: string,
    signal?: AbortSignal,
  ): Promise<ObjectPage> {
    const query = {
      'list-type': '2',
      'max-keys': `${this.#limits.keysPerPage}`,
      // Without it, keys with control characters could not be written as XML.
      'encoding-type': 'url',
      ...(prefix !== '' && { prefix }),
      ...(token !== '' && { 'continuation-token': token }),
    };
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeComponent(value)}`);
    return await this.#retried(signal, async () => {
      const url = `${bucketUrl(access)}?${search.join('&')}`;
      const answer = await this.#call(access, { method: 'GET', url }, signal);
      return readObjectPage(await this.#text(answer));
    });
  }

  /**
   * Writes an object to a file that only this user can read. Fails as `changed` if the object is no longer the one that
   * was listed. A failed download leaves no file.
   */
  async download(access: BucketAccess, object: S3Object, file: string, signal?: AbortSignal): Promise<void> {
    const url = urlOf(access, object.key);
    await this.#retried(signal, async () => {
      const headers = object.etag === '' ? {} : { 'if-match': `"${object.etag}"` };
      const call = { method: 'GET', url, headers, unsigned: acceptedEncoding(url) } as const;
      const answer = await this.#call(access, call, signal);
      try {
        checkSame(answer, object);
        await writeFile(answer, object.sizeBytes, file, signal);
      } catch (error) {
        answer.body.on('error', () => undefined).destroy();
        await rm(file, { force: true });
        throw error instanceof S3Error || isOfDisk(error) ? error : errorOfConnection(error);
      }
    });
  }

  /**
   * Writes a file to an object, in parts of which each can be sent again. The object appears when all have arrived; a failed
   * upload leaves none, and an object that was there before stays as it was.
   */
  async upload(
    access: BucketAccess,
    key: string,
    file: string,
    options: { readonly mediaType: string; readonly signal?: AbortSignal },
  ): Promise<void> {
    const { mediaType, signal } = options;
    const url = urlOf(access, key);
    const headers = { 'content-type': mediaType };
    const begun = await this.#answerText(access, { method: 'POST', url: `${url}?uploads=`, headers }, signal);
    const upload = `uploadId=${encodeComponent(readUploadId(begun))}`;
    try {
      const parts = await this.#uploadParts(access, `${url}?${upload}`, file, signal);
      const body = Buffer.from(completeUpload.write(parts));
      completeUpload.check(
        await this.#answerText(access, { method: 'POST', url: `${url}?${upload}`, body }, signal),
      );
    } catch (error) {
      // Otherwise its parts would stay in the bucket, and be paid for.
      await this.#answerText(access, { method: 'DELETE', url: `${url}?${upload}` }).catch(() => undefined);
      throw error;
    }
  }

  async #uploadParts(
    access: BucketAccess,
    url: string,
    file: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly UploadedPart[]> {
    const { size } = await stat(file);
    const handle = await open(file, 'r');
    try {
      const parts: UploadedPart[] = [];
      for (const { number, start, bytes } of partRanges(size)) {
        const body = Buffer.alloc(bytes);
        await handle.read(body, 0, bytes, start);
        const part = { method: 'PUT', url: `${url}&partNumber=${number}`, body } as const;
        parts.push({ number, etag: await this.#retried(signal, () => this.#putPart(access, part, signal)) });
      }
      return parts;
    } finally {
      await handle.close();
    }
  }

  async #putPart(access: BucketAccess, part: S3Call, signal: AbortSignal | undefined): Promise<string> {
    const answer = await this.#call(access, part, signal);
    await this.#text(answer);
    const etag = answer.headers['etag'];
    if (typeof etag !== 'string') throw new S3Error('endpoint', 'The endpoint does not confirm a part');
    return etag;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #answerText(access: BucketAccess, call: S3Call, signal?: AbortSignal): Promise<string> {
    return this.#retried(signal, async () => await this.#text(await this.#call(access, call, signal)));
  }

  async #call(
    access: BucketAccess,
    { method, url, headers = {}, unsigned = {}, body }: S3Call,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { accessKeyId, secretAccessKey, region } = access;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, ...(body && { 'x-amz-content-sha256': sha256(body) }) },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    let answer: Dispatcher.ResponseData;
    try {
      const target = new URL(url);
      answer = await this.#agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method,
        headers: { ...Object.fromEntries(signed.headers), ...unsigned },
        body: body ?? null,
        signal: signal ?? null,
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw errorOfConnection(error);
    }
    if (answer.statusCode === 200 || (method === 'DELETE' && answer.statusCode === 204)) return answer;
    const failure = errorOfAnswer(answer.statusCode, await this.#text(answer).catch(() => ''));
    throw isTemporary(answer.statusCode) ? new TemporaryFailure(failure) : failure;
  }

  async #text({ body }: Dispatcher.ResponseData): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > this.#limits.answerBytesMax)
          throw new S3Error('endpoint', `The endpoint's answer exceeds ${this.#limits.answerBytesMax} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof S3Error ? error : errorOfConnection(error);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  async #retried<T>(signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
    const { attemptsMax, retryAfterMs } = this.#limits;
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof TemporaryFailure)) throw error;
        if (attempt >= attemptsMax) throw error.failure;
        await delay(retryAfterMs * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }
}

interface S3Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly unsigned?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function urlOf(location: BucketLocation, key: string): string {
  const url = objectUrl(location, key);
  if (url === undefined)
    throw new S3Error('object', 'The key has a part called "." or "..", which a URL cannot express');
  return url;
}

/** A failure that may go away by itself. */
class TemporaryFailure extends Error {
  constructor(readonly failure: S3Error) {
    super(failure.message);
  }
}

const isOfDisk = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'ENOENT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** Some servers ignore `If-Match`. */
function checkSame({ headers }: Dispatcher.ResponseData, { etag, sizeBytes }: S3Object): void {
  const given = String(headers['etag'] ?? '').replace(/^W\/|"/g, '');
  const bytes = headers['content-length'];
  const isOther = etag !== '' && given !== '' && given !== etag;
  if (isOther || (bytes !== undefined && Number(bytes) !== sizeBytes))
    throw new S3Error('changed', 'The object has been overwritten since it was listed');
}

async function writeFile(
  { body }: Dispatcher.ResponseData,
  sizeBytes: number,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      const excess = bytes > sizeBytes && new S3Error('changed', 'The object is longer than it was listed');
      callback(excess || null, chunk);
    },
  });
  const target = createWriteStream(file, { flags: 'w', mode: privateFileMode });
  await pipeline(Readable.from(body), counted, target, signal ? { signal } : {});
  if (bytes !== sizeBytes)
    throw new S3Error('endpoint', `The endpoint sent ${bytes} of ${sizeBytes} bytes of the object`);
  // A sync resumes after a crash without another download, so the file must be complete on disk.
  await syncFile(file);
}
