import type { RangeVar } from 'libpg-query';
import type { QuerySyntax, SourceSyntax } from '../columnstore/syntax.js';
import { byteOffsets } from '../postgres/grammar/offsets.js';
import type { PostgresStatement } from '../postgres/grammar/parser.js';
import { spelledParts } from '../postgres/grammar/spelling.js';
import type { Source } from '../text/source.js';

/** All names in FROM clauses, including names of WITH queries. */
export function postgresTableNames(
  source: Source,
  { statement, text }: PostgresStatement,
  namesMax: number,
): string[] {
  const offsetOf = byteOffsets(text, 0);
  return namesIn(statement, namesMax, (node) => {
    if (!('RangeVar' in node)) return [];
    const { relname = '', location } = node.RangeVar as RangeVar;
    const [spelled] = spelledParts(source.text, offsetOf(location), [relname]);
    return spelled === undefined ? [relname] : [spelled.text, relname];
  });
}

export function columnstoreTableNames(query: QuerySyntax, namesMax: number): string[] {
  return namesIn(query, namesMax, (node) => {
    const syntax = node as SourceSyntax;
    return syntax.kind === 'table' ? [syntax.name.text] : [];
  });
}

/** The first `namesMax` names, in the order of the text. */
function namesIn(tree: object, namesMax: number, namesOf: (node: object) => string[]): string[] {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || names.size >= namesMax) return;
    for (const name of namesOf(part)) names.add(name);
    for (const key in part) visit(part[key as keyof typeof part]);
  };
  visit(tree);
  return [...names];
}
