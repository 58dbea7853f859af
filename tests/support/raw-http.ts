import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to the service, for what no HTTP client would send. */
export async function openSocket(url: string): Promise<Socket> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes as they are; answers what the service sends until it closes the connection. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<string> {
  const socket = await openSocket(url);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

/** A request's head; the connection closes with the answer. */
export const requestHead = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: weir', 'connection: close', ...headers, '', ''].join('\r\n');
