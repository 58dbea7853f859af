import { about, exchange, type Fetch, failure, type HttpAnswer, isRecord, textOf } from './http.js';
import { type RetryOptions, refusedOrLost, retrying } from './retry.js';
import { WeirError, type WeirErrorFields } from './weir-error.js';

export interface SendEventsOptions {
  /**
   * The idempotency key: the same key stores the same events once, for days. By default a random key per call makes
   * retries within the call safe. Set one to retry across restarts.
   */
  readonly idempotencyKey?: string;
  readonly basicAuth?: { readonly username: string; readonly password: string };
  /** Further headers, for the columns that headers fill (`$headers.x-tenant`). */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stores the valid events even when others are refused. Each event then has its own status. */
  readonly partial?: boolean;
  readonly signal?: AbortSignal;
}

export interface EventResult {
  readonly statusCode: number;
  readonly statusMessage: string;
}

export interface SendEventsContext {
  readonly fetch: Fetch;
  readonly retry?: RetryOptions | undefined;
}

/**
 * Posts events to a webhook. Resolves when they are stored, with one result per event, in order. JSON text is posted
 * unchanged, because JavaScript numbers would round integers past 2^53.
 */
export async function postEvents(
  { fetch, retry }: SendEventsContext,
  webhookUrl: string,
  events: readonly unknown[] | string,
  options: SendEventsOptions = {},
): Promise<readonly EventResult[]> {
  const url = new URL(webhookUrl);
  if (options.partial) url.searchParams.set('partial', 'true');
  const { basicAuth, signal } = options;
  const headers = new Headers(options.headers);
  headers.set('content-type', 'application/json');
  headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
  if (basicAuth) headers.set('authorization', basicHeader(basicAuth.username, basicAuth.password));
  const init: RequestInit = {
    method: 'POST',
    headers,
    body: typeof events === 'string' ? events : JSON.stringify(events),
    ...(signal && { signal }),
  };
  return await retrying(
    async () => readResults(await exchange(fetch, url.href, init)),
    refusedOrLost,
    retry,
    signal,
  );
}

function readResults(answer: HttpAnswer): readonly EventResult[] {
  if (!answer.ok) throw refusal(answer);
  if (!Array.isArray(answer.body))
    throw new WeirError('INVALID_RESPONSE', 'The webhook did not return one message per event', {
      ...about(answer),
    });
  return answer.body as EventResult[];
}

/** A 400 lists the errors by event. The message is that of the first. */
function refusal(answer: HttpAnswer): WeirError {
  const listed = answer.status === 400 && isRecord(answer.body) ? answer.body['errors'] : undefined;
  if (!Array.isArray(listed)) return failure(answer);
  const first: unknown = listed[0];
  const options: WeirErrorFields & { message?: string } = { details: { errors: listed } };
  const message = isRecord(first) ? textOf(first['message']) : undefined;
  return failure(answer, message === undefined ? options : { ...options, message });
}

function basicHeader(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
