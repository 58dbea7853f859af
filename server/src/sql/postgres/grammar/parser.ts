import type { Node, ParseResult, SelectStmt } from 'libpg-query';
import { refuse, type Source } from '../../text/source.js';
import { byteOffsets } from './offsets.js';
import { scanned } from './scan.js';

/**
 * PostgreSQL's own grammar, compiled to WebAssembly. The fragment is parsed as the WHERE of a SELECT
 * without tables, where the grammar allows exactly one expression; whatever else the text managed to add
 * (a second statement, FROM, UNION, LIMIT, a closing semicolon) is then a field that should not be there.
 */
export interface PostgresParser {
  parse(source: Source): PostgresTree;
  /** One whole SELECT, VALUES or WITH; a semicolon may end it. */
  parseStatement(source: Source): PostgresStatement;
}

export interface PostgresStatement {
  readonly statement: SelectStmt;
  /** What its locations are places in: as long as the user's text. */
  readonly text: string;
}

export interface PostgresTree {
  readonly expression: Node;
  /** Where in the text a node's location is. */
  readonly offsetOf: (location: number | undefined) => number;
}

const prefix = 'SELECT 0 WHERE\n';

/** Loads the grammar. The library starts itself on import, so it is imported here and not above. */
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
  if (raw?.stmt === undefined) throw refuse(source, 0, 'A SELECT statement is expected.');
  if ('SelectStmt' in raw.stmt) return raw.stmt.SelectStmt;
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
    throw refuse(source, 0, `Only one expression is allowed, but the text also holds ${clause}.`);
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

/** The grammar counts code points in an error's position. */
function syntaxError(source: Source, text: string, codePoint: number, message: string) {
  let offset = 0;
  for (let left = codePoint; left > 0 && offset < text.length; left -= 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  const problem = message.replace(/ at or near ".*$/s, '');
  return refuse(source, offset, `${problem[0]?.toUpperCase() ?? ''}${problem.slice(1)}.`);
}
