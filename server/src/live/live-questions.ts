import type { Registry } from 'prom-client';
import type { Clock } from '../base/clock.js';
import type { DataVersions } from '../base/data-versions.js';
import { WeirError } from '../base/errors.js';
import { FairSlots, mayTakeMore } from '../base/fair-slots.js';
import { yieldToEventLoop } from '../base/in-slices.js';
import { type Principal, type ShareOwner, shareOwner } from '../base/principal.js';
import { type LiveMeasures, liveMeasures } from './live-measures.js';
import { type LiveAnswer, LiveQuestion, type LiveSubscriber, principalKeyOf } from './live-question.js';

export interface LiveQuestionsOptions {
  readonly clock: Clock;
  readonly versions: Pick<DataVersions, 'onChange'>;
  /** Calls the listener whenever the catalog may have changed. */
  readonly onCatalogChange: (listener: () => void) => void;
  readonly registry: Registry;
}

/** What is asked, by whom. */
export interface Question {
  /** Equal for equal questions of all Applications. */
  readonly key: string;
  readonly principal: Principal;
  ask(principal: Principal, signal: AbortSignal): Promise<LiveAnswer>;
}

/** Each takes a connection, of which there are 10,000, and up to 30 KB. */
const subscriptionsMax = 5_000;
/** Two hundred people who look at a dashboard of 15 tiles. */
const subscriptionsPerApplicationMax = 3_000;
/** Of all questions, so that queries keep most of the engine's slots. One Application's questions get at most three of them. */
const askedAtOnceMax = 4;
const credentialsCheckMs = 5_000;
const minuteMs = 60_000;
/** Timers may be a little early, which would be the minute before. */
const timerMarginMs = 20;

const tenantKey = ({ applicationId, tenant }: ShareOwner) => `${applicationId} ${tenant}`;

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/**
 * All questions that anyone subscribes to. They are asked again when records of their Data Pools or the catalog have changed,
 * and every minute: a minute is the shortest unit by which relative ranges and incomplete buckets move.
 */
export class LiveQuestions {
  readonly #clock: Clock;
  readonly #measures: LiveMeasures;
  readonly #questions = new Map<string, LiveQuestion>();
  readonly #slots = new FairSlots({ slotsMax: askedAtOnceMax });
  readonly #perApplication = new Map<string, number>();
  readonly #perTenant = new Map<string, number>();
  readonly #checks: NodeJS.Timeout;
  #minute: NodeJS.Timeout | undefined;
  #subscriptions = 0;
  #isChecking = false;

  constructor({ clock, versions, onCatalogChange, registry }: LiveQuestionsOptions) {
    this.#clock = clock;
    this.#measures = liveMeasures(registry, this);
    versions.onChange((dataPoolId) => this.dataPoolChanged(dataPoolId));
    onCatalogChange(() => this.#outdateAll());
    this.#checks = setInterval(() => void this.#checkCredentials(), credentialsCheckMs).unref();
    this.#awaitMinute();
  }

  get size(): number {
    return this.#questions.size;
  }

  get subscriptions(): number {
    return this.#subscriptions;
  }

  /** The Data Pools of all questions. */
  dataPoolIds(): ReadonlySet<string> {
    return new Set([...this.#questions.values()].flatMap(({ dataPoolIds }) => [...dataPoolIds]));
  }

  dataPoolChanged(dataPoolId: string): void {
    for (const question of this.#questions.values()) if (question.reads(dataPoolId)) question.outdate();
  }

  /** Answers now and after every change, until the returned function is called or the subscriber is told of the end. */
  subscribe(question: Question, subscriber: LiveSubscriber): () => void {
    const owner = shareOwner(question.principal);
    this.#checkLimits(owner);
    this.#subscriptions += 1;
    addTo(this.#perApplication, owner.applicationId, 1);
    addTo(this.#perTenant, tenantKey(owner), 1);
    const principalKey = principalKeyOf(question.principal);
    const live = this.#question(`${principalKey}\n${question.key}`, principalKey, question);
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      this.#left(owner);
      live.remove(counted);
    };
    const counted: LiveSubscriber = {
      authorize: () => subscriber.authorize(),
      answer: (text) => subscriber.answer(text),
      end: (reason) => {
        leave();
        this.#measures.ended.inc({ code: codeOf(reason) });
        subscriber.end(reason);
      },
    };
    live.add(counted);
    return leave;
  }

  stop(): void {
    clearInterval(this.#checks);
    clearTimeout(this.#minute);
  }

  #question(key: string, principalKey: string, { principal, ask }: Question): LiveQuestion {
    const found = this.#questions.get(key);
    if (found) return found;
    const question: LiveQuestion = new LiveQuestion({
      clock: this.#clock,
      principalKey,
      ask,
      inTurn: (work) => this.#slots.use(shareOwner(principal), undefined, work),
      onAbandoned: () => {
        if (this.#questions.get(key) === question) this.#questions.delete(key);
      },
      onAsked: () => this.#measures.asked.inc(),
    });
    this.#questions.set(key, question);
    return question;
  }

  #checkLimits(owner: ShareOwner): void {
    const ofApplication = this.#perApplication.get(owner.applicationId) ?? 0;
    const ofTenant = this.#perTenant.get(tenantKey(owner)) ?? 0;
    const left = subscriptionsPerApplicationMax - ofApplication;
    const isTenantFull = owner.tenant !== '' && !mayTakeMore(ofTenant, left);
    const limit =
      left <= 0
        ? `The Application has ${subscriptionsPerApplicationMax} subscriptions, the limit. End some of them first.`
        : isTenantFull
          ? `This tenant of the Application has ${ofTenant} subscriptions, its share of the limit. End some of them first.`
          : this.#subscriptions >= subscriptionsMax
            ? `The service has ${subscriptionsMax} subscriptions, the limit. Try again later.`
            : undefined;
    if (limit === undefined) return;
    this.#measures.refused.inc();
    throw new WeirError('RATE_LIMITED', limit, { retryAfterSeconds: 10 });
  }

  #left(owner: ShareOwner): void {
    this.#subscriptions -= 1;
    addTo(this.#perApplication, owner.applicationId, -1);
    addTo(this.#perTenant, tenantKey(owner), -1);
  }

  #outdateAll(): void {
    for (const question of this.#questions.values()) question.outdate();
  }

  #awaitMinute(): void {
    const waitMs = minuteMs - (this.#clock.now() % minuteMs) + timerMarginMs;
    this.#minute = setTimeout(() => {
      this.#outdateAll();
      this.#awaitMinute();
    }, waitMs).unref();
  }

  /** A question may not be asked for a minute, but a revoked token must not be answered for that long. */
  async #checkCredentials(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      for (const question of [...this.#questions.values()]) {
        await question.checkCredentials();
        await yieldToEventLoop();
      }
    } finally {
      this.#isChecking = false;
    }
  }
}

/** FAILED if the last answer says why. */
const codeOf = (reason: Error | undefined) =>
  reason === undefined ? 'FAILED' : reason instanceof WeirError ? reason.code : 'INTERNAL';
