import type { SavedQueryPartsFragment } from '@weir/client';
import { SelectField } from '../../ui/field.js';
import { AddToDashboard } from '../dashboards/add-to-dashboard.js';
import { dialectOf, type QueryTab, type TabDialect } from './query-tabs.js';
import { SaveButtons } from './save-buttons.js';
import { inputOf } from './use-sql-runs.js';

const dialects = [
  { value: '', label: 'Automatic (PostgreSQL first)' },
  { value: 'POSTGRESQL', label: 'PostgreSQL' },
  { value: 'COLUMNSTORE', label: 'Column store' },
];

interface EditorToolsProps {
  readonly tab: QueryTab;
  readonly isRunning: boolean;
  readonly onStart: (how: 'run' | 'describe') => void;
  readonly onCancel: () => void;
  readonly onDialect: (dialect: TabDialect) => void;
  readonly onSaved: (saved: SavedQueryPartsFragment) => void;
}

/** What can be done with the statement of a tab. */
export function EditorTools({ tab, isRunning, onStart, onCancel, onDialect, onSaved }: EditorToolsProps) {
  const isBlank = tab.sql.trim() === '';
  return (
    <div className="row-fields">
      <SelectField
        label="Dialect"
        value={tab.dialect}
        onChange={(next) => onDialect(dialectOf(next))}
        options={dialects}
      />
      <button
        type="button"
        className="primary"
        disabled={isRunning || isBlank}
        onClick={() => onStart('run')}
      >
        Run
      </button>
      <button type="button" disabled={isRunning || isBlank} onClick={() => onStart('describe')}>
        Describe
      </button>
      <button type="button" disabled={!isRunning} onClick={onCancel}>
        Cancel
      </button>
      <SaveButtons key={tab.id} tab={tab} onSaved={onSaved} />
      <AddToDashboard tile={{ title: '', sql: inputOf(tab) }} disabled={isBlank} />
    </div>
  );
}
