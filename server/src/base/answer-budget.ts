import {
  answerBytesMax,
  answerCellsMax,
  argumentCharactersMax,
  largeAnswersBytesMax,
  onePieceBytesMax,
  statementsPerRequestMax,
  waitingAnswersBytesMax,
  waitingAnswersMsMax,
} from './answer-limits.js';
import { badRequest, unavailable, WeirError } from './errors.js';

interface Size {
  readonly bytes: number;
  readonly cells: number;
}

interface Waiter {
  readonly memoryBytes: number;
  readonly textBytes: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The text is held twice, as received and as sent; each cell is an object and a slot in two rows. */
const memoryBytesOf = ({ bytes, cells }: Size) => 2 * bytes + 48 * cells;

export interface AnswerBudgetOptions {
  readonly bytesMax: number;
  readonly waitingBytesMax: number;
  readonly waitMsMax: number;
}

const defaults: AnswerBudgetOptions = {
  bytesMax: largeAnswersBytesMax,
  waitingBytesMax: waitingAnswersBytesMax,
  waitMsMax: waitingAnswersMsMax,
};

/**
 * The memory for large answers, shared by all requests. When it is used up, further results wait before they are read,
 * first come, first served. When too much is waiting already, they are refused.
 */
export class AnswerBudget {
  readonly #options: AnswerBudgetOptions;
  #taken = 0;
  #waitingBytes = 0;
  readonly #waiters: Waiter[] = [];

  constructor(options: AnswerBudgetOptions = defaults) {
    this.#options = options;
  }

  get takenBytes(): number {
    return this.#taken;
  }

  /** Takes the memory if it is free right now; returns whether it was. */
  takeNow(memoryBytes: number): boolean {
    const fits = this.#taken + memoryBytes <= this.#options.bytesMax;
    // Waiters go first. A result larger than the whole budget is admitted only when nothing else is.
    if (this.#waiters.length > 0 || !(fits || this.#taken === 0)) return false;
    this.#taken += memoryBytes;
    return true;
  }

  /** Resolves once the memory is taken; `leave` stops waiting. */
  wait(
    memoryBytes: number,
    textBytes: number,
  ): { readonly taken: Promise<void>; readonly leave: () => void } {
    const { waitingBytesMax, waitMsMax } = this.#options;
    if (this.#waitingBytes + textBytes > waitingBytesMax) throw overloaded();
    let leave = () => {};
    const taken = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.#leave(waiter, overloaded()), waitMsMax);
      const waiter: Waiter = { memoryBytes, textBytes, resolve, reject, timer };
      leave = () => this.#leave(waiter, gone());
      this.#waitingBytes += textBytes;
      this.#waiters.push(waiter);
    });
    return { taken, leave };
  }

  give(memoryBytes: number): void {
    this.#taken -= memoryBytes;
    for (;;) {
      const [next] = this.#waiters;
      if (!next || (this.#taken > 0 && this.#taken + next.memoryBytes > this.#options.bytesMax)) return;
      this.#remove(next);
      this.#taken += next.memoryBytes;
      next.resolve();
    }
  }

  #leave(waiter: Waiter, reason: Error): void {
    if (!this.#waiters.includes(waiter)) return;
    this.#remove(waiter);
    waiter.reject(reason);
    this.give(0);
  }

  #remove(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    this.#waitingBytes -= waiter.textBytes;
  }
}

/** Limits what one request may ask and return over all its fields, and holds its share of the budget until it ends. */
export class AnswerAllowance {
  readonly #budget: AnswerBudget;
  #ended = false;
  #waiting: ReturnType<AnswerBudget['wait']> | undefined;
  #bytes = 0;
  #cells = 0;
  #statements = 0;
  #argumentCharacters = 0;
  #memoryBytes = 0;

  constructor(budget: AnswerBudget) {
    this.#budget = budget;
  }

  /** A separate allowance, for work that several requests share. */
  another(): AnswerAllowance {
    return new AnswerAllowance(this.#budget);
  }

  /** Counts the texts in the arguments of a field. */
  takeArguments(characters: number): void {
    this.#argumentCharacters += characters;
    if (this.#argumentCharacters > argumentCharactersMax) throw tooLongArguments();
  }

  /** Counts an SQL statement, before it is compiled. */
  takeStatement(): void {
    this.#statements += 1;
    if (this.#statements > statementsPerRequestMax) throw tooManyStatements();
  }

  /** Reserves memory for a result, where possible before it is read. */
  async take(size: Size): Promise<void> {
    if (this.#ended) throw gone();
    this.#bytes += size.bytes;
    this.#cells += size.cells;
    if (this.#bytes > answerBytesMax) throw tooLarge(`are larger than ${answerBytesMax} bytes`);
    if (this.#cells > answerCellsMax) throw tooLarge(`have more than ${answerCellsMax} cells`);
    const memoryBytes = memoryBytesOf(size);
    if (memoryBytes <= onePieceBytesMax) return;
    while (this.#waiting) await this.#waiting.taken.catch(() => undefined);
    if (!this.#budget.takeNow(memoryBytes)) {
      // Two requests that each hold memory and wait for more would deadlock.
      if (this.#memoryBytes > 0) throw overloaded();
      await this.#wait(memoryBytes, size.bytes);
    }
    this.#memoryBytes += memoryBytes;
    // The request may have ended just as its turn came.
    if (this.#ended) this.#giveBack(0);
  }

  /** From now on only the text of the answer is held, of this size. */
  written(bytes: number): void {
    if (this.#memoryBytes > bytes) this.#giveBack(bytes);
  }

  /** The request has ended, successfully or not. */
  end(): void {
    this.#ended = true;
    this.#waiting?.leave();
    this.#giveBack(0);
  }

  async #wait(memoryBytes: number, textBytes: number): Promise<void> {
    this.#waiting = this.#budget.wait(memoryBytes, textBytes);
    try {
      await this.#waiting.taken;
    } finally {
      this.#waiting = undefined;
    }
  }

  #giveBack(kept: number): void {
    const memoryBytes = this.#memoryBytes - kept;
    this.#memoryBytes = kept;
    if (memoryBytes > 0) this.#budget.give(memoryBytes);
  }
}

const gone = () => new WeirError('QUERY_CANCELLED', 'The client disconnected before it was answered');

const overloaded = () =>
  unavailable('Too many large answers are being written; try again, or request fewer rows or columns');

const tooLongArguments = () =>
  badRequest(
    `The arguments of this request have more than ${argumentCharactersMax} characters in total; a variable counts for each field that uses it. Split the request`,
  );

const tooManyStatements = () =>
  badRequest(
    `The request has more than ${statementsPerRequestMax} SQL statements, over all operations of a batch. Split the request`,
  );

const tooLarge = (what: string) =>
  new WeirError(
    'QUERY_FAILED',
    `The results of this request ${what} in total, the limit for one request. Request fewer rows or columns, or split the request`,
  );
