import type { FuzzAnswer, FuzzRequest } from './fuzz-case.js';

export interface Sent {
  readonly answer: FuzzAnswer | undefined;
  /** Why there is no answer. */
  readonly error: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

const now = () => performance.timeOrigin + performance.now();

export async function send(url: string, request: FuzzRequest, answerMsMax: number): Promise<Sent> {
  const startedAt = now();
  try {
    const response = await fetch(`${url}${request.path}`, {
      method: request.method,
      headers: request.headers,
      body: typeof request.body === 'string' ? request.body : Buffer.from(request.body),
      signal: AbortSignal.timeout(answerMsMax),
    });
    const body = await response.text();
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    return {
      answer: { status: response.status, headers, body },
      error: undefined,
      startedAt,
      endedAt: now(),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return { answer: undefined, error: reason, startedAt, endedAt: now() };
  }
}
