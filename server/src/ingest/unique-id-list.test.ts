import { expect, it } from 'vitest';
import { encodeRows } from './encode-rows.js';
import { EventDecoder } from './event-decoder.js';
import { newRequestId } from './row-id.js';
import { compileRowPlan } from './row-plan.js';
import { column } from './test-support.js';

function idsOf(body: unknown, quarantines: boolean, headers: Record<string, string> = {}, id = 'id') {
  const columns = [column('n', 'INT64'), column('id', 'STRING', id, false), column('m', 'INT64')];
  const plan = compileRowPlan(columns, 'id');
  const events = new EventDecoder().decode(Buffer.from(JSON.stringify(body)), 'json', plan);
  const options = { receivedAtMs: 0, requestId: newRequestId(), errorsMax: 10, quarantines, headers };
  const { uniqueIds } = encodeRows(events, plan, options);
  return {
    stored: JSON.parse(`[${uniqueIds.stored}]`),
    quarantined: JSON.parse(`[${uniqueIds.quarantined}]`),
  };
}

const events = [{ id: 'a' }, { id: 'b', n: 'x' }, { n: 1 }, { id: 'd', m: 'x' }, { id: 'e "ü"' }, 42];

it('has the ID of each stored event at its place', () => {
  expect(idsOf(events, false)).toEqual({ stored: ['a', '', '', '', 'e "ü"', ''], quarantined: [] });
});

it('has the IDs of quarantined events in a list of their own, as far as they are valid', () => {
  expect(idsOf(events, true)).toEqual({
    stored: ['a', '', '', '', 'e "ü"', ''],
    quarantined: ['', 'b', '', 'd', '', ''],
  });
  expect(idsOf([{ id: 'a' }], true)).toEqual({ stored: ['a'], quarantined: [] });
});

it('has the ID that a header gives', () => {
  const ids = idsOf([{}, { n: 'x' }], true, { 'x-id': 'h' }, '$headers.x-id');
  expect(ids).toEqual({ stored: ['h', ''], quarantined: ['', 'h'] });
});
