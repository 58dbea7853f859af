import type { RangeVar } from 'libpg-query';
import { byteOffsets } from '../expression/postgres/offsets.js';
import type { PostgresStatement } from '../expression/postgres/parser.js';
import { spelledParts } from '../expression/postgres/spelling.js';
import type { Source } from '../expression/source.js';
import type { QuerySyntax, SourceSyntax } from '../expression/syntax.js';

/** The names that stand in FROM, of WITH queries too: everything that may have to be known to give a tree its meaning. */
export function postgresTableNames(source: Source, { statement, text }: PostgresStatement): string[] {
  const offsetOf = byteOffsets(text, 0);
  return objectsOf(statement).flatMap((node) => {
    if (!('RangeVar' in node)) return [];
    const { relname = '', location } = node.RangeVar as RangeVar;
    const [spelled] = spelledParts(source.text, offsetOf(location), [relname]);
    return spelled === undefined ? [relname] : [spelled.text, relname];
  });
}

export function columnstoreTableNames(query: QuerySyntax): string[] {
  return objectsOf(query).flatMap((node) => {
    const syntax = node as SourceSyntax;
    return syntax.kind === 'table' ? [syntax.name.text] : [];
  });
}

/** Every object of a tree, in the order of the text. */
function objectsOf(tree: object): object[] {
  const found: object[] = [];
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) found.push(next);
    left.push(...Object.values(next).reverse());
  }
  return found;
}
