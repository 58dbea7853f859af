import type { Source } from '../../text/source.js';
import type { BinaryOperator, Syntax } from '../syntax.js';
import { readOperand } from './operand.js';
import type { EngineReader } from './reader.js';
import { TokenStream } from './token-stream.js';

/**
 * A precedence-climbing parser of the engine's expressions, with the engine's precedence levels. It is written by hand
 * because it must be exact: every token is consumed or refused, and every node has its offset. Tests compare its output
 * with the engine's own syntax tree.
 */
export function readEngine(source: Source): Syntax {
  const tokens = new TokenStream(source);
  const reader = engineReader(tokens, null);
  const expression = reader.expression();
  const rest = tokens.peek();
  if (rest.kind === 'end') return expression;
  if (tokens.is('AS')) throw tokens.refuse('Aliases are not allowed in an expression.');
  throw tokens.refuse('Expected an operator or the end of the expression here.');
}

export function engineReader(tokens: TokenStream, query: EngineReader['query']): EngineReader {
  const reader: EngineReader = {
    tokens,
    query,
    expression: (above = power.lambda) => readExpression(reader, above),
    list: (close) => readList(reader, close),
  };
  return reader;
}

/** Binding power of operators. The operands of a prefix or infix operator bind tighter. */
const power = { lambda: 0, ternary: 2, or: 3, and: 4, not: 5, is: 6, between: 7, comparison: 9 } as const;

const binaryOperators: Readonly<Record<string, { readonly op: BinaryOperator; readonly power: number }>> = {
  '=': { op: '=', power: power.comparison },
  '==': { op: '=', power: power.comparison },
  '!=': { op: '<>', power: power.comparison },
  '<>': { op: '<>', power: power.comparison },
  '<': { op: '<', power: power.comparison },
  '<=': { op: '<=', power: power.comparison },
  '>': { op: '>', power: power.comparison },
  '>=': { op: '>=', power: power.comparison },
  '||': { op: '||', power: 10 },
  '+': { op: '+', power: 11 },
  '-': { op: '-', power: 11 },
  '*': { op: '*', power: 12 },
  '/': { op: '/', power: 12 },
  '%': { op: '%', power: 12 },
  MOD: { op: '%', power: 12 },
  DIV: { op: 'DIV', power: 12 },
};

const negatePower = 13;

function readExpression(reader: EngineReader, above: number): Syntax {
  return reader.tokens.nested(() => {
    let left = readPrefix(reader, above);
    for (;;) {
      const more = readInfix(reader, left, above);
      if (more === null) return left;
      left = more;
    }
  });
}

function readPrefix(reader: EngineReader, above: number): Syntax {
  const { tokens } = reader;
  const { at, kind } = tokens.peek();
  if (kind === 'word' && tokens.take('NOT')) {
    return { kind: 'not', at, operand: reader.expression(Math.max(power.not - 1, 0)) };
  }
  if (tokens.is('-') && tokens.peek(1).kind !== 'number') {
    tokens.next();
    return { kind: 'negate', at, operand: reader.expression(negatePower - 1) };
  }
  if (tokens.take('+')) return reader.expression(negatePower - 1);
  return readOperand(reader, above);
}

/** Extends `left` by one operator that binds tighter than `above`. Returns null if there is none. */
function readInfix(reader: EngineReader, left: Syntax, above: number): Syntax | null {
  const { tokens } = reader;
  const token = tokens.peek();
  if (token.kind !== 'symbol' && token.kind !== 'word') return null;
  const binary = binaryOperators[token.text.toUpperCase()];
  if (binary !== undefined && Object.hasOwn(binaryOperators, token.text.toUpperCase())) {
    if (binary.power <= above) return null;
    tokens.next();
    return { kind: 'binary', at: token.at, op: binary.op, left, right: reader.expression(binary.power) };
  }
  return (
    readLogical(reader, left, above, 'OR', power.or) ??
    readLogical(reader, left, above, 'AND', power.and) ??
    (above < power.ternary ? readTernary(reader, left) : null) ??
    (above < power.is ? readIs(reader, left) : null) ??
    (above < power.between ? readBetween(reader, left) : null) ??
    (above < power.comparison ? readMatch(reader, left) : null)
  );
}

function readLogical(
  reader: EngineReader,
  left: Syntax,
  above: number,
  op: 'AND' | 'OR',
  level: number,
): Syntax | null {
  const { tokens } = reader;
  if (level <= above || !tokens.is(op)) return null;
  const { at } = tokens.peek();
  const operands = [left];
  while (tokens.take(op)) operands.push(reader.expression(level));
  return { kind: 'logical', at, op, operands };
}

function readTernary(reader: EngineReader, condition: Syntax): Syntax | null {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (!tokens.take('?')) return null;
  const yes = reader.expression(power.ternary);
  tokens.expect(':');
  const args = [condition, yes, reader.expression(power.lambda)];
  return { kind: 'call', at, name: 'if', parameters: null, args, star: false, distinct: false, filter: null };
}

function readIs(reader: EngineReader, left: Syntax): Syntax | null {
  const { tokens } = reader;
  const { at } = tokens.peek();
  if (tokens.take('<=>')) {
    return { kind: 'distinct', at, left, right: reader.expression(power.is), negated: true };
  }
  if (!tokens.take('IS')) return null;
  const negated = tokens.take('NOT');
  if (tokens.take('NULL')) return { kind: 'isNull', at, operand: left, negated };
  if (tokens.take('DISTINCT', 'FROM')) {
    return { kind: 'distinct', at, left, right: reader.expression(power.is), negated };
  }
  for (const value of [true, false]) {
    if (tokens.take(value ? 'TRUE' : 'FALSE'))
      return { kind: 'isBoolean', at, operand: left, value, negated };
  }
  throw tokens.refuse('Expected NULL, TRUE, FALSE or DISTINCT FROM after IS.');
}

function readBetween(reader: EngineReader, left: Syntax): Syntax | null {
  const { tokens } = reader;
  const { at } = tokens.peek();
  const negated = tokens.is('NOT') && tokens.is('BETWEEN', 1);
  if (!tokens.take(...(negated ? ['NOT', 'BETWEEN'] : ['BETWEEN']))) return null;
  const low = reader.expression(power.between);
  tokens.expect('AND');
  return { kind: 'between', at, operand: left, low, high: reader.expression(power.between), negated };
}

function readMatch(reader: EngineReader, operand: Syntax): Syntax | null {
  const { tokens } = reader;
  const { at } = tokens.peek();
  // Every join and subquery sees all rows of a cluster, with GLOBAL or without.
  if (reader.query !== null && tokens.is('GLOBAL') && (tokens.is('IN', 1) || tokens.is('NOT', 1)))
    tokens.next();
  const negated = tokens.is('NOT') && ['LIKE', 'ILIKE', 'IN', 'REGEXP'].some((name) => tokens.is(name, 1));
  if (negated) tokens.next();
  for (const caseless of [false, true]) {
    if (tokens.take(caseless ? 'ILIKE' : 'LIKE')) {
      return { kind: 'like', at, operand, pattern: reader.expression(power.comparison), caseless, negated };
    }
  }
  const regex = negated ? undefined : regexOperators.find((each) => tokens.is(each));
  if (regex !== undefined) {
    tokens.next();
    const pattern = reader.expression(power.comparison);
    const isCaseless = regex.endsWith('*');
    return { kind: 'regex', at, operand, pattern, caseless: isCaseless, negated: regex.startsWith('!') };
  }
  if (tokens.take('REGEXP')) {
    const pattern = reader.expression(power.comparison);
    return { kind: 'regex', at, operand, pattern, caseless: false, negated };
  }
  if (!tokens.take('IN')) return null;
  if (reader.query !== null && tokens.is('(') && beginsQuery(tokens, 1)) {
    tokens.next();
    const query = reader.query();
    tokens.expect(')');
    return { kind: 'inQuery', at, operand, query, negated };
  }
  return { kind: 'in', at, operand, items: readInItems(reader), negated };
}

/** PostgreSQL's regular expression operators, which this dialect also accepts. */
const regexOperators = ['~', '~*', '!~', '!~*'];

/** Whether a query begins `ahead` tokens from here. */
export function beginsQuery(tokens: TokenStream, ahead: number): boolean {
  return ['SELECT', 'WITH'].some((word) => tokens.is(word, ahead));
}

function readInItems(reader: EngineReader): Syntax[] {
  const { tokens } = reader;
  const close = tokens.take('(') ? ')' : tokens.take('[') ? ']' : null;
  // The engine would read a bare name after IN as a table.
  if (close === null) throw tokens.refuse('Expected a list in brackets after IN.');
  return readList(reader, close);
}

function readList({ tokens, expression }: EngineReader, close: ')' | ']'): Syntax[] {
  const items: Syntax[] = [];
  if (tokens.take(close)) return items;
  do items.push(expression());
  while (tokens.take(','));
  tokens.expect(close);
  return items;
}
