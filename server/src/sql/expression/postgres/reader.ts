import type { Node } from 'libpg-query';
import type { WeirError } from '../../../base/errors.js';
import type { Source } from '../source.js';
import type { Syntax } from '../syntax.js';

/** What the files that convert one kind of PostgreSQL node need from the one that walks them all. */
export interface PostgresReader {
  readonly source: Source;
  offsetOf(location: number | undefined): number;
  refuse(location: number | undefined, problem: string): WeirError;
  onlyFields<T extends object>(node: T, what: string, known: readonly (keyof T)[], location?: number): void;
  list(nodes: readonly Node[] | undefined): Syntax[];
  read(node: Node | undefined): Syntax;
}
