import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const sockets = new WeakSet<Socket>();

/**
 * Exempts a request from the time within which Node wants it complete, until the returned function is called. For a body
 * that may take hours, whose reader limits its pauses instead. Node reports a late request once, so ignoring that is enough.
 */
export function unhurried({ socket }: IncomingMessage): () => void {
  sockets.add(socket);
  return () => void sockets.delete(socket);
}

export const isUnhurried = (socket: Socket) => sockets.has(socket);
