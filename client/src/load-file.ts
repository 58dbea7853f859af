import { type FilePart, type FileParts, filePartsOf, type LoadContent } from './file-parts.js';
import { chosenFileType, type LoadCompression, type LoadFormat, mediaTypes } from './file-type.js';
import { type HttpAnswer, isRecord, textOf } from './http.js';
import { type Repeatable, type RetryOptions, refusedOrLost, retrying } from './retry.js';
import { wait } from './wait.js';
import { WeirError } from './weir-error.js';

export interface LoadFileOptions {
  /** By default the name of a `File`. It is shown with the job, and tells the format and compression if they are not given. */
  readonly name?: string;
  readonly format?: LoadFormat;
  readonly compression?: LoadCompression;
  /**
   * The same key loads a file into a Data Pool once. By default a random key per call, which makes retries within the call
   * safe. With a key of your own, another call continues where an earlier one was interrupted.
   */
  readonly idempotencyKey?: string;
  /** The size of one request. */
  readonly partBytes?: number;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Ends the upload. Once it is complete, its job goes on. */
  readonly signal?: AbortSignal;
}

export interface LoadProgress {
  readonly stage: 'UPLOADING' | 'LOADING';
  readonly bytesSent: number;
  /** Undefined for a stream. */
  readonly bytesTotal: number | undefined;
  /** 0 to 1, of the job. */
  readonly jobProgress: number;
  /** The job that loads the file, once it is uploaded. */
  readonly job: string | undefined;
}

export interface LoadResult {
  /** Rows that were loaded. */
  readonly rows: number;
  /** The ID of the job that loaded them. */
  readonly job: string;
  /** Columns of the file that the Data Pool does not have. */
  readonly ignoredColumns: readonly string[];
}

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/** One authenticated request to a path of the service. Rejects unless it succeeds. */
export type Send = (
  path: string,
  request: SentRequest,
  signal: AbortSignal | undefined,
) => Promise<HttpAnswer>;

export interface LoadFileContext {
  readonly send: Send;
  readonly retry?: RetryOptions | undefined;
}

const partBytesDefault = 8 * 1024 * 1024;
const firstPollMs = 100;
const pollMsMax = 2_000;

/** A request that met another state of the upload than it expected asks for the state and goes on from there. */
const resumable: Repeatable = (error) =>
  error.status !== 507 && (refusedOrLost(error) || error.status === 409 || error.status === 408);

/**
 * Uploads a file in parts, by the IETF's draft "Resumable Uploads for HTTP", and waits for the job that loads it. After a
 * network error it asks the service what has arrived, and sends only the rest.
 */
export async function loadFile(
  { send, retry }: LoadFileContext,
  dataPool: string,
  content: LoadContent,
  options: LoadFileOptions = {},
): Promise<LoadResult> {
  const upload = new Upload(send, retry, options);
  try {
    const answer = (await upload.begin(dataPool, content)) ?? (await upload.sendParts());
    return await upload.result(answer);
  } catch (error) {
    // With a key of its own the caller can continue later.
    if (options.idempotencyKey === undefined) await upload.cancel();
    throw error;
  }
}

class Upload {
  readonly #send: Send;
  readonly #retry: RetryOptions | undefined;
  readonly #options: LoadFileOptions;
  readonly #key: string;
  #parts: FileParts = filePartsOf(new Uint8Array());
  #path: string | undefined;
  /** What has arrived at the service. */
  #offset = 0;
  #job: string | undefined;

  constructor(send: Send, retry: RetryOptions | undefined, options: LoadFileOptions) {
    this.#send = send;
    this.#retry = retry;
    this.#options = options;
    this.#key = options.idempotencyKey ?? crypto.randomUUID();
  }

  /** The answer, if an earlier call with the same key has uploaded the file. */
  async begin(dataPool: string, content: LoadContent): Promise<HttpAnswer | undefined> {
    const name = this.#options.name ?? (content as { readonly name?: string }).name;
    const { format, compression } = chosenFileType(name, this.#options);
    this.#parts = filePartsOf(content);
    const { bytesTotal } = this.#parts;
    const query = new URLSearchParams({ wait: 'false', ...(name !== undefined && { name }) });
    const headers: Record<string, string> = {
      'content-type': mediaTypes[format],
      'idempotency-key': this.#key,
      'upload-complete': '?0',
      ...(compression !== 'none' && { 'content-encoding': compression }),
      ...(bytesTotal !== undefined && { 'upload-length': String(bytesTotal) }),
    };
    const answer = await this.#repeated(
      () => this.#request('POST', `/v1/load/${encodeURIComponent(dataPool)}?${query}`, headers),
      refusedOrLost,
    );
    this.#path = `/v1/loads/${answer.headers.get('location')?.split('/').at(-1) ?? ''}`;
    if (answer.status !== 201) return answer;
    this.#offset = offsetOf(answer);
    return undefined;
  }

  async sendParts(): Promise<HttpAnswer> {
    const { partBytes = partBytesDefault } = this.#options;
    for (let at = 0; ; ) {
      this.#report(0);
      const part = await this.#parts.next(partBytes);
      const end = at + part.size;
      // An earlier call has sent it.
      if (end <= this.#offset && !part.isLast) {
        at = end;
        continue;
      }
      const answer = await this.#sendPart(part, at);
      if (part.isLast) return answer;
      at = end;
    }
  }

  /** Waits for the job. Its error is thrown. */
  async result(first: HttpAnswer): Promise<LoadResult> {
    let answer = first;
    for (let waitMs = firstPollMs; answer.status === 202; waitMs = Math.min(waitMs * 2, pollMsMax)) {
      const body = isRecord(answer.body) ? answer.body : {};
      this.#job = textOf(body['job']);
      this.#report(Number(body['progress'] ?? 0));
      await wait(waitMs, this.#options.signal);
      answer = await this.#repeated(
        () => this.#request('GET', `${this.#path}?wait=false`, {}),
        refusedOrLost,
      );
    }
    return readResult(answer);
  }

  /** Frees the space at once that would be freed when the upload expires. */
  async cancel(): Promise<void> {
    if (this.#path === undefined || this.#job !== undefined) return;
    await this.#send(this.#path, { method: 'DELETE', headers: {} }, undefined).catch(() => undefined);
  }

  /** The attempts begin again whenever something has arrived, so that a bad network only makes a file take longer. */
  async #sendPart(part: FilePart, at: number): Promise<HttpAnswer> {
    for (let isKnown = true; ; isKnown = false) {
      const before = this.#offset;
      try {
        return await this.#sendRest(part, at, isKnown);
      } catch (error) {
        if (!(error instanceof WeirError) || !resumable(error) || this.#offset === before) throw error;
      }
    }
  }

  async #sendRest(part: FilePart, at: number, isKnownAtFirst: boolean): Promise<HttpAnswer> {
    let isKnown = isKnownAtFirst;
    return await this.#repeated(async () => {
      if (!isKnown) {
        const state = await this.#request('HEAD', this.#path ?? '', {});
        if (state.headers.get('upload-complete') === '?1')
          return await this.#request('GET', `${this.#path}?wait=false`, {});
        this.#offset = offsetOf(state);
      }
      const from = this.#offset - at;
      if (from < 0 || from > part.size)
        throw new WeirError('CONFLICT', 'Another upload with the same idempotency key has sent other parts');
      isKnown = false;
      const answer = await this.#request(
        'PATCH',
        `${this.#path}?wait=false`,
        {
          'content-type': 'application/partial-upload',
          'upload-offset': String(this.#offset),
          'upload-complete': part.isLast ? '?1' : '?0',
        },
        part.bytes.slice(from),
      );
      this.#offset = at + part.size;
      return answer;
    }, resumable);
  }

  async #request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Blob | Uint8Array,
  ): Promise<HttpAnswer> {
    const request = { method, headers, ...(body && { body: body as BodyInit }) };
    return await this.#send(path, request, this.#options.signal);
  }

  #repeated(work: () => Promise<HttpAnswer>, repeatable: Repeatable): Promise<HttpAnswer> {
    return retrying(work, repeatable, this.#retry, this.#options.signal);
  }

  #report(jobProgress: number): void {
    const { bytesTotal } = this.#parts;
    const stage = this.#job === undefined ? 'UPLOADING' : 'LOADING';
    this.#options.onProgress?.({ stage, bytesSent: this.#offset, bytesTotal, jobProgress, job: this.#job });
  }
}

const offsetOf = ({ headers }: HttpAnswer) => Number(headers.get('upload-offset') ?? 0);

function readResult({ body }: HttpAnswer): LoadResult {
  if (!isRecord(body) || typeof body['rows'] !== 'number' || typeof body['job'] !== 'string')
    throw new WeirError('INVALID_RESPONSE', 'The service did not tell what it has loaded');
  const ignored = body['ignoredColumns'];
  return { rows: body['rows'], job: body['job'], ignoredColumns: Array.isArray(ignored) ? ignored : [] };
}
