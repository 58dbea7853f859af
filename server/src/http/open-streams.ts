import type { FastifyReply } from 'fastify';
import { EventStream, SendBuffers } from './event-stream.js';

const buffersBytesMax = 128 * 1024 * 1024;

/** All open streams, to close them when the service stops: their connections would never end by themselves. */
export class OpenStreams {
  readonly #streams = new Set<EventStream>();
  readonly #buffers = new SendBuffers(buffersBytesMax);
  #isStopping = false;

  open(reply: FastifyReply, onClose: () => void): EventStream {
    const stream = new EventStream(reply, this.#buffers, () => {
      this.#streams.delete(stream);
      onClose();
    });
    this.#streams.add(stream);
    // Of a request that was read while the service began to stop.
    if (this.#isStopping) stream.close();
    return stream;
  }

  closeAll(): void {
    this.#isStopping = true;
    for (const stream of this.#streams) stream.close();
  }
}
