import type { RangeVar } from 'libpg-query';
import type { QuerySyntax, SourceSyntax } from '../columnstore/syntax.js';
import { byteOffsets } from '../postgres/grammar/offsets.js';
import type { PostgresStatement } from '../postgres/grammar/parser.js';
import { spelledParts } from '../postgres/grammar/spelling.js';
import type { Source } from '../text/source.js';

/** A name in FROM, with the schema before it. */
export interface TableName {
  readonly schema: string | null;
  readonly name: string;
}

export const tableKey = ({ schema, name }: TableName) => JSON.stringify([schema, name]);

/** All names in FROM clauses, including names of WITH queries. */
export function postgresTableNames(
  source: Source,
  { statement, text }: PostgresStatement,
  namesMax: number,
): TableName[] {
  const offsetOf = byteOffsets(text, 0);
  return namesIn(statement, namesMax, (node) => {
    if (!('RangeVar' in node)) return [];
    const { schemaname, relname = '', location } = node.RangeVar as RangeVar;
    const parts = schemaname === undefined ? [relname] : [schemaname, relname];
    const spelled = spelledParts(source.text, offsetOf(location), parts).map(({ text }) => text);
    const schema = schemaname === undefined ? null : (spelled[0] ?? schemaname);
    return [
      { schema, name: spelled.at(-1) ?? relname },
      { schema, name: relname },
    ];
  });
}

export function columnstoreTableNames(query: QuerySyntax, namesMax: number): TableName[] {
  return namesIn(query, namesMax, (node) => {
    const syntax = node as SourceSyntax;
    return syntax.kind === 'table' ? [{ schema: syntax.schema, name: syntax.name.text }] : [];
  });
}

/** The first `namesMax` names, in the order of the text. */
function namesIn(tree: object, namesMax: number, namesOf: (node: object) => TableName[]): TableName[] {
  const names = new Map<string, TableName>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || names.size >= namesMax) return;
    for (const name of namesOf(part)) names.set(tableKey(name), name);
    for (const key in part) visit(part[key as keyof typeof part]);
  };
  visit(tree);
  return [...names.values()];
}
