import { type ColumnType, columnRules } from '@weir/client';
import { columnNameInput, type TypeFields } from '../../format/column-rules.js';
import { DecimalSizeInputs } from './decimal-size-inputs.js';
import type { InferredColumn } from './infer-columns.js';
import type { SampleValue } from './sample.js';
import './column-editor.css';

export interface EditedColumn extends TypeFields {
  readonly key: number;
  readonly chosen: boolean;
  readonly name: string;
  readonly jsonProperty: string;
  readonly nullable: boolean;
  readonly example: string;
  readonly values: readonly SampleValue[];
  /** How many events of the sample have no value. */
  readonly missing: number;
  /** Of the sample's column; absent for one that was added. */
  readonly inferredPath?: string;
  /** Whether another sample must leave it as it is. */
  readonly isKept: boolean;
}

let lastKey = 0;
const nextKey = () => {
  lastKey += 1;
  return lastKey;
};

type GivenColumn = Pick<EditedColumn, 'name' | 'jsonProperty' | 'nullable' | keyof TypeFields>;

/** A column that no sample has suggested. */
export const addedColumn = (column: GivenColumn): EditedColumn => ({
  ...column,
  key: nextKey(),
  chosen: true,
  example: '',
  values: [],
  missing: 0,
  isKept: true,
});

/** The columns of a new sample, with what the user has changed or added. */
export function withInferred(
  before: readonly EditedColumn[],
  inferred: readonly InferredColumn[],
): readonly EditedColumn[] {
  const kept = before.filter(({ isKept }) => isKept);
  const found = inferred.map((column) => {
    const own = kept.find(
      ({ inferredPath, jsonProperty }) => (inferredPath ?? jsonProperty) === column.jsonProperty,
    );
    const { example, values, missing, jsonProperty: inferredPath } = column;
    return own
      ? { ...own, example, values, missing }
      : { ...column, inferredPath, key: nextKey(), nullable: true, isKept: false };
  });
  const keys = new Set(found.map(({ key }) => key));
  return [...found, ...kept.filter(({ key, inferredPath }) => inferredPath === undefined && !keys.has(key))];
}

interface ColumnEditorProps {
  readonly columns: readonly EditedColumn[];
  /** The names of those that every event must have, whatever is set here. */
  readonly required: readonly string[];
  readonly onChange: (columns: readonly EditedColumn[]) => void;
}

/** The editable columns of a new source, one per row. */
export function ColumnEditor({ columns, required, onChange }: ColumnEditorProps) {
  const change = (key: number, changes: Partial<EditedColumn>) =>
    onChange(
      columns.map((column) => (column.key === key ? { ...column, ...changes, isKept: true } : column)),
    );
  const add = () =>
    onChange([...columns, addedColumn({ name: '', jsonProperty: '', type: 'STRING', nullable: true })]);
  return (
    <div className="stack">
      {columns.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
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
                  isRequired={required.includes(column.name)}
                  onChange={(changes) => change(column.key, changes)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
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
  readonly isRequired: boolean;
  readonly onChange: (changes: Partial<EditedColumn>) => void;
}

function ColumnRow({ column, isRequired, onChange }: ColumnRowProps) {
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
        <DecimalSizeInputs of={what} declared={column} disabled={!column.chosen} onChange={onChange} />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${what} is optional`}
          checked={column.nullable && !isRequired}
          disabled={!column.chosen || isRequired}
          onChange={(event) => onChange({ nullable: event.target.checked })}
        />
      </td>
      <td className="note mono">{column.example}</td>
    </tr>
  );
}
