import type { FuncCall, SQLValueFunction } from 'libpg-query';
import type { Syntax } from '../syntax.js';
import type { PostgresReader } from './reader.js';
import { spelledParts } from './spelling.js';

/** What the grammar calls functions that have a syntax of their own, as the allow-list calls them. */
const sqlSyntaxNames: Readonly<Record<string, string>> = {
  btrim: 'trim',
  ltrim: 'ltrim',
  rtrim: 'rtrim',
  position: 'position',
  substring: 'substring',
  extract: 'date_part',
};

export function callSyntax(reader: PostgresReader, call: FuncCall): Syntax {
  reader.onlyFields(
    call,
    'A function call',
    ['funcname', 'args', 'agg_star', 'agg_distinct', 'agg_filter', 'funcformat'],
    call.location,
  );
  return {
    kind: 'call',
    at: reader.offsetOf(call.location),
    name: functionName(reader, call),
    parameters: null,
    args: reader.list(call.args),
    star: call.agg_star === true,
    distinct: call.agg_distinct === true,
    filter: call.agg_filter === undefined ? null : reader.read(call.agg_filter),
  };
}

function functionName(reader: PostgresReader, call: FuncCall): string {
  const names = (call.funcname ?? []).map((part) => ('String' in part ? (part.String.sval ?? '') : ''));
  const [first = '', second] = names;
  if (second === undefined) {
    const [spelled] = spelledParts(reader.source.text, reader.offsetOf(call.location), [first]);
    return spelled?.text ?? first;
  }
  // The grammar itself writes pg_catalog for `EXTRACT(… FROM …)` and its like; a user may not.
  const own = call.funcformat === 'COERCE_SQL_SYNTAX' ? sqlSyntaxNames[second] : undefined;
  if (own !== undefined) return own;
  if (second === 'timezone') {
    throw reader.refuse(
      call.location,
      "AT TIME ZONE is not supported here. Give the zone to a function: toHour(at, 'Europe/Madrid').",
    );
  }
  throw reader.refuse(call.location, `The function ${names.join('.')} is not supported.`);
}

const sqlValues: Readonly<Record<string, string>> = {
  SVFOP_CURRENT_DATE: 'today',
  SVFOP_CURRENT_TIMESTAMP: 'now',
  SVFOP_LOCALTIMESTAMP: 'now',
};

export function sqlValueSyntax(reader: PostgresReader, node: SQLValueFunction): Syntax {
  const name = sqlValues[node.op ?? ''];
  const at = reader.offsetOf(node.location);
  if (name === undefined) throw reader.refuse(node.location, 'Functions about the session are not allowed.');
  return { kind: 'call', at, name, parameters: null, args: [], star: false, distinct: false, filter: null };
}
