import type { FastifyReply } from 'fastify';
import { EventStream, SendBuffers } from './event-stream.js';

const buffersBytesMax = 128 * 1024 * 1024;

/** All open streams, to close them when the service stops: their connections would never end by themselves. */
export class OpenStreams {
  readonly #streams = new Set<EventStream>();
  readonly #buffers = new SendBuffers(buffersBytesMax);

  open(reply: FastifyReply, onClose: () => void): EventStream {
    const stream = new EventStream(reply, this.#buffers, () => {
      this.#streams.delete(stream);
      onClose();
    });
    this.#streams.add(stream);
    return stream;
  }

  closeAll(): void {
    for (const stream of this.#streams) stream.close();
  }
}
