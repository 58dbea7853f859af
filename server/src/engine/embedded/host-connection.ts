import { connect, type Socket } from 'node:net';
import { startDeadline } from '../deadline.js';
import {
  DeadlinePassed,
  type EngineAnswer,
  type EngineCall,
  type StreamedCall,
} from '../engine-transport.js';
import { readFrames, sendFrame } from './frame.js';
import type { HostAnswer, HostBegin, HostRequest } from './host-protocol.js';

interface Waiting {
  readonly resolve: (answer: EngineAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly startAgain: () => void;
  readonly stopDeadline: () => void;
}

const nothing = new Uint8Array();

/**
 * The service's side of the connection to the engine's process. All statements share one connection; queuing is left to
 * that process. The connection opens on demand and reopens after a loss, which fails all pending statements at once.
 */
export class HostConnection {
  readonly #socketPath: string;
  readonly #waiting = new Map<number, Waiting>();
  #socket: Socket | undefined;
  #lastId = 0;
  #whenIdle: (() => void) | undefined;

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  send({ text, rows, ...call }: EngineCall, deadlineMs: number): Promise<EngineAnswer> {
    const id = this.#newId();
    if (rows) return this.#ask({ id, ...call, insert: text }, rows, deadlineMs);
    return this.#ask({ id, ...call }, Buffer.from(text), deadlineMs);
  }

  /** The result is written to the pipe at `output`. */
  sendTo(output: string, { text, format, ...call }: StreamedCall, deadlineMs: number): Promise<EngineAnswer> {
    const request = { id: this.#newId(), ...call, output, fileFormat: format };
    return this.#ask(request, Buffer.from(text), deadlineMs);
  }

  ping(deadlineMs: number): Promise<EngineAnswer> {
    return this.#ask({ id: this.#newId(), ping: true }, nothing, deadlineMs);
  }

  /** Resolves once every pending statement is answered. */
  async close(): Promise<void> {
    if (this.#waiting.size > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    this.#socket?.destroy();
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #ask(request: HostRequest, body: Uint8Array, deadlineMs: number): Promise<EngineAnswer> {
    const { id } = request;
    return new Promise((resolve, reject) => {
      const start = () =>
        startDeadline(deadlineMs, () => this.#end(id)?.reject(new DeadlinePassed(deadlineMs)));
      let stop = start();
      this.#waiting.set(id, {
        resolve,
        reject,
        startAgain: () => {
          stop();
          stop = start();
        },
        stopDeadline: () => stop(),
      });
      this.#socket ??= this.#connect();
      sendFrame(this.#socket, request, body);
    });
  }

  #connect(): Socket {
    const socket = connect(this.#socketPath);
    readFrames<HostAnswer | HostBegin>(socket, ({ description, body }) => {
      // Not waited for any more when its deadline has passed.
      if ('begins' in description) this.#waiting.get(description.id)?.startAgain();
      else this.#end(description.id)?.resolve({ engineCode: description.engineCode, body });
    });
    let problem = new Error("The connection to the engine's process was lost");
    socket.on('error', (error) => {
      problem = error;
    });
    socket.on('close', () => {
      this.#socket = undefined;
      for (const id of [...this.#waiting.keys()]) this.#end(id)?.reject(problem);
    });
    return socket;
  }

  #end(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (!waiting) return undefined;
    waiting.stopDeadline();
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#whenIdle?.();
    return waiting;
  }
}
