import type { ClipboardEvent } from 'react';

/** A shortened value. `copyExact` of an element around it copies the exact one. */
export function Shortened({ exact, text }: { exact: string; text: string }) {
  return (
    <data value={exact} title={exact}>
      {text}
    </data>
  );
}

/** Copies the selection with the exact values in place of the shortened ones. */
export function copyExact(event: ClipboardEvent): void {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const within = closestData(range.commonAncestorContainer);
  if (within) {
    // A part of a number is copied as it is.
    if (selection.toString().trim() !== within.textContent) return;
    event.clipboardData.setData('text/plain', within.value);
    event.preventDefault();
    return;
  }
  const rows = rowsOf(range);
  if (rows.length === 0) return;
  event.clipboardData.setData('text/plain', rows.join('\n'));
  event.preventDefault();
}

const closestData = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('data');

/** The selected cells, with tabs between them as a spreadsheet expects. */
function rowsOf(range: Range): readonly string[] {
  const selected = range.cloneContents();
  for (const value of selected.querySelectorAll('data')) value.textContent = value.value;
  // The row itself is not part of a selection within it.
  const isWithinRow = range.commonAncestorContainer instanceof HTMLTableRowElement;
  const rows = isWithinRow ? [selected] : [...selected.querySelectorAll('tr')];
  return rows.map((row) =>
    [...row.children]
      .filter((cell) => !cell.querySelector('button'))
      .map((cell) => cell.textContent)
      .join('\t'),
  );
}
