import type { Socket } from 'node:net';

/**
 * The wire format between the service and the engine's process, in both directions: a head with two lengths, a
 * description as JSON, and a body of bytes.
 */
export interface Frame<Description> {
  readonly description: Description;
  readonly body: Buffer;
}

const headBytes = 8;
/** More than any statement, group of rows or result needs, and no more than a string can hold. */
const frameBytesMax = 500_000_000;

export function sendFrame(socket: Socket, description: object, body: Uint8Array): void {
  const text = JSON.stringify(description);
  const textBytes = Buffer.byteLength(text);
  const beginning = Buffer.allocUnsafe(headBytes + textBytes);
  beginning.writeUInt32LE(textBytes, 0);
  beginning.writeUInt32LE(body.byteLength, 4);
  beginning.write(text, headBytes);
  socket.cork();
  socket.write(beginning);
  if (body.byteLength > 0) socket.write(body);
  socket.uncork();
}

/** A frame that cannot be read closes the connection. */
export function readFrames<Description>(socket: Socket, onFrame: (frame: Frame<Description>) => void): void {
  const reader = new FrameReader(onFrame);
  socket.on('data', (piece) => {
    try {
      reader.push(piece);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** Assembles frames from the chunks of a socket. */
class FrameReader<Description> {
  readonly #onFrame: (frame: Frame<Description>) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Bytes needed before the next parsing attempt. */
  #bytesWanted = headBytes;

  constructor(onFrame: (frame: Frame<Description>) => void) {
    this.#onFrame = onFrame;
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    while (this.#bytes >= this.#bytesWanted) this.#take(this.#joined());
  }

  #joined(): Buffer {
    const [only, ...others] = this.#pieces;
    return only && others.length === 0 ? only : Buffer.concat(this.#pieces);
  }

  #take(bytes: Buffer): void {
    const bodyAt = headBytes + bytes.readUInt32LE(0);
    const end = bodyAt + bytes.readUInt32LE(4);
    if (end > frameBytesMax)
      throw new Error(`A frame of ${end} bytes exceeds the limit of ${frameBytesMax} bytes`);
    if (end > bytes.length) {
      this.#keep(bytes, end);
      return;
    }
    this.#keep(bytes.subarray(end), headBytes);
    const description = JSON.parse(bytes.toString('utf8', headBytes, bodyAt)) as Description;
    this.#onFrame({ description, body: bytes.subarray(bodyAt, end) });
  }

  #keep(bytes: Buffer, bytesWanted: number): void {
    this.#pieces = [bytes];
    this.#bytes = bytes.length;
    this.#bytesWanted = bytesWanted;
  }
}
