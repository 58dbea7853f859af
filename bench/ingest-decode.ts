/**
 * What decoding, validating and serialising costs an event, on one thread and without HTTP or the engine.
 * The floor beside it is `JSON.parse` of the same body: what any service pays that looks at its events.
 *
 *     npx rolldown bench/ingest-decode.ts --platform node -f esm -d dist/bench && node dist/bench/ingest-decode.js
 */
import { type Column, serviceColumns } from '../server/src/catalog/column.js';
import { encodeRows } from '../server/src/ingest/encode-rows.js';
import { EventDecoder } from '../server/src/ingest/event-decoder.js';
import { newRequestId } from '../server/src/ingest/row-id.js';
import { compileRowPlan } from '../server/src/ingest/row-plan.js';

const columns: Column[] = [
  ...serviceColumns,
  { name: 'event_id', jsonProperty: 'id', type: 'STRING', nullable: false },
  { name: 'kind', jsonProperty: 'type', type: 'STRING', nullable: false },
  { name: 'created_at', jsonProperty: 'created_at', type: 'TIMESTAMP', nullable: false },
  { name: 'user_id', jsonProperty: 'user.id', type: 'INT64', nullable: true },
  { name: 'amount', jsonProperty: 'amount', type: 'DOUBLE', nullable: true },
  { name: 'paid', jsonProperty: 'paid', type: 'BOOLEAN', nullable: true },
  { name: 'first_sku', jsonProperty: 'items.0.sku', type: 'STRING', nullable: true },
  { name: 'quantity', jsonProperty: 'quantity', type: 'INT32', nullable: true },
];

function event(index: number): object {
  return {
    id: `evt_${String(index).padStart(16, '0')}`,
    type: index % 3 === 0 ? 'order.created' : 'order.shipped',
    created_at: new Date(1_772_000_000_000 + index * 137).toISOString(),
    user: { id: 9_000_000_000 + index, name: 'Ada Lovelace', email: `ada${index}@example.com` },
    items: [
      { sku: `sku-${index % 997}`, qty: 2, price: 12.5 },
      { sku: 'def-2', qty: 1, price: 99.99 },
    ],
    amount: (index % 10_000) / 100,
    currency: 'EUR',
    paid: index % 2 === 0,
    quantity: index % 50,
    ip: '203.0.113.9',
    agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
    referrer: null,
  };
}

interface Contender {
  readonly name: string;
  readonly run: () => void;
}

const roundMs = 60;
const rounds = 31;

/** CPU time, not the wall's: the machine may have other work. */
function microsecondsPerEvent({ run }: Contender, eventsPerRun: number): number {
  const end = performance.now() + roundMs;
  const before = process.cpuUsage();
  let runs = 0;
  while (performance.now() < end) {
    run();
    runs++;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (runs * eventsPerRun);
}

/** The contenders take turns, so that a slow minute is slow for all; the first is the floor of the rest. */
function compare(contenders: readonly Contender[], eventsPerRun: number): void {
  const results = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      results[index]?.push(microsecondsPerEvent(contender, eventsPerRun));
    }
  }
  const [floor = []] = results;
  for (const [index, { name }] of contenders.entries()) {
    const times = results[index] ?? [];
    const ratio = median(times.map((time, round) => time / (floor[round] ?? 1)));
    const line = `best ${Math.min(...times).toFixed(2)}, median ${median(times).toFixed(2)} µs/event`;
    console.log(`${name.padEnd(34)} ${line}, ${ratio.toFixed(2)} × floor`);
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

const plan = compileRowPlan(columns);
const decoder = new EventDecoder();
const options = { receivedAtMs: 1_772_000_000_000, requestId: newRequestId(), extra: {}, errorsMax: 100 };

for (const batch of [1, 100, 1000]) {
  const events = Array.from({ length: batch }, (_, index) => event(index));
  const body = Buffer.from(JSON.stringify(events));
  const spaced = Buffer.from(JSON.stringify(events, null, 1));
  const lines = Buffer.from(events.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const toRows = (bytes: Buffer, kind: 'json' | 'ndjson') =>
    encodeRows(decoder.decode(bytes, kind, plan), plan, options);
  console.log(`\n${batch} events a body, ${Math.round(body.length / batch)} bytes an event`);
  compare(
    [
      { name: 'floor: JSON.parse', run: () => JSON.parse(body.toString()) },
      { name: 'decode', run: () => decoder.decode(body, 'json', plan) },
      { name: 'decode + encode', run: () => toRows(body, 'json') },
      { name: 'decode + encode, NDJSON', run: () => toRows(lines, 'ndjson') },
      { name: 'decode + encode, pretty-printed', run: () => toRows(spaced, 'json') },
    ],
    batch,
  );
}
