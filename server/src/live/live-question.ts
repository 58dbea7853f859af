import type { Clock } from '../base/clock.js';
import { type ErrorCode, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';

/** An answer as it is sent to every subscriber. */
export interface LiveAnswer {
  /** The JSON text of the GraphQL response. */
  readonly text: string;
  /** Equal for equal answers, whatever is said about the query itself. */
  readonly digest: string;
  /** The Data Pools that were read. */
  readonly dataPoolIds: ReadonlySet<string>;
  /** Set if the question was not answered: PASSING if another attempt may succeed. */
  readonly failure?: 'PASSING' | 'FINAL' | undefined;
}

export interface LiveSubscriber {
  /** Throws when the credentials are no longer valid. */
  authorize(): Promise<Principal>;
  /** Takes an answer, which replaces an earlier one that was not sent yet. */
  answer(text: string): void;
  /** Called once, when no more answers follow. The reason is undefined after an answer that says it itself. */
  end(reason: Error | undefined): void;
}

export interface LiveQuestionOptions {
  readonly clock: Clock;
  readonly principalKey: string;
  readonly ask: (principal: Principal, signal: AbortSignal) => Promise<LiveAnswer>;
  /** Runs work when few other questions are being asked. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called when the last subscriber has left. */
  readonly onAbandoned: () => void;
  readonly onAsked: () => void;
}

/** Between the starts of two executions. */
const intervalMsMin = 1_000;
/** There may be thousands of questions. */
const keptCharactersMax = 16_384;
/** A failure that may pass is hidden from subscribers for about half a minute. */
const attemptsMax = 5;

/** What fails with these codes may succeed shortly after. */
export const passing: ReadonlySet<string> = new Set<ErrorCode>([
  'UNAVAILABLE',
  'RATE_LIMITED',
  'QUERY_TIMED_OUT',
  'QUERY_CANCELLED',
]);

const mayPass = (error: unknown) => error instanceof WeirError && passing.has(error.code);

/** What makes two Principals the same for a question: everything but their credentials. */
export const principalKeyOf = ({ scopes, secretId: _, ...principal }: Principal) =>
  JSON.stringify([principal, [...scopes].sort()]);

/**
 * One question with all who subscribe to its answer. It is asked once for all of them: at the start, and at most once a second
 * after something has changed. Subscribers get an answer only if it differs from the one before.
 */
export class LiveQuestion {
  readonly #options: LiveQuestionOptions;
  readonly #subscribers = new Set<LiveSubscriber>();
  /** Those that wait for an answer, even if it does not differ from the one before. */
  readonly #unanswered = new Set<LiveSubscriber>();
  /**
   * Those that get the answer of the running execution: their credentials were valid when it began, or they joined before
   * anything changed.
   */
  #entitled = new Set<LiveSubscriber>();
  readonly #abandoned = new AbortController();
  #answer: Omit<LiveAnswer, 'text'> | undefined;
  /** The answer for those who subscribe later. Undefined if it is large: then the question is asked for them again. */
  #text: string | undefined;
  #isAsking = false;
  #isOutdated = false;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #failedAttempts = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LiveQuestionOptions) {
    this.#options = options;
  }

  reads(dataPoolId: string): boolean {
    // Not known before the first answer, while records may change already.
    return this.#answer?.dataPoolIds.has(dataPoolId) ?? true;
  }

  get dataPoolIds(): ReadonlySet<string> {
    return this.#answer?.dataPoolIds ?? new Set();
  }

  add(subscriber: LiveSubscriber): void {
    this.#subscribers.add(subscriber);
    const isCurrent = !this.#isOutdated;
    if (isCurrent && !this.#isAsking && this.#text !== undefined) {
      subscriber.answer(this.#text);
      return;
    }
    this.#unanswered.add(subscriber);
    // If something has changed since the running execution began, its answer is too old: the subscriber may know of the change.
    if (isCurrent && this.#isAsking) this.#entitled.add(subscriber);
    else this.outdate();
  }

  remove(subscriber: LiveSubscriber): void {
    this.#unanswered.delete(subscriber);
    this.#entitled.delete(subscriber);
    if (!this.#subscribers.delete(subscriber) || this.#subscribers.size > 0) return;
    clearTimeout(this.#timer);
    this.#abandoned.abort();
    this.#options.onAbandoned();
  }

  /** Something has changed that the answer may depend on. */
  outdate(): void {
    this.#isOutdated = true;
    this.#schedule(intervalMsMin);
  }

  /**
   * Ends the subscriptions whose credentials are not valid any more. Returns the Principals of those whose credentials are
   * valid: they cannot be checked while the catalog is unavailable.
   */
  async checkCredentials(): Promise<ReadonlyMap<LiveSubscriber, Principal>> {
    const principals = new Map<LiveSubscriber, Principal>();
    for (const subscriber of [...this.#subscribers]) {
      try {
        const current = await subscriber.authorize();
        if (principalKeyOf(current) !== this.#options.principalKey) throw rightsChanged();
        principals.set(subscriber, current);
      } catch (error) {
        if (!mayPass(error)) this.#end(subscriber, error as Error);
      }
    }
    return principals;
  }

  #schedule(intervalMs: number): void {
    if (this.#isAsking || this.#timer !== undefined || this.#subscribers.size === 0) return;
    const waitMs = Math.max(0, this.#askedAtMs + intervalMs - this.#options.clock.monotonic());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, waitMs);
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      await this.#options.inTurn(async () => {
        this.#askedAtMs = this.#options.clock.monotonic();
        this.#isOutdated = false;
        this.#entitled = new Set();
        const principals = await this.checkCredentials();
        const [principal] = principals.values();
        if (!principal) return this.#tryAgain();
        for (const subscriber of principals.keys()) this.#entitled.add(subscriber);
        this.#options.onAsked();
        this.#take(await this.#options.ask(principal, this.#abandoned.signal));
      });
    } catch (error) {
      if (this.#answer && this.#failedAttempts < attemptsMax && mayPass(error)) this.#tryAgain();
      else for (const subscriber of [...this.#subscribers]) this.#end(subscriber, error as Error);
    } finally {
      this.#isAsking = false;
    }
    if (this.#isOutdated) this.#schedule(intervalMsMin * 2 ** this.#failedAttempts);
  }

  #take(answer: LiveAnswer): void {
    if (answer.failure === 'PASSING' && this.#answer && this.#failedAttempts < attemptsMax) {
      this.#tryAgain();
      return;
    }
    this.#failedAttempts = 0;
    const { text, ...kept } = answer;
    const differs = answer.digest !== this.#answer?.digest;
    this.#answer = kept;
    this.#text = text.length > keptCharactersMax ? undefined : text;
    for (const subscriber of this.#subscribers) {
      if (differs) this.#unanswered.add(subscriber);
      if (!this.#entitled.has(subscriber)) continue;
      if (this.#unanswered.delete(subscriber)) subscriber.answer(text);
      if (answer.failure) this.#end(subscriber, undefined);
    }
    // The others get the answer of the next execution.
    if (this.#unanswered.size > 0) this.#isOutdated = true;
  }

  #tryAgain(): void {
    this.#failedAttempts = Math.min(this.#failedAttempts + 1, attemptsMax);
    this.#isOutdated = true;
  }

  #end(subscriber: LiveSubscriber, reason: Error | undefined): void {
    // It may have left while its credentials were checked.
    if (!this.#subscribers.has(subscriber)) return;
    this.remove(subscriber);
    subscriber.end(reason);
  }
}

const rightsChanged = () =>
  new WeirError(
    'UNAUTHENTICATED',
    'The scopes or the tier of the Application have changed. Subscribe again.',
  );
