import type { TopValuesInput } from '@weir/client';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import type { ShownColumn } from '../api/use-pools.js';
import { announce } from '../ui/announcer.js';
import { type ColumnFilter, filterText } from './column-filter.js';
import './filters.css';

const FilterEditor = lazy(() => import('./filter-editor.js'));

interface FilterBarProps {
  readonly filters: readonly ColumnFilter[];
  readonly onChange: (filters: readonly ColumnFilter[]) => void;
  readonly columns: readonly ShownColumn[];
  /** The records whose values are suggested. */
  readonly records: Omit<TopValuesInput, 'columnName'>;
  readonly timeZone: string;
}

/** The filters as chips. Each is edited by its button, and removed by the one beside it or by Delete. */
export function FilterBar({ filters, onChange, columns, records, timeZone }: FilterBarProps) {
  /** The position of the edited filter; the one after the last is new. */
  const [edited, setEdited] = useState<number>();
  const trigger = useRef<HTMLButtonElement | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const edit = (index: number, button: HTMLButtonElement) => {
    trigger.current = button;
    setEdited(index);
  };
  const remove = (index: number) => {
    onChange(filters.filter((_, other) => other !== index));
    announce('Filter removed');
    addButton.current?.focus();
  };
  const removeByKey = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove(index);
  };
  return (
    <div className="filter-bar">
      {filters.length > 0 && (
        <ul className="chips" aria-label="Filters">
          {filters.map((filter, index) => {
            const text = filterText(filter, timeZone);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be equal
              <li key={index} className="chip">
                <button
                  type="button"
                  aria-haspopup="dialog"
                  aria-expanded={edited === index}
                  aria-label={`Edit filter ${text}`}
                  onClick={(event) => edit(index, event.currentTarget)}
                  onKeyDown={(event) => removeByKey(event, index)}
                >
                  {text}
                </button>
                <button type="button" aria-label={`Remove filter ${text}`} onClick={() => remove(index)}>
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <button
        type="button"
        ref={addButton}
        className="small-button"
        aria-haspopup="dialog"
        aria-expanded={edited === filters.length}
        disabled={columns.length === 0}
        onClick={(event) => edit(filters.length, event.currentTarget)}
      >
        Add filter
      </button>
      {edited !== undefined && (
        <Suspense fallback={null}>
          <FilterEditor
            key={edited}
            trigger={trigger}
            filter={filters[edited]}
            columns={columns}
            records={records}
            timeZone={timeZone}
            onClose={() => setEdited(undefined)}
            onApply={(filter) =>
              onChange([...filters.slice(0, edited), filter, ...filters.slice(edited + 1)])
            }
          />
        </Suspense>
      )}
    </div>
  );
}
