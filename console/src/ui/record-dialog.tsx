import { formatTimestampCell } from '../format/format.js';
import { layOutJson } from '../format/json-layout.js';
import { CopyButton } from './copyable.js';
import { Dialog } from './dialog.js';
import type { Cells, RecordsHeader } from './records.js';

interface RecordDialogProps {
  readonly headers: readonly RecordsHeader[];
  readonly cells: Cells;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** A complete record: every column, with pretty-printed JSON. */
export function RecordDialog({ headers, cells, timeZone, onClose }: RecordDialogProps) {
  const asJson = JSON.stringify(
    Object.fromEntries(headers.map(({ name }, index) => [name, cells[index] ?? null])),
    null,
    2,
  );
  return (
    <Dialog title="Record" onClose={onClose} wide>
      <dl className="facts">
        {headers.map(({ name, type }, index) => (
          <Fact
            // biome-ignore lint/suspicious/noArrayIndexKey: a query may give two columns the same name
            key={`${name}-${index}`}
            name={type === 'TIMESTAMP' ? `${name} (${timeZone})` : name}
            value={shownValue(cells[index] ?? null, type, timeZone)}
          />
        ))}
      </dl>
      <div className="row row-end">
        <CopyButton text={asJson} what="the record as JSON" />
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value === null ? <span className="null">null</span> : <pre className="wrap-pre">{value}</pre>}</dd>
    </>
  );
}

function shownValue(cell: string | null, type: string | undefined, timeZone: string): string | null {
  if (cell === null) return null;
  if (type === 'TIMESTAMP') return formatTimestampCell(cell, timeZone);
  return /^[[{]/.test(cell) ? layOutJson(cell) : cell;
}
