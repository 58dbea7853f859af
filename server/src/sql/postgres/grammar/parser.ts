import type { Node, ParseResult, SelectStmt } from 'libpg-query';
import { refuse, type Source } from '../../text/source.js';
import { byteOffsets } from './offsets.js';
import { scanned } from './scan.js';

/**
 * PostgreSQL's own grammar, compiled to WebAssembly. An expression is parsed as the WHERE of a SELECT without tables,
 * where the grammar allows exactly one expression. Anything else in the text (a second statement, FROM, UNION, LIMIT, a
 * semicolon) shows up as an unexpected field and is refused.
 */
export interface PostgresParser {
  parse(source: Source): PostgresTree;
  /** Parses one SELECT, VALUES or WITH, with an optional semicolon at the end. */
  parseStatement(source: Source): PostgresStatement;
}

export interface PostgresStatement {
  readonly statement: SelectStmt;
  /** The text that locations refer to. It has the same length as the user's text. */
  readonly text: string;
}

export interface PostgresTree {
  readonly expression: Node;
  /** Converts a node's location to an offset in the text. */
  readonly offsetOf: (location: number | undefined) => number;
}

const prefix = 'SELECT 0 WHERE\n';

/** Loads the grammar. The library has side effects on import, so it is imported here. */
export async function loadPostgresParser(): Promise<PostgresParser> {
  const { loadModule, parseSync, hasSqlDetails } = await import('libpg-query');
  await loadModule();
  const parseAfter = (before: string, source: Source, text: string): ParseResult => {
    try {
      return parseSync(before + text);
    } catch (error) {
      if (!hasSqlDetails(error)) throw error;
      const position = (error.sqlDetails?.cursorPosition ?? 0) - before.length;
      throw syntaxError(source, text, position, error.message);
    }
  };
  return {
    parse: (source) => {
      const text = scanned(source);
      const expression = onlyExpression(source, parseAfter(prefix, source, text));
      return { expression, offsetOf: byteOffsets(text, prefix.length) };
    },
    parseStatement: (source) => {
      const text = scanned(source);
      return { statement: onlySelect(source, parseAfter('', source, text), byteOffsets(text, 0)), text };
    },
  };
}

function onlySelect(source: Source, result: ParseResult, offsetOf: PostgresTree['offsetOf']): SelectStmt {
  const [raw, ...others] = (result.stmts ?? []).filter(({ stmt }) => stmt !== undefined);
  const [second] = others;
  if (second !== undefined) {
    throw refuse(source, offsetOf(second.stmt_location), 'Only one statement is allowed.');
  }
  if (raw?.stmt === undefined) throw refuse(source, 0, 'The statement must be a SELECT.');
  if ('SelectStmt' in raw.stmt) return raw.stmt.SelectStmt;
  if ('VariableShowStmt' in raw.stmt) return settingOf(raw.stmt.VariableShowStmt.name ?? '');
  const [kind = 'This'] = Object.keys(raw.stmt);
  throw refuse(
    source,
    offsetOf(raw.stmt_location),
    `Only SELECT is allowed, not ${kind
      .replace(/Stmt$/, '')
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toUpperCase()}.`,
  );
}

const settingNames: Readonly<Record<string, string>> = {
  datestyle: 'DateStyle',
  intervalstyle: 'IntervalStyle',
  timezone: 'TimeZone',
};

/** SHOW is a SELECT of one setting. */
function settingOf(name: string): SelectStmt {
  const call = {
    funcname: [{ String: { sval: 'current_setting' } }],
    args: [{ A_Const: { sval: { sval: name } } }],
    funcformat: 'COERCE_EXPLICIT_CALL',
  } as const;
  const target = { ResTarget: { name: settingNames[name] ?? name, val: { FuncCall: call } } };
  return {
    targetList: [target],
    limitOption: 'LIMIT_OPTION_DEFAULT',
    op: 'SETOP_NONE',
  } as unknown as SelectStmt;
}

const allowedStatementFields = new Set(['targetList', 'whereClause', 'limitOption', 'op']);

function onlyExpression(source: Source, result: ParseResult): Node {
  const [raw, ...others] = result.stmts ?? [];
  const end = raw?.stmt_len;
  if (others.length > 0 || end !== undefined) {
    const at = end === undefined ? 0 : end - prefix.length;
    throw refuse(source, at, 'Only one expression is allowed, without a semicolon.');
  }
  const statement = raw?.stmt !== undefined && 'SelectStmt' in raw.stmt ? raw.stmt.SelectStmt : undefined;
  const extra = Object.keys(statement ?? {}).find((field) => !allowedStatementFields.has(field));
  const expression = statement?.whereClause;
  if (expression === undefined || extra !== undefined || statement?.op !== 'SETOP_NONE') {
    const clause = extra === undefined ? 'a set operation' : (clauseNames[extra] ?? extra);
    throw refuse(source, 0, `Only one expression is allowed, but the text also contains ${clause}.`);
  }
  return expression;
}

const clauseNames: Readonly<Record<string, string>> = {
  groupClause: 'GROUP BY',
  havingClause: 'HAVING',
  sortClause: 'ORDER BY',
  limitCount: 'LIMIT',
  limitOffset: 'OFFSET',
  lockingClause: 'FOR UPDATE',
  windowClause: 'WINDOW',
};

/** Converts a syntax error, whose position counts code points. */
function syntaxError(source: Source, text: string, codePoint: number, message: string) {
  let offset = 0;
  for (let left = codePoint; left > 0 && offset < text.length; left -= 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  const problem = message.replace(/ at or near ".*$/s, '');
  return refuse(source, offset, `${problem[0]?.toUpperCase() ?? ''}${problem.slice(1)}.`);
}
