import type { FastifyReply } from 'fastify';
import { EventStream } from './event-stream.js';

/** All open streams, to close them when the service stops: their connections would never end by themselves. */
export class OpenStreams {
  readonly #streams = new Set<EventStream>();

  open(reply: FastifyReply, onClose: () => void): EventStream {
    const stream = new EventStream(reply, () => {
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
