import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { GroupCommitObserver } from '../ingest/group-commit.js';

const latencyBucketsSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
const groupBuckets = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000,
];
/** At most one log line per reason, and one about failed inserts, in this time. The next line says how many there were. */
const logEveryMs = 10_000;

export interface IntakeMetricsOptions {
  readonly registry: Registry;
  readonly log: Log;
  readonly clock: Clock;
  readonly queueBytes: () => number;
  readonly queueRequests: () => number;
}

/** The intake's metrics, and its log lines about refusals: reasons and numbers, never payloads or keys. */
export class IntakeMetrics implements GroupCommitObserver {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #silenced = new Map<string, { untilMs: number; count: number }>();
  readonly #events: Counter;
  readonly #bytes: Counter;
  readonly #refusals: Counter<'reason'>;
  readonly #quarantined: Counter;
  readonly #evicted: Counter;
  readonly #groupRequests: Histogram;
  readonly #groupRows: Histogram;
  readonly #commitSeconds: Histogram;
  readonly #recoveries: Counter;

  constructor({ registry, log, clock, queueBytes, queueRequests }: IntakeMetricsOptions) {
    this.#log = log;
    this.#clock = clock;
    const registers = [registry];
    const counter = (name: string, help: string) => new Counter({ name, help, registers });
    this.#events = counter('weir_intake_events_total', 'Events stored');
    this.#bytes = counter(
      'weir_intake_bytes_total',
      'Decompressed bytes of the bodies whose events were stored',
    );
    this.#quarantined = counter('weir_intake_quarantined_events_total', 'Events put into quarantine');
    this.#evicted = counter(
      'weir_intake_evicted_events_total',
      'Events deleted from a quarantine because it was full',
    );
    this.#recoveries = counter(
      'weir_intake_recoveries_total',
      'Groups whose insert failed and whose rows had to be looked up',
    );
    this.#refusals = new Counter({
      name: 'weir_intake_refusals_total',
      help: 'Requests refused, or with ?partial=true some of their events, by reason',
      labelNames: ['reason'],
      registers,
    });
    const groups = (name: string, help: string) =>
      new Histogram({ name, help, buckets: groupBuckets, registers });
    this.#groupRequests = groups('weir_intake_group_requests', 'Requests in one insert');
    this.#groupRows = groups('weir_intake_group_rows', 'Rows in one insert');
    this.#commitSeconds = new Histogram({
      name: 'weir_intake_commit_seconds',
      help: 'Time from a decoded request to its rows on disk',
      buckets: latencyBucketsSeconds,
      registers,
    });
    gauge(registry, 'weir_intake_queue_bytes', 'Bytes of bodies and rows in memory', queueBytes);
    gauge(registry, 'weir_intake_queue_requests', 'Requests waiting for or in an insert', queueRequests);
  }

  stored(events: number, bytes: number): void {
    this.#events.inc(events);
    this.#bytes.inc(bytes);
  }

  quarantined(events: number): void {
    this.#quarantined.inc(events);
  }

  evicted(events: number): void {
    this.#evicted.inc(events);
  }

  refused(reason: string, fields: { readonly dataPoolId?: string; readonly err?: unknown }): void {
    this.#refusals.inc({ reason });
    this.#warn(reason, { ...fields, reason }, 'webhook requests refused');
  }

  group({ requests, rows }: { requests: number; rows: number }): void {
    this.#groupRequests.observe(requests);
    this.#groupRows.observe(rows);
  }

  committed(durationMs: number): void {
    this.#commitSeconds.observe(durationMs / 1000);
  }

  recovery(error: unknown): void {
    this.#recoveries.inc();
    this.#warn('recovery', { err: error }, 'an insert failed; looking up its rows');
  }

  #warn(about: string, fields: object, message: string): void {
    const now = this.#clock.monotonic();
    const silenced = this.#silenced.get(about);
    if (silenced && silenced.untilMs > now) {
      silenced.count += 1;
      return;
    }
    const count = (silenced?.count ?? 0) + 1;
    this.#silenced.set(about, { untilMs: now + logEveryMs, count: 0 });
    this.#log.warn({ ...fields, count }, message);
  }
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
