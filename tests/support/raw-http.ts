import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection to the service, to send what no HTTP client would. */
export async function openSocket(url: string): Promise<Socket> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes unchanged, and returns what the service sends until it closes the connection. */
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

/** A request's head; the connection closes after the response. */
export const requestHead = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: weir', 'connection: close', ...headers, '', ''].join('\r\n');
