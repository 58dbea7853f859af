import type { InterpolateSyntax, LimitBySyntax, SelectSyntax } from '../syntax.js';
import type { EngineReader } from './reader.js';
import { readExpressions } from './window.js';

/** `LIMIT 1 BY a LIMIT 10 WITH TIES`, `LIMIT 5, 10`, `OFFSET 5 ROWS FETCH FIRST 10 ROWS ONLY`. */
export function readLimits(
  reader: EngineReader,
): Pick<SelectSyntax, 'limit' | 'offset' | 'limitBy' | 'ties'> {
  const { tokens } = reader;
  let limitBy: LimitBySyntax | null = null;
  let limit: number | null = null;
  let offset: number | null = null;
  let ties = false;
  const offsetAfter = () => {
    if (offset !== null) throw tokens.refuse('OFFSET is given twice.');
    return readCount(reader);
  };
  while (tokens.take('LIMIT')) {
    const first = readCount(reader);
    const second = tokens.take(',') ? readCount(reader) : null;
    const later = second === null && tokens.is('OFFSET') && tokens.is('BY', 2);
    if (later) tokens.next();
    const skipped = later ? readCount(reader) : second === null ? 0 : first;
    if (tokens.take('BY')) {
      if (limitBy !== null) throw tokens.refuse('LIMIT BY is given twice.');
      limitBy = { count: second ?? first, offset: skipped, by: readExpressions(reader) };
      continue;
    }
    if (limit !== null) throw tokens.refuse('LIMIT is given twice.');
    limit = second ?? first;
    if (second !== null) offset = first;
    ties = tokens.take('WITH', 'TIES');
  }
  if (tokens.take('OFFSET')) {
    offset = offsetAfter();
    tokens.take('ROWS') || tokens.take('ROW');
  }
  if (!tokens.take('FETCH')) return { limit, offset, limitBy, ties };
  if (limit !== null) throw tokens.refuse('LIMIT and FETCH cannot be used together.');
  tokens.take('FIRST') || tokens.expect('NEXT');
  limit = readCount(reader);
  tokens.take('ROWS') || tokens.expect('ROW');
  ties = tokens.take('WITH', 'TIES');
  if (!ties) tokens.expect('ONLY');
  return { limit, offset, limitBy, ties };
}

function readCount(reader: EngineReader): number {
  const { kind, text, at } = reader.tokens.next();
  if (kind === 'number' && /^\d{1,15}$/.test(text)) return Number(text);
  throw reader.tokens.refuse('Expected a literal integer here.', at);
}

/** `INTERPOLATE (a, b)`, after an ORDER BY with WITH FILL. */
export function readInterpolate(reader: EngineReader): readonly InterpolateSyntax[] {
  const { tokens } = reader;
  if (!tokens.take('INTERPOLATE')) return [];
  if (!tokens.is('(')) throw tokens.refuse('Name the columns: INTERPOLATE (a, b).');
  tokens.next();
  const columns: InterpolateSyntax[] = [];
  do {
    const { kind, text, at } = tokens.next();
    if (kind !== 'word' && kind !== 'quoted') throw tokens.refuse('Expected the name of a column here.', at);
    if (tokens.is('AS')) throw tokens.refuseOwn('INTERPOLATE can only repeat values: INTERPOLATE (a, b).');
    columns.push({ at, name: text });
  } while (tokens.take(','));
  tokens.expect(')');
  return columns;
}
