/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events as the service writes them. Calls `onBytes` for everything that arrives, heartbeats included. Ends
 * with the stream.
 */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const event = eventOf(part);
      if (event) yield event;
    }
  }
}

/** Undefined for a comment, which only keeps the connection open. */
function eventOf(part: string): ServerEvent | undefined {
  let event = '';
  let data = '';
  for (const line of part.split('\n')) {
    if (line.startsWith('event:')) event = line.slice('event:'.length).trim();
    else if (line.startsWith('data:')) data += line.slice('data:'.length).trim();
  }
  return event === '' ? undefined : { event, data };
}
