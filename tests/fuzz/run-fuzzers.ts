import fc from 'fast-check';
import { basic, clientId, clientSecret } from '../support/service.js';
import { stored } from '../support/stored.js';
import { type Choices, choices } from './choices.js';
import type { FuzzAnswer, FuzzCase, Fuzzer, FuzzRequest } from './fuzz-case.js';
import { keepCursors } from './fuzzers/cursors.js';
import { send, sendPages } from './http-client.js';
import { leak, leakIn } from './oracles/canary-oracle.js';
import { crash } from './oracles/crash-oracle.js';
import { failure } from './oracles/failure-oracle.js';
import { IntakeOracle } from './oracles/intake-oracle.js';
import { growth, type MemorySample, memorySample, unmeasured } from './oracles/memory-oracle.js';
import { type HealthPoll, isStall, StallOracle, stallFinding } from './oracles/stall-oracle.js';
import { interference } from './oracles/twin-oracle.js';
import type { Finding } from './oracles/verdict.js';
import type { Failure } from './saved-case.js';
import type { World } from './world/world.js';

export interface RunOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly fuzzers: readonly Fuzzer[];
  readonly stallMsMax: number;
  readonly answerMsMax: number;
  readonly onFailure: (failure: Failure) => void;
}

export interface Count {
  cases: number;
  accepted: number;
  unanswered: number;
}

export interface RunResult {
  readonly counts: Readonly<Record<string, Count>>;
  readonly failures: readonly Failure[];
  readonly longestStall: HealthPoll;
  /** Stalls that no request caused again when it was sent alone. */
  readonly unexplainedStalls: number;
  readonly memory: readonly MemorySample[];
  readonly acknowledgedEvents: number;
}

/** A case that is under way or has just ended: what a stall may be due to. */
interface Flight {
  readonly fuzzer: string;
  readonly index: number;
  readonly sent: FuzzCase;
  readonly startedAt: number;
  endedAt: number;
}

const casesAtATime = 25;
const shrinkMsMax = 20_000;
const watchPauseMs = 1_000;
const flightsKeptMax = 200;
const suspectsMax = 12;
const unexplainedFactor = 4;
/** How often a difference between the twins is asked for again before it counts. */
const repetitions = 3;

class FoundError extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

export class FuzzRun {
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #counts: Record<string, Count> = {};
  readonly #failures: Failure[] = [];
  readonly #known = new Set<string>();
  readonly #flights: Flight[] = [];
  readonly #intake = new IntakeOracle();
  readonly #memory: MemorySample[] = [];
  readonly #stalls: StallOracle;
  readonly #endsAt: number;
  readonly #rebuildsAt: number;
  #isRebuilt = false;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #unexplained: HealthPoll[] = [];
  #paused: Promise<void> | undefined;
  #logScanned = 0;

  constructor(world: World, options: RunOptions) {
    this.#world = world;
    this.#options = options;
    const { url, process: child } = world.service;
    this.#stalls = new StallOracle(url, child.pid ?? 0, options.stallMsMax);
    const now = performance.now();
    this.#endsAt = now + options.seconds * 1000;
    this.#rebuildsAt = now + (options.seconds * 1000) / 2;
  }

  async run(): Promise<RunResult> {
    const watching = this.#watch();
    await Promise.all(this.#options.fuzzers.map((fuzzer) => this.#runFuzzer(fuzzer)));
    await watching;
    await this.#stalls.next();
    const [last] = this.#stalls.take();
    if (last) await this.#blame(last);
    await this.#stalls.stop();
    this.#atEnd(growth(this.#memory) ?? unmeasured(this.#memory));
    await this.#checkIntake();
    return {
      counts: this.#counts,
      failures: this.#failures,
      longestStall: this.#stalls.longest,
      memory: this.#memory,
      unexplainedStalls: this.#unexplained.length,
      acknowledgedEvents: this.#intake.rows,
    };
  }

  get #isOver(): boolean {
    return performance.now() >= this.#endsAt || this.#world.service.process.exitCode !== null;
  }

  async #runFuzzer(fuzzer: Fuzzer): Promise<void> {
    const count: Count = { cases: 0, accepted: 0, unanswered: 0 };
    this.#counts[fuzzer.name] = count;
    for (let round = 0; !this.#isOver; round += 1) await this.#runRound(fuzzer, count, round);
  }

  /** Some cases by one seed of fast-check, which makes a failing one smaller for as long as that is allowed. */
  async #runRound(fuzzer: Fuzzer, count: Count, round: number): Promise<void> {
    const seed = this.#options.seed + round * 7919;
    let firstFailure: { sent: FuzzCase; finding: Finding; index: number } | undefined;
    let index = 0;
    let smallest: FuzzCase | undefined;
    let shrinkUntil = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(choices, async (made: Choices) => {
      if (this.#isOver || performance.now() > shrinkUntil) return;
      const sent = fuzzer.generate(made, this.#world);
      const isShrinking = firstFailure !== undefined;
      if (!isShrinking) count.cases += 1;
      if (!isShrinking) index += 1;
      await this.#paused;
      const judging = this.#judge(fuzzer, sent, isShrinking ? undefined : count, index);
      this.#underWay.add(judging);
      const finding = await judging.finally(() => this.#underWay.delete(judging));
      if (finding === undefined) return;
      if (firstFailure === undefined) {
        if (this.#known.has(keyOf(finding))) return;
        firstFailure = { sent, finding, index };
        shrinkUntil = performance.now() + shrinkMsMax;
        throw new FoundError(finding);
      }
      if (keyOf(finding) !== keyOf(firstFailure.finding)) return;
      smallest = sent;
      throw new FoundError(finding);
    });
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: casesAtATime });
    // A fault of the fuzzer itself is not to pass for a round without findings.
    if (failed && !firstFailure) throw errorInstance;
    if (firstFailure) this.#report({ ...firstFailure, fuzzer: fuzzer.name, seed, shrunk: smallest });
  }

  async #judge(
    fuzzer: Fuzzer,
    sent: FuzzCase,
    count: Count | undefined,
    index: number,
  ): Promise<Finding | undefined> {
    const { service, canaries } = this.#world;
    const flight: Flight = {
      fuzzer: fuzzer.name,
      index,
      sent,
      startedAt: Date.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    this.#flights.push(flight);
    if (this.#flights.length > flightsKeptMax) this.#flights.shift();
    const { pages = 1, request, answerMsMax = this.#options.answerMsMax } = sent;
    const { answer, error } = await sendPages(service.url, request, pages, answerMsMax);
    flight.endedAt = Date.now();
    if (sent.delivery) this.#intake.record(sent.delivery, answer);
    if (answer === undefined) {
      if (count) count.unanswered += 1;
      if (service.process.exitCode !== null || this.#isOver) return undefined;
      // Behind a stall nothing is answered; which request it is due to is found out by itself.
      if (isStall(await this.#stalls.next(), this.#options.stallMsMax)) return undefined;
      return { oracle: 'stall', kind: 'a request was not answered', message: error ?? '' };
    }
    if (count && fuzzer.accepted(answer)) count.accepted += 1;
    keepCursors(this.#world, sent.actor, answer.body);
    return leak(canaries, sent, answer) ?? failure(answer) ?? (await this.#compareTwins(sent, answer));
  }

  async #compareTwins(
    { twin, request, pages = 1 }: FuzzCase,
    answer: FuzzAnswer,
  ): Promise<Finding | undefined> {
    if (twin === undefined) return undefined;
    const ours = [answer];
    const theirs: FuzzAnswer[] = [];
    for (let asked = 0; asked < repetitions; asked += 1) {
      if (asked > 0) await this.#ask(request, pages, ours);
      await this.#ask(twin, pages, theirs);
      const finding = interference(this.#world, ours, theirs);
      if (finding === undefined || ours.length <= asked || theirs.length <= asked) return undefined;
      if (asked === repetitions - 1) return finding;
    }
    return undefined;
  }

  async #ask(request: FuzzRequest, pages: number, answers: FuzzAnswer[]): Promise<void> {
    const { url } = this.#world.service;
    const { answer } = await sendPages(url, request, pages, this.#options.answerMsMax);
    if (answer) answers.push(answer);
  }

  /** Once a second: memory, the log, processes, and who was under way during a stall. */
  async #watch(): Promise<void> {
    const { service } = this.#world;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, watchPauseMs));
      const metrics = await readMetrics(service.url);
      if (metrics !== '') this.#memory.push(memorySample(metrics));
      this.#atEnd(crash(service, metrics));
      this.#scanLog();
      const [stall] = this.#stalls.take().sort((one, other) => other.stalledMs - one.stalledMs);
      if (stall) await this.#blame(stall);
      if (this.#isOver) return;
      await this.#changeWorld();
    }
  }

  /** Hidden records arrive all the time; after half of the run, the tables are rebuilt. */
  async #changeWorld(): Promise<void> {
    try {
      await this.#world.addHidden();
      if (!this.#isRebuilt && performance.now() >= this.#rebuildsAt) await this.#rebuild();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#atEnd({ oracle: 'failure', kind: 'hidden records or a rebuild failed', message });
    }
  }

  async #rebuild(): Promise<void> {
    this.#isRebuilt = true;
    const resume = this.#pause();
    try {
      await Promise.allSettled(this.#underWay);
      await this.#world.rebuild();
    } finally {
      resume();
    }
  }

  /** Stops the fuzzers, and sends what was under way during a stall again, one by one: what stalls alone is the cause. */
  async #blame(stall: HealthPoll): Promise<void> {
    const { stallMsMax, answerMsMax, seed } = this.#options;
    const from = stall.endedAt - stall.tookMs;
    const suspects = this.#flights
      .filter(({ startedAt, endedAt }) => startedAt <= stall.endedAt && endedAt >= from)
      .slice(-suspectsMax)
      .reverse();
    const resume = this.#pause();
    try {
      await Promise.allSettled(this.#underWay);
      for (const { fuzzer, index, sent } of suspects) {
        const polled = this.#stalls.next();
        await send(this.#world.service.url, again(sent.request), answerMsMax);
        const repeated = await polled;
        if (!isStall(repeated, stallMsMax)) continue;
        const finding = stallFinding(repeated, stallMsMax);
        const kind = `${finding.kind} (${fuzzer})`;
        this.#report({ finding: { ...finding, kind }, fuzzer, seed, index, sent, shrunk: undefined });
        return;
      }
    } finally {
      this.#stalls.take();
      resume();
    }
    this.#unexplained.push(stall);
    // What no request repeats was the machine, or a collection of garbage, unless it took far too long.
    if (stall.stalledMs > unexplainedFactor * stallMsMax) this.#atEnd(stallFinding(stall, stallMsMax));
  }

  #pause(): () => void {
    let resume = () => {};
    this.#paused = new Promise((resolve) => {
      resume = () => {
        this.#paused = undefined;
        resolve();
      };
    });
    return resume;
  }

  #scanLog(): void {
    const { service, canaries } = this.#world;
    const lines = service.log.slice(this.#logScanned);
    this.#logScanned += lines.length;
    for (const line of lines) {
      const finding = leakIn(canaries, 'the log', JSON.stringify(line));
      if (finding) this.#atEnd(finding);
      if (Number(line['level']) >= errorLevel) {
        const message = JSON.stringify(line).slice(0, 600);
        this.#atEnd({ oracle: 'failure', kind: `logged: ${String(line['msg']).slice(0, 60)}`, message });
      }
    }
  }

  async #checkIntake(): Promise<void> {
    const { service, pools } = this.#world;
    if (service.process.exitCode !== null) return;
    const rows: [string | null, number][] = [];
    for (const { environmentId, id } of [pools.inbox, pools.guarded]) {
      const table = `\`${environmentId}\`.\`${id}\``;
      const found = await stored(service, `SELECT id, count() FROM ${table} GROUP BY id`);
      rows.push(
        ...found.map(([one, count]): [string | null, number] => [
          one === null ? null : String(one),
          Number(count),
        ]),
      );
    }
    this.#atEnd(this.#intake.check(rows));
  }

  #atEnd(finding: Finding | undefined): void {
    if (finding)
      this.#report({
        finding,
        fuzzer: 'run',
        seed: this.#options.seed,
        index: 0,
        sent: undefined,
        shrunk: undefined,
      });
  }

  #report(failed: Failure): void {
    const key = keyOf(failed.finding);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#failures.push(failed);
    this.#options.onFailure(failed);
  }
}

const metricsMsMax = 60_000;

/** Empty while there is no answer: a stall is found by other means. */
async function readMetrics(url: string): Promise<string> {
  const signal = AbortSignal.timeout(metricsMsMax);
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: basic(clientId, clientSecret) },
    signal,
  }).catch(() => undefined);
  return response?.ok ? await response.text() : '';
}

/** Pino's number for errors. */
const errorLevel = 50;

/** The same request as a text that no cache has seen. */
function again(request: FuzzRequest): FuzzRequest {
  if (request.path !== '/graphql' || typeof request.body !== 'string') return request;
  try {
    const body = JSON.parse(request.body) as { query: string; variables?: { input?: { query?: string } } };
    body.query += `\n# ${performance.now()}`;
    const { input } = body.variables ?? {};
    if (typeof input?.query === 'string')
      input.query += ' '.repeat(1 + (Math.floor(performance.now()) % 100));
    return { ...request, body: JSON.stringify(body) };
  } catch {
    return request;
  }
}

const keyOf = ({ oracle, kind }: Finding) => `${oracle}: ${kind}`;
