import { Counter, type Registry } from 'prom-client';
import { checkRange } from '../base/check-range.js';
import type { Clock } from '../base/clock.js';
import { newUlid } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { PeriodicWrite } from '../base/periodic-write.js';
import { applyChanges } from '../engine/apply-changes.js';
import type { Engine } from '../engine/engine.js';
import {
  createIntakeStatistics,
  readIntakeMinutes,
  readIntakeStatistics,
  type statisticsCounters,
  statisticsMinutesMax,
  statisticsTable,
} from '../sql/intake-statistics.js';
import type { AnsweredRequest } from './answered-request.js';
import { type EventCounts, eventCounts, noEvents } from './event-counts.js';
import { type IntakeRange, type IntakeRangeInput, intakeRange, minuteMs } from './intake-range.js';
import { latencyBucket, latencyBuckets, percentile } from './latency-histogram.js';

/**
 * Requests and events of each Data Source by minute. Recording only adds to counters in memory, which are written in bulk
 * in the background. What is written are totals, so that a write with an unknown outcome can be repeated.
 */
export interface IntakeStatisticsOptions {
  readonly engine: Engine;
  readonly log: Log;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly cluster: string | undefined;
}

/** Counts are texts, because they may exceed what JSON numbers hold exactly. */
export interface IntakeTotals {
  readonly start: number;
  readonly stop: number;
  readonly requests: string;
  readonly refusedRequests: string;
  readonly accepted: string;
  readonly rejected: string;
  readonly quarantined: string;
  readonly duplicates: string;
  readonly bytes: string;
  readonly latency: {
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
  };
}

/** What became of the events of one minute. */
export interface IntakeMinute {
  readonly start: number;
  readonly accepted: string;
  readonly rejected: string;
  readonly quarantined: string;
}

type Counters = Record<(typeof statisticsCounters)[number], number>;

interface Minute {
  readonly dataSourceId: string;
  readonly startMs: number;
  /** Its row in the table. Another one for the same minute has a part of its own. */
  readonly part: string;
  readonly counters: Counters;
  readonly latency: number[];
  isWritten: boolean;
}

/** About 1 KB each. When the engine is unavailable for so long that there are more, the oldest are dropped. */
const minutesMax = 20_000;
const writeIntervalMs = 10_000;
const insertTimeoutMs = 10_000;
const readTimeoutMs = 10_000;

export class IntakeStatistics {
  readonly #options: IntakeStatisticsOptions;
  readonly #minutes = new Map<string, Minute>();
  readonly #writes = new PeriodicWrite(writeIntervalMs, () => this.#write());
  readonly #eventsOf: Readonly<Record<'rejected' | 'duplicates', Counter>>;

  constructor(options: IntakeStatisticsOptions) {
    this.#options = options;
    const registers = [options.registry];
    const counter = (name: string, help: string) => new Counter({ name, help, registers });
    this.#eventsOf = {
      rejected: counter(
        'weir_intake_rejected_events_total',
        'Events of refused requests, or refused one by one',
      ),
      duplicates: counter(
        'weir_intake_duplicate_events_total',
        'Events of requests whose idempotency key had been stored before',
      ),
    };
  }

  async open(): Promise<void> {
    const { engine, cluster } = this.#options;
    await applyChanges(engine, createIntakeStatistics(cluster));
    this.#writes.start();
  }

  record({ dataSource, receivedAtMs, durationMs, status, body, outcome }: AnsweredRequest): void {
    const minute = this.#minute(dataSource.id, Math.floor(receivedAtMs / minuteMs) * minuteMs);
    const { counters, latency } = minute;
    const events = outcome ? eventCounts(outcome) : noEvents;
    counters.requests += 1;
    counters.bytes += body?.length ?? 0;
    counters.accepted += events.accepted;
    counters.rejected += events.rejected;
    counters.quarantined += events.quarantined;
    counters.duplicates += events.duplicates;
    this.#count(events);
    // Refusals are fast, so a flood of them would hide how long senders wait.
    if (status >= 400) counters.refused_requests += 1;
    else {
      const bucket = latencyBucket(durationMs);
      latency[bucket] = (latency[bucket] ?? 0) + 1;
    }
    minute.isWritten = false;
  }

  /** This node's up to now, other nodes' up to a few seconds ago. */
  async totals(dataSourceId: string, input: IntakeRangeInput): Promise<IntakeTotals> {
    const { engine, clock } = this.#options;
    const range = intakeRange(input, clock.now());
    await this.#writes.catchUp();
    const { rows } = await engine.query({
      id: 'QRYINTAKE',
      statement: readIntakeStatistics(dataSourceId, range.startMs, range.stopMs),
      limits: { timeoutMs: readTimeoutMs, threadsMax: 1 },
    });
    return totalsOf(range, rows[0] ?? []);
  }

  /** The last minutes up to the current one, also those without requests. */
  async lastMinutes(dataSourceId: string, count: number, each = 1): Promise<readonly IntakeMinute[]> {
    checkRange('last', count, 1, statisticsMinutesMax);
    checkRange('minutesEach', each, 1, statisticsMinutesMax);
    const spanMs = each * minuteMs;
    const { engine, clock } = this.#options;
    const stopMs = Math.floor(clock.now() / spanMs) * spanMs + spanMs;
    const startMs = Math.max(0, stopMs - count * spanMs);
    await this.#writes.catchUp();
    const { rows } = await engine.query({
      id: 'QRYINTAKE',
      statement: readIntakeMinutes(dataSourceId, startMs, stopMs, spanMs),
      limits: { timeoutMs: readTimeoutMs, threadsMax: 1 },
    });
    const found = new Map(rows.map(([second, ...counts]) => [1000 * Number(second), counts.map(String)]));
    return Array.from({ length: count }, (_, index) => {
      const start = startMs + index * spanMs;
      const [accepted = '0', rejected = '0', quarantined = '0'] = found.get(start) ?? [];
      return { start, accepted, rejected, quarantined };
    });
  }

  async close(): Promise<void> {
    await this.#writes.close();
  }

  /** In /metrics, which counts stored and quarantined events where they are stored. */
  #count({ rejected, duplicates }: EventCounts): void {
    if (rejected > 0) this.#eventsOf.rejected.inc(rejected);
    if (duplicates > 0) this.#eventsOf.duplicates.inc(duplicates);
  }

  #minute(dataSourceId: string, startMs: number): Minute {
    const key = `${dataSourceId} ${startMs}`;
    const known = this.#minutes.get(key);
    if (known) return known;
    const minute = newMinute(dataSourceId, startMs);
    this.#minutes.set(key, minute);
    for (const oldest of this.#minutes.keys()) {
      if (this.#minutes.size <= minutesMax) break;
      this.#minutes.delete(oldest);
    }
    return minute;
  }

  async #write(): Promise<void> {
    const { engine, log, clock } = this.#options;
    const writing = [...this.#minutes.values()].filter(({ isWritten }) => !isWritten);
    if (writing.length > 0) {
      const rows = Buffer.from(writing.map((minute) => `${JSON.stringify(rowOf(minute))}\n`).join(''));
      // Before the insert, so that what is recorded meanwhile is written again.
      for (const minute of writing) minute.isWritten = true;
      try {
        await engine.insert({ table: statisticsTable, rows, timeoutMs: insertTimeoutMs });
      } catch (error) {
        for (const minute of writing) minute.isWritten = false;
        log.warn({ err: error, pending: this.#minutes.size }, 'writing intake statistics failed');
      }
    }
    const now = clock.now();
    for (const [key, { startMs, isWritten }] of this.#minutes) {
      if (isWritten && startMs + minuteMs <= now) this.#minutes.delete(key);
    }
  }
}

const newMinute = (dataSourceId: string, startMs: number): Minute => ({
  dataSourceId,
  startMs,
  part: newUlid(),
  counters: {
    requests: 0,
    refused_requests: 0,
    accepted: 0,
    rejected: 0,
    quarantined: 0,
    duplicates: 0,
    bytes: 0,
  },
  latency: Array(latencyBuckets).fill(0),
  isWritten: false,
});

const rowOf = ({ dataSourceId, startMs, part, counters, latency }: Minute) => ({
  data_source_id: dataSourceId,
  minute: startMs / 1000,
  part,
  ...counters,
  latency,
});

function totalsOf({ startMs, stopMs }: IntakeRange, row: readonly unknown[]): IntakeTotals {
  const count = (index: number) => String(row[index] ?? 0);
  const histogram = ((row[7] ?? []) as readonly unknown[]).map(Number);
  return {
    start: startMs,
    stop: stopMs,
    requests: count(0),
    refusedRequests: count(1),
    accepted: count(2),
    rejected: count(3),
    quarantined: count(4),
    duplicates: count(5),
    bytes: count(6),
    latency: {
      p50: percentile(histogram, 0.5),
      p95: percentile(histogram, 0.95),
      p99: percentile(histogram, 0.99),
    },
  };
}
