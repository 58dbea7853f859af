/**
 * What decoding, validating and serialising costs an event, on one thread and without HTTP or the engine.
 * The floor beside it is `JSON.parse` of the same body: what any service pays that looks at its events.
 *
 *     npx rolldown bench/ingest-decode.ts --platform node -f esm -d dist/bench && node dist/bench/ingest-decode.js
 */
import { type Column, serviceColumns } from '../server/src/catalog/column.js';
import { encodeRows } from '../server/src/ingest/encode-rows.js';
import { EventDecoder } from '../server/src/ingest/event-decoder.js';
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

function measure(name: string, eventsPerRun: number, run: () => void): void {
  const roundMs = 300;
  const rounds = 7;
  const perEvent: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    let runs = 0;
    while (performance.now() - start < roundMs) {
      run();
      runs++;
    }
    perEvent.push(((performance.now() - start) * 1_000) / (runs * eventsPerRun));
  }
  perEvent.sort((left, right) => left - right);
  const median = perEvent[Math.floor(rounds / 2)] ?? 0;
  const best = perEvent[0] ?? 0;
  console.log(`${name.padEnd(34)} median ${median.toFixed(2)} µs/event, best ${best.toFixed(2)}`);
}

const plan = compileRowPlan(columns);
const decoder = new EventDecoder();
const options = { receivedAtMs: 1_772_000_000_000, extra: { _service_request: '"r1"' }, errorsMax: 100 };

for (const batch of [1, 100, 1000]) {
  const events = Array.from({ length: batch }, (_, index) => event(index));
  const body = Buffer.from(JSON.stringify(events));
  const spaced = Buffer.from(JSON.stringify(events, null, 1));
  const lines = Buffer.from(events.map((each) => `${JSON.stringify(each)}\n`).join(''));
  console.log(`\n${batch} events a body, ${Math.round(body.length / batch)} bytes an event`);
  measure('floor: JSON.parse', batch, () => JSON.parse(body.toString()));
  measure('decode', batch, () => decoder.decode(body, 'json', plan));
  measure('decode + encode', batch, () => encodeRows(decoder.decode(body, 'json', plan), plan, options));
  measure('decode + encode, NDJSON', batch, () =>
    encodeRows(decoder.decode(lines, 'ndjson', plan), plan, options),
  );
  measure('decode + encode, pretty-printed', batch, () =>
    encodeRows(decoder.decode(spaced, 'json', plan), plan, options),
  );
}
