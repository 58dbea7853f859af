import type { A_Expr, Node } from 'libpg-query';
import type { BinaryOperator, Syntax } from '../syntax.js';
import type { PostgresReader } from './reader.js';

/** Everything that PostgreSQL calls an operator expression: symbols, IN, LIKE, BETWEEN, NULLIF, ANY. */
export function operatorSyntax(reader: PostgresReader, node: A_Expr): Syntax {
  const at = reader.offsetOf(node.location);
  const name = operatorName(reader, node);
  switch (node.kind) {
    case 'AEXPR_OP':
      return node.lexpr === undefined ? prefixSyntax(reader, node, name) : infixSyntax(reader, node, name);
    case 'AEXPR_IN':
      return {
        kind: 'in',
        at,
        operand: reader.read(node.lexpr),
        items: items(reader, node),
        negated: name === '<>',
      };
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
      return {
        kind: 'like',
        at,
        operand: reader.read(node.lexpr),
        pattern: reader.read(node.rexpr),
        caseless: node.kind === 'AEXPR_ILIKE',
        negated: name.startsWith('!'),
      };
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN': {
      const [low, high] = items(reader, node);
      if (low === undefined || high === undefined)
        throw reader.refuse(node.location, 'BETWEEN needs two bounds.');
      const negated = node.kind === 'AEXPR_NOT_BETWEEN';
      return { kind: 'between', at, operand: reader.read(node.lexpr), low, high, negated };
    }
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': {
      const negated = node.kind === 'AEXPR_NOT_DISTINCT';
      return { kind: 'distinct', at, left: reader.read(node.lexpr), right: reader.read(node.rexpr), negated };
    }
    case 'AEXPR_NULLIF': {
      const args = [reader.read(node.lexpr), reader.read(node.rexpr)];
      return {
        kind: 'call',
        at,
        name: 'nullif',
        parameters: null,
        args,
        star: false,
        distinct: false,
        filter: null,
      };
    }
    case 'AEXPR_OP_ANY':
      return anySyntax(reader, node, name);
    default:
      throw reader.refuse(
        node.location,
        `The operator ${unsupported[node.kind ?? ''] ?? name} is not supported.`,
      );
  }
}

const unsupported: Readonly<Record<string, string>> = {
  AEXPR_OP_ALL: 'ALL',
  AEXPR_SIMILAR: 'SIMILAR TO',
  AEXPR_BETWEEN_SYM: 'BETWEEN SYMMETRIC',
  AEXPR_NOT_BETWEEN_SYM: 'NOT BETWEEN SYMMETRIC',
};

function operatorName(reader: PostgresReader, node: A_Expr): string {
  const [only, ...schema] = node.name ?? [];
  // OPERATOR(schema.op) would name an operator of another meaning.
  if (only === undefined || schema.length > 0 || !('String' in only)) {
    throw reader.refuse(node.location, 'OPERATOR(…) is not supported.');
  }
  return only.String.sval ?? '';
}

function items(reader: PostgresReader, node: A_Expr): Syntax[] {
  const list = node.rexpr;
  if (list === undefined || !('List' in list))
    throw reader.refuse(node.location, 'A list in brackets is needed here.');
  return reader.list(list.List.items as Node[] | undefined);
}

function prefixSyntax(reader: PostgresReader, node: A_Expr, name: string): Syntax {
  const at = reader.offsetOf(node.location);
  const operand = reader.read(node.rexpr);
  if (name === '-') return { kind: 'negate', at, operand };
  if (name === '+') return operand;
  throw reader.refuse(node.location, `The prefix operator ${name} is not supported.`);
}

const binaryOperators = new Set(['+', '-', '*', '/', '%', '^', '||', '=', '<>', '<', '<=', '>', '>=']);

function isBinaryOperator(name: string): name is BinaryOperator {
  return binaryOperators.has(name);
}

function infixSyntax(reader: PostgresReader, node: A_Expr, name: string): Syntax {
  const at = reader.offsetOf(node.location);
  const left = reader.read(node.lexpr);
  const right = reader.read(node.rexpr);
  if (isBinaryOperator(name)) return { kind: 'binary', at, op: name, left, right };
  if (/^!?~\*?$/.test(name)) {
    const caseless = name.endsWith('*');
    return { kind: 'regex', at, operand: left, pattern: right, caseless, negated: name.startsWith('!') };
  }
  if (name === '->' || name === '->>') {
    return { kind: 'jsonStep', at, operand: left, step: right, asText: name === '->>' };
  }
  throw reader.refuse(node.location, `The operator ${name} is not supported.`);
}

/** `x = ANY (ARRAY[…])` is IN by another name; other operators and other arrays have no equal here. */
function anySyntax(reader: PostgresReader, node: A_Expr, name: string): Syntax {
  const right = reader.read(node.rexpr);
  if (name !== '=' || right.kind !== 'array') {
    throw reader.refuse(node.location, 'ANY is only supported as `= ANY (ARRAY[…])`.');
  }
  const at = reader.offsetOf(node.location);
  return { kind: 'in', at, operand: reader.read(node.lexpr), items: right.items, negated: false };
}
