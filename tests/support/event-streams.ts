import type { Service } from './service.js';

interface Response {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** A subscription as it comes over the wire. */
export interface Stream {
  /** Every answer so far. */
  readonly answers: readonly Response[];
  /** Everything that was sent, heartbeats included. */
  readonly text: () => string;
  readonly isComplete: () => boolean;
  readonly isClosed: () => boolean;
  leave(): void;
}

/** Subscribes with plain HTTP, on a connection of its own. */
export async function subscribe(
  { url, authorization: own }: Pick<Service, 'url' | 'authorization'>,
  query: string,
  variables: object = {},
  authorization = own,
  accept = 'text/event-stream',
): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', accept },
    body: JSON.stringify({ query, variables }),
    signal: leaving.signal,
  });
  if (!response.ok || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
  const answers: Response[] = [];
  let text = '';
  let read = 0;
  let isComplete = false;
  let isClosed = false;
  const take = () => {
    for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
      const [event = '', data = ''] = text.slice(read, end).split('\n');
      if (event === 'event: next') answers.push(JSON.parse(data.slice('data: '.length)) as Response);
      if (event === 'event: complete') isComplete = true;
      read = end + 2;
    }
  };
  const receive = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      take();
    }
  };
  void receive(response.body as ReadableStream<Uint8Array>)
    .catch(() => undefined)
    .finally(() => {
      isClosed = true;
    });
  return {
    answers,
    text: () => text,
    isComplete: () => isComplete,
    isClosed: () => isClosed,
    leave: () => leaving.abort(),
  };
}
