import { Worker } from 'node:worker_threads';
import { badRequest, unavailable, type WeirErrorOptions } from '../../base/errors.js';
import { FairSlots } from '../../base/fair-slots.js';
import type { ShareOwner } from '../../base/principal.js';
import type { Source } from '../text/source.js';
import type { GrammarOutput, ReadText } from './read-text.js';

export interface ReadRequest {
  readonly source: Source;
  readonly dialect: keyof GrammarOutput;
}

export type ReadOutcome<D extends keyof GrammarOutput = keyof GrammarOutput> =
  | { readonly read: ReadText<D> }
  | { readonly refused: { readonly message: string; readonly details: WeirErrorOptions['details'] } };

/** A worker reports when it begins parsing, so that its own start does not count against the text's time limit. */
export type WorkerMessage = 'begun' | { readonly outcomeJson: string };

export interface ParsePoolOptions {
  /** Path of the worker's compiled entry file. */
  readonly workerEntry: string;
  readonly readMsMax?: number;
  readonly waitingMax?: number;
}

const workersMax = 2;
/** Texts that may be read at the same time, each in up to two dialects: enough that no worker waits for the next. */
const turnsMax = 4;
const waitingMaxDefault = 64;
const readMsMaxDefault = 2_000;
const startMsMax = 30_000;
const workerHeapMegabytesMax = 256;

interface Task {
  readonly request: ReadRequest;
  readonly resolve: (outcome: ReadOutcome) => void;
  readonly reject: (error: Error) => void;
}

interface Member {
  readonly worker: Worker;
  task: Task | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Parses long statements in worker threads to keep the event loop free. A worker that times out or crashes is
 * terminated and replaced; the other workers continue.
 */
export class ParsePool {
  readonly #options: Required<ParsePoolOptions>;
  readonly #members = new Set<Member>();
  readonly #waiting: Task[] = [];
  readonly #turns = new FairSlots({ slotsMax: turnsMax });
  #isClosed = false;

  constructor({
    workerEntry,
    readMsMax = readMsMaxDefault,
    waitingMax = waitingMaxDefault,
  }: ParsePoolOptions) {
    this.#options = { workerEntry, readMsMax, waitingMax };
  }

  /** Runs the reads of one text, in turn with those of other owners. */
  inTurn<T>(owner: ShareOwner, reads: () => Promise<T>): Promise<T> {
    return this.#turns.use(owner, undefined, reads);
  }

  read<D extends keyof GrammarOutput>(source: Source, dialect: D): Promise<ReadOutcome<D>> {
    const read = new Promise<ReadOutcome>((resolve, reject) => {
      if (this.#isClosed) throw closing();
      if (this.#waiting.length >= this.#options.waitingMax) {
        throw unavailable('Too many long statements are waiting to be parsed. Try again shortly.');
      }
      this.#waiting.push({ request: { source, dialect }, resolve, reject });
    });
    this.#assign();
    // The worker replies in the requested dialect.
    return read as Promise<ReadOutcome<D>>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.reject(closing());
    await Promise.all([...this.#members].map((member) => this.#end(member, closing())));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const idle = [...this.#members].find(({ task }) => task === null);
      if (idle === undefined && this.#members.size >= workersMax) return;
      const task = this.#waiting.shift();
      if (task) this.#run(idle ?? this.#start(), task);
    }
  }

  #start(): Member {
    const worker = new Worker(this.#options.workerEntry, {
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMegabytesMax },
    });
    worker.unref();
    const member: Member = { worker, task: null, timer: undefined };
    worker.on('message', (message: WorkerMessage) => this.#heard(member, message));
    worker.on('error', (error: Error) => this.#broke(member, error));
    worker.on('exit', (code) => this.#broke(member, new Error(`a parser worker exited with code ${code}`)));
    this.#members.add(member);
    return member;
  }

  #run(member: Member, task: Task): void {
    member.task = task;
    this.#limit(member, startMsMax, unavailable('The parser did not start in time. Try again shortly.'));
    member.worker.postMessage(task.request);
  }

  #heard(member: Member, message: WorkerMessage): void {
    const { task } = member;
    if (task === null) return;
    if (message === 'begun') {
      const { readMsMax } = this.#options;
      const { name } = task.request.source;
      this.#limit(
        member,
        readMsMax,
        badRequest(`${name} takes longer than ${readMsMax} ms to parse. Simplify it.`),
      );
      return;
    }
    clearTimeout(member.timer);
    member.task = null;
    task.resolve(JSON.parse(message.outcomeJson) as ReadOutcome);
    this.#assign();
  }

  #limit(member: Member, milliseconds: number, problem: Error): void {
    clearTimeout(member.timer);
    member.timer = setTimeout(() => void this.#end(member, problem), milliseconds).unref();
  }

  #broke(member: Member, error: Error): void {
    const { name } = member.task?.request.source ?? { name: 'query' };
    // The tree is too deep for the worker's stack or too large for its heap.
    const isTooLarge =
      error instanceof RangeError || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
    const problem = isTooLarge
      ? badRequest(`${name} is nested too deeply or too large. Simplify it.`)
      : error;
    void this.#end(member, problem);
  }

  async #end(member: Member, problem: Error): Promise<void> {
    if (!this.#members.delete(member)) return;
    clearTimeout(member.timer);
    member.task?.reject(problem);
    member.task = null;
    this.#assign();
    await member.worker.terminate();
  }
}

const closing = () => unavailable('The service is stopping.');
