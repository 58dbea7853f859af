import type { FrameBound, WindowFrame } from '../../term/term.js';
import type { FillSyntax, OrderSyntax, SelectSyntax, Syntax, WindowSyntax } from '../syntax.js';
import type { EngineReader } from './reader.js';

/** `OVER (PARTITION BY … ORDER BY … ROWS …)` or `OVER name`. */
export function readOver(reader: EngineReader): WindowSyntax {
  const { tokens } = reader;
  tokens.expect('OVER');
  const { kind, text, at } = tokens.peek();
  if (kind !== 'word' && kind !== 'quoted') return readWindow(reader);
  tokens.next();
  return { at, name: text, partition: [], order: [], frame: null };
}

/** `WINDOW a AS (…), b AS (…)` */
export function readWindows(reader: EngineReader): SelectSyntax['windows'] {
  const { tokens } = reader;
  if (!tokens.take('WINDOW')) return [];
  const windows = [];
  do {
    const { kind, text, at } = tokens.next();
    if ((kind !== 'word' && kind !== 'quoted') || !tokens.take('AS'))
      throw tokens.refuse('WINDOW must define named windows: WINDOW w AS (PARTITION BY …).', at);
    windows.push({ name: text, window: readWindow(reader) });
  } while (tokens.take(','));
  return windows;
}

function readWindow(reader: EngineReader): WindowSyntax {
  const { tokens } = reader;
  const { at } = tokens.peek();
  tokens.expect('(');
  const partition = tokens.take('PARTITION', 'BY') ? readExpressions(reader) : [];
  const order = tokens.take('ORDER', 'BY') ? readOrder(reader) : [];
  const frame = tokens.is('ROWS') || tokens.is('RANGE') ? readFrame(reader) : null;
  tokens.expect(')');
  return { at, name: null, partition, order, frame };
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
    if (tokens.is('COLLATE'))
      throw tokens.refuse(
        'COLLATE in ORDER BY is not supported. Sort by lowerUTF8(…), or by bytes without it.',
      );
    keys.push({ value, descending, nullsFirst, fill: tokens.take('WITH', 'FILL') ? readFill(reader) : null });
  } while (tokens.take(','));
  return keys;
}

/** `WITH FILL FROM … TO … STEP …`, whose first two words have been read. */
function readFill(reader: EngineReader): FillSyntax {
  const { tokens } = reader;
  const from = tokens.take('FROM') ? reader.expression() : null;
  const to = tokens.take('TO') ? reader.expression() : null;
  const step = tokens.take('STEP') ? reader.expression() : null;
  if (tokens.is('STALENESS')) throw tokens.refuseOwn('STALENESS is not supported. Use FROM and TO.');
  return { from, to, step };
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
