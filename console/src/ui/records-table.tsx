import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { isNumericType } from '../format/column-rules.js';
import { formatTimestampCell } from '../format/format.js';
import { copyExact, Shortened } from './exact-copy.js';
import { RecordDialog } from './record-dialog.js';
import type { Cells, RecordsHeader } from './records.js';
import './records-table.css';

interface RecordsTableProps {
  readonly label: string;
  readonly headers: readonly RecordsHeader[];
  readonly rows: readonly Cells[];
  readonly timeZone: string;
  /** Renders a header in place of the column's name. */
  readonly renderHeader?: (header: RecordsHeader, index: number) => ReactNode;
  readonly ariaSort?: (index: number) => 'ascending' | 'descending' | 'none' | undefined;
  /** What opening a row does, in place of showing all its cells. */
  readonly rowAction?: { readonly label: string; readonly run: (index: number) => void } | undefined;
  /** Rows that have just arrived. */
  readonly arrived?: ReadonlySet<number>;
}

const rowHeightPx = 33;
const overscanRows = 12;

/** A virtualized table: only visible rows are in the document, so that a thousand rows scroll smoothly. */
export function RecordsTable(props: RecordsTableProps) {
  const { label, headers, rows, timeZone } = props;
  const scroller = useRef<HTMLElement>(null);
  // The record itself, because newer ones may move it to another row.
  const [opened, setOpened] = useState<Cells>();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: overscanRows,
    initialRect: { width: 800, height: 600 },
  });
  const open = useCallback((index: number) => setOpened(rows[index]), [rows]);
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <section
        ref={scroller}
        className="table-scroll table-scroll-tall"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onCopy={copyExact}
      >
        <table className="records" aria-rowcount={rows.length + 1}>
          <caption className="visually-hidden">{label}</caption>
          <Head {...props} />
          <tbody>
            <Spacer heightPx={before} span={headers.length + 1} />
            {items.map(({ index }) => (
              <Row
                key={index}
                index={index}
                headers={headers}
                cells={rows[index] ?? []}
                timeZone={timeZone}
                arrived={props.arrived?.has(index) ?? false}
                action={props.rowAction?.label}
                onOpen={props.rowAction?.run ?? open}
              />
            ))}
            <Spacer heightPx={after} span={headers.length + 1} />
          </tbody>
        </table>
      </section>
      {opened && (
        <RecordDialog
          headers={headers}
          cells={opened}
          timeZone={timeZone}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function Head({ headers, timeZone, renderHeader, ariaSort }: RecordsTableProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Record</span>
        </th>
        {headers.map((header, index) => (
          <th
            // biome-ignore lint/suspicious/noArrayIndexKey: a query may give two columns the same name
            key={`${header.name}-${index}`}
            scope="col"
            title={header.name}
            className={isNumeric(header) ? 'number' : undefined}
            aria-sort={ariaSort?.(index)}
          >
            {renderHeader ? renderHeader(header, index) : header.name}
            {header.type === 'TIMESTAMP' && <span className="small"> ({timeZone})</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const isNumeric = ({ type }: RecordsHeader) => isNumericType(type);

function Spacer({ heightPx, span }: { heightPx: number; span: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr className="spacer">
      <td colSpan={span} style={{ height: heightPx }} />
    </tr>
  );
}

interface RowProps {
  readonly index: number;
  readonly headers: readonly RecordsHeader[];
  readonly cells: Cells;
  readonly timeZone: string;
  readonly arrived: boolean;
  readonly action: string | undefined;
  readonly onOpen: (index: number) => void;
}

const Row = memo(function Row({ index, headers, cells, timeZone, arrived, action, onOpen }: RowProps) {
  const shown = useMemo(
    () => cells.map((cell, at) => shownCell(cell, headers[at]?.type, timeZone)),
    [cells, headers, timeZone],
  );
  return (
    <tr aria-rowindex={index + 2} className={arrived ? 'arrived' : undefined}>
      <td className="open-cell">
        <button
          type="button"
          className="quiet small-button"
          aria-label={`${action ?? 'Open record'} ${index + 1}`}
          title={action}
          onClick={() => onOpen(index)}
        >
          ⋯
        </button>
      </td>
      {shown.map((text, at) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their position
          key={at}
          className={headers[at] && isNumeric(headers[at]) ? 'number' : undefined}
        >
          {text === null ? (
            <span className="null">null</span>
          ) : headers[at]?.short ? (
            <Shortened exact={cells[at] ?? ''} text={headers[at].short(text)} />
          ) : (
            text
          )}
        </td>
      ))}
    </tr>
  );
});

const cellCharactersMax = 300;

function shownCell(cell: string | null, type: string | undefined, timeZone: string): string | null {
  if (cell === null) return null;
  if (type === 'TIMESTAMP') return formatTimestampCell(cell, timeZone);
  return cell.length > cellCharactersMax ? `${cell.slice(0, cellCharactersMax)}…` : cell;
}
