import { retryAfterMsOf } from './retry.js';
import { codeOfStatus, WeirError, type WeirErrorCode, type WeirErrorFields } from './weir-error.js';

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export interface HttpAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** The parsed body, or undefined when it is not JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly headers: Headers;
}

/** One HTTP request. Rejects with NETWORK_ERROR, or with the signal's reason when the caller aborted. */
export async function exchange(fetch: Fetch, url: string, init: RequestInit): Promise<HttpAnswer> {
  return await request(fetch, url, init, answerOf);
}

/** Like `exchange`, for a response that is read in another way. */
export async function request<T>(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    // No browser credentials: no cookies, and no login dialog on a 401 that requests Basic.
    return await read(await fetch(url, { ...init, redirect: 'error', credentials: 'omit' }));
  } catch (cause) {
    init.signal?.throwIfAborted();
    if (cause instanceof WeirError) throw cause;
    throw new WeirError('NETWORK_ERROR', `${hostOf(url)} could not be reached`, { cause });
  }
}

export async function answerOf(response: Response): Promise<HttpAnswer> {
  return {
    status: response.status,
    ok: response.ok,
    body: parseJson(await response.text()),
    retryAfterMs: retryAfterMsOf(response.headers.get('retry-after')),
    requestId: response.headers.get('x-request-id') ?? undefined,
    headers: response.headers,
  };
}

/** Only the host: a webhook's path is a secret, and messages end up in logs. */
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : 'The service');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A failed response as an error, with its own code and message if it has them. */
export function failure(answer: HttpAnswer, options: WeirErrorFields & { message?: string } = {}): WeirError {
  const inner = isRecord(answer.body) && isRecord(answer.body['error']) ? answer.body['error'] : undefined;
  const code = (textOf(inner?.['code']) as WeirErrorCode | undefined) ?? codeOfStatus(answer.status);
  const message = textOf(inner?.['message']) ?? options.message ?? `The service answered ${answer.status}`;
  return new WeirError(code, message, { ...about(answer), ...options });
}

export const about = ({ status, retryAfterMs, requestId }: HttpAnswer): WeirErrorFields => ({
  status,
  retryAfterMs,
  requestId,
});
