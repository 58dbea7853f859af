import { describe, expect, it } from 'vitest';
import { encodeRows } from './encode-rows.js';
import { EventDecoder, type EventSyntax } from './event-decoder.js';
import { BodyRefusal } from './refusal.js';
import { keyedRequestId } from './row-id.js';
import { compileRowPlan } from './row-plan.js';
import { type ReadRows, RowReader } from './row-reader.js';
import { column } from './test-support.js';

const plan = compileRowPlan([column('n', 'INT64', 'n', false), column('s')]);
const options = { receivedAtMs: 0, requestId: keyedRequestId('DPO1', 'key', 'body'), errorsMax: 100 };

const eventsOf = (mark: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, s: `${mark}${n}`, more: { text: 'x'.repeat(100) } }));
/** Enough for a body that is read in slices. */
const manyEvents = 8_000;
const jsonOf = (mark: string, count = manyEvents) => Buffer.from(JSON.stringify(eventsOf(mark, count)));

/** With the rows as a text: comparing buffers byte by byte takes minutes. */
const textOf = ({ rows, ...rest }: ReadRows) => ({ rows: rows.toString('latin1'), ...rest });

const inOnePiece = (body: Buffer, kind: EventSyntax = 'json') => {
  const events = new EventDecoder().decode(body, kind, plan);
  return textOf({ eventCount: events.count, ...encodeRows(events, plan, options) });
};

const reading = async (reader: RowReader, body: Buffer, kind: EventSyntax = 'json') =>
  textOf(await reader.read(body, kind, plan, options));

describe('a large body', () => {
  it('gives the rows that it would give in one piece', async () => {
    const json = jsonOf('a');
    const lines = Buffer.from(
      eventsOf('b', manyEvents)
        .map((event, index) => JSON.stringify(index % 1_000 === 7 ? { n: 'no number' } : event))
        .join('\n'),
    );
    const reader = new RowReader();
    expect(await reading(reader, json)).toEqual(inOnePiece(json));
    expect(await reading(reader, lines, 'ndjson')).toEqual(inOnePiece(lines, 'ndjson'));
  });

  it('is not mixed with others that are read meanwhile, large or small', async () => {
    const reader = new RowReader();
    const bodies = ['a', 'b', 'c'].map((mark) => jsonOf(mark));
    const large = bodies.map((body) => reading(reader, body));
    const small = jsonOf('small', 3);
    expect(await reading(reader, small)).toEqual(inOnePiece(small));
    expect(await Promise.all(large)).toEqual(bodies.map((body) => inOnePiece(body)));
  });

  it('that is refused does not keep the next one from being read', async () => {
    const reader = new RowReader();
    const broken = Buffer.concat([jsonOf('a').subarray(0, -1), Buffer.from('}')]);
    const next = jsonOf('b');
    const refused = reading(reader, broken);
    const read = reading(reader, next);
    await expect(refused).rejects.toBeInstanceOf(BodyRefusal);
    expect(await read).toEqual(inOnePiece(next));
  });

  it('lets others be served in between', async () => {
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    await reading(new RowReader(), jsonOf('a', 16_000));
    isRead = true;
    expect(turns).toBeGreaterThan(4);
  });
});
