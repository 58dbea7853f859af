import { type ColumnType, columnRules } from '@weir/client';
import { columnNameInput } from '../../format/column-rules.js';

export interface EditedColumn {
  readonly key: number;
  readonly chosen: boolean;
  readonly name: string;
  readonly jsonProperty: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly example: string;
}

let lastKey = 0;
export const nextKey = () => {
  lastKey += 1;
  return lastKey;
};

interface ColumnEditorProps {
  readonly columns: readonly EditedColumn[];
  readonly onChange: (columns: readonly EditedColumn[]) => void;
}

/** The editable columns of a new source, one per row. */
export function ColumnEditor({ columns, onChange }: ColumnEditorProps) {
  const change = (key: number, changes: Partial<EditedColumn>) =>
    onChange(columns.map((column) => (column.key === key ? { ...column, ...changes } : column)));
  const add = () =>
    onChange([
      ...columns,
      {
        key: nextKey(),
        chosen: true,
        name: '',
        jsonProperty: '',
        type: 'STRING',
        nullable: true,
        example: '',
      },
    ]);
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" aria-label="Columns" tabIndex={0}>
        <table className="columns-table">
          <caption className="visually-hidden">Columns of the new source</caption>
          <thead>
            <tr>
              {['Keep', 'Column', 'Path', 'Type', 'Optional', 'Example'].map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow
                key={column.key}
                column={column}
                onChange={(changes) => change(column.key, changes)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p className="note small">
        A path is a key of the event, such as <code>user.country</code>, or a header of the request, such as{' '}
        <code>{columnRules.headerPrefix}x-github-event</code>.
      </p>
      <div>
        <button type="button" onClick={add}>
          Add a column
        </button>
      </div>
    </div>
  );
}

interface ColumnRowProps {
  readonly column: EditedColumn;
  readonly onChange: (changes: Partial<EditedColumn>) => void;
}

function ColumnRow({ column, onChange }: ColumnRowProps) {
  const what = column.name || 'new column';
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Keep ${what}`}
          checked={column.chosen}
          onChange={(event) => onChange({ chosen: event.target.checked })}
        />
      </td>
      <td>
        <input
          className="mono"
          aria-label={`Name of ${what}`}
          {...columnNameInput}
          value={column.name}
          disabled={!column.chosen}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </td>
      <td>
        <input
          className="mono"
          aria-label={`Path of ${what}`}
          maxLength={columnRules.jsonPropertyCharactersMax}
          value={column.jsonProperty}
          disabled={!column.chosen}
          placeholder="same as the column name"
          onChange={(event) => onChange({ jsonProperty: event.target.value })}
        />
      </td>
      <td>
        <select
          aria-label={`Type of ${what}`}
          value={column.type}
          disabled={!column.chosen}
          onChange={(event) => onChange({ type: event.target.value as ColumnType })}
        >
          {columnRules.eventTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${what} is optional`}
          checked={column.nullable}
          disabled={!column.chosen}
          onChange={(event) => onChange({ nullable: event.target.checked })}
        />
      </td>
      <td className="note mono">{column.example}</td>
    </tr>
  );
}
