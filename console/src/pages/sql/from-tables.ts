import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** The keywords that end a list of tables. */
const afterTables = new Set(
  'where group having order union intersect except limit offset fetch window on using select'.split(' '),
);
const beforeTable = new Set(['from', 'join']);

const unquoted = (text: string) => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text);

/**
 * The tables that the query around a position reads, and those of the queries around it. If it reads only subqueries, the tables of the
 * whole statement, because the columns come from there.
 */
export function tablesAt(
  state: EditorState,
  at: number,
  isTable: (name: string) => boolean,
): readonly string[] {
  const around: string[] = [];
  let outermost: SyntaxNode | undefined;
  // Blanks at the end are not part of a statement.
  const end = state.sliceDoc(0, at).trimEnd().length;
  // On a busy page, the editor may not have parsed all of it yet.
  const tree = ensureSyntaxTree(state, state.doc.length) ?? syntaxTree(state);
  for (let node: SyntaxNode | null = tree.resolveInner(end, -1); node; node = node.parent) {
    if (node.name !== 'Parens' && node.name !== 'Statement') continue;
    around.push(...tablesOf(state, node, isTable));
    outermost = node;
  }
  const tables = around.length > 0 || !outermost ? around : tablesWithin(state, outermost, isTable);
  return [...new Set(tables)];
}

function tablesWithin(
  state: EditorState,
  node: SyntaxNode,
  isTable: (name: string) => boolean,
): readonly string[] {
  const tables = [...tablesOf(state, node, isTable)];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name === 'Parens') tables.push(...tablesWithin(state, child, isTable));
  return tables;
}

/** The names after FROM and JOIN, and after the commas that follow. */
function tablesOf(
  state: EditorState,
  query: SyntaxNode,
  isTable: (name: string) => boolean,
): readonly string[] {
  const tables: string[] = [];
  let isInList = false;
  let isNext = false;
  for (let node = query.firstChild; node; node = node.nextSibling) {
    const part = node.name === 'CompositeIdentifier' ? (node.lastChild ?? node) : node;
    const text = state.sliceDoc(part.from, part.to);
    const word = text.toLowerCase();
    if (isNext && isTable(unquoted(text))) {
      tables.push(unquoted(text));
      isNext = false;
    } else if (node.name === 'Keyword' && (beforeTable.has(word) || afterTables.has(word))) {
      isInList = beforeTable.has(word);
      isNext = isInList;
    } else isNext = isInList && text === ',';
  }
  return tables;
}

/** Whether a name at this position is that of a table. */
export function isTablePlace(state: EditorState, from: number): boolean {
  const before = state.sliceDoc(Math.max(0, from - 20), from);
  return /(?:^|\W)(?:from|join)\s+$/i.test(before);
}
