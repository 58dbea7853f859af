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
      body: sentBody(request),
      signal: AbortSignal.timeout(answerMsMax),
    });
    const body = await bodyOf(response);
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

const sentBody = ({ method, body }: FuzzRequest) =>
  method === 'GET' ? null : typeof body === 'string' ? body : Buffer.from(body);

const isEventStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** The whole body, also of an answer that breaks off in the middle; of events the first one. */
async function bodyOf(response: Response): Promise<string> {
  if (isEventStream(response)) return await firstEvent(response);
  return await response.text().catch((error: Error) => {
    if (error.name === 'TimeoutError') throw error;
    return 'The answer broke off';
  });
}

const eventPattern = /^event: next\ndata: (.*)\n\n/m;

async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const [, data] = eventPattern.exec(text) ?? [];
    if (data !== undefined) return data;
  }
  return text;
}

/** Sends a request for rows, and then for the pages that follow. All answers together are one. */
export async function sendPages(
  url: string,
  request: FuzzRequest,
  pages: number,
  answerMsMax: number,
): Promise<Sent> {
  const first = await send(url, request, answerMsMax);
  const bodies = [first.answer?.body ?? ''];
  let last = first;
  for (let page = 1; page < pages; page += 1) {
    const [, after] = endCursor.exec(bodies.at(-1) ?? '') ?? [];
    if (after === undefined || typeof request.body !== 'string') break;
    const { variables, ...operation } = JSON.parse(request.body) as { variables: { input: object } };
    const input = { ...variables.input, after };
    const body = JSON.stringify({ ...operation, variables: { ...variables, input } });
    last = await send(url, { ...request, body }, answerMsMax);
    if (last.answer === undefined) return { ...last, startedAt: first.startedAt };
    bodies.push(last.answer.body);
  }
  if (first.answer === undefined || bodies.length === 1) return first;
  const { status } = last.answer ?? first.answer;
  const answer = { ...first.answer, status, body: `[${bodies.join()}]` };
  return { answer, error: undefined, startedAt: first.startedAt, endedAt: last.endedAt };
}

const endCursor = /"endCursor":"([^"]+)"/;
