import type { FrameBound, WindowFrame } from '../../term/term.js';
import type { OrderSyntax, Syntax, WindowSyntax } from '../syntax.js';
import type { EngineReader } from './reader.js';

/** `OVER (PARTITION BY … ORDER BY … ROWS …)`. */
export function readWindow(reader: EngineReader): WindowSyntax {
  const { tokens } = reader;
  const { at } = tokens.peek();
  tokens.expect('OVER');
  if (!tokens.is('(')) throw tokens.refuse('Named windows are not supported. Define the window in OVER (…).');
  tokens.next();
  const partition = tokens.take('PARTITION', 'BY') ? readExpressions(reader) : [];
  const order = tokens.take('ORDER', 'BY') ? readOrder(reader) : [];
  const frame = tokens.is('ROWS') || tokens.is('RANGE') ? readFrame(reader) : null;
  tokens.expect(')');
  return { at, partition, order, frame };
}

export function readExpressions(reader: EngineReader): Syntax[] {
  const list = [];
  do list.push(reader.expression());
  while (reader.tokens.take(','));
  return list;
}

/** The engine sorts NULLs last in both directions. */
export function readOrder(reader: EngineReader): OrderSyntax[] {
  const { tokens } = reader;
  const keys: OrderSyntax[] = [];
  do {
    const value = reader.expression();
    const descending = tokens.take('DESC') || (tokens.take('ASC') && false);
    const nullsFirst = tokens.take('NULLS', 'FIRST');
    if (!nullsFirst) tokens.take('NULLS', 'LAST');
    for (const word of ['COLLATE', 'WITH']) {
      if (tokens.is(word)) throw tokens.refuse(`${word} in ORDER BY is not supported.`);
    }
    keys.push({ value, descending, nullsFirst });
  } while (tokens.take(','));
  return keys;
}

function readFrame(reader: EngineReader): WindowFrame {
  const { tokens } = reader;
  const unit = tokens.take('ROWS') ? 'ROWS' : 'RANGE';
  if (unit === 'RANGE') tokens.expect('RANGE');
  if (!tokens.take('BETWEEN')) return { unit, start: readBound(reader), end: { kind: 'currentRow' } };
  const start = readBound(reader);
  tokens.expect('AND');
  return { unit, start, end: readBound(reader) };
}

function readBound(reader: EngineReader): FrameBound {
  const { tokens } = reader;
  if (tokens.take('CURRENT', 'ROW')) return { kind: 'currentRow' };
  if (tokens.take('UNBOUNDED', 'PRECEDING')) return { kind: 'unboundedPreceding' };
  if (tokens.take('UNBOUNDED', 'FOLLOWING')) return { kind: 'unboundedFollowing' };
  const { kind, text, at } = tokens.next();
  if (kind !== 'number' || !/^\d{1,9}$/.test(text))
    throw tokens.refuse('Expected a literal integer here, as the offset of the frame.', at);
  if (tokens.take('PRECEDING')) return { kind: 'preceding', offset: Number(text) };
  tokens.expect('FOLLOWING');
  return { kind: 'following', offset: Number(text) };
}
