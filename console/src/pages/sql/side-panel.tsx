import { useState } from 'react';
import { PoolList } from './pool-list.js';
import type { QueryTab } from './query-tabs.js';
import { quotedName } from './quoted-name.js';
import { SavedQueryList } from './saved-query-list.js';
import type { PoolColumns } from './sql-completion.js';
import './side-panel.css';

interface SidePanelProps {
  readonly id: string;
  readonly tables: PoolColumns | undefined;
  readonly onInsert: (quotedName: string) => void;
  readonly onSavedQueryChanged: (id: string, changes: Partial<QueryTab>) => void;
}

/** Saved queries and Data Pools beside the editor. */
export function SidePanel({ id, tables, onInsert, onSavedQueryChanged }: SidePanelProps) {
  const [search, setSearch] = useState('');
  return (
    <aside id={id} className="panel side-panel" aria-label="Data Pools and saved queries">
      <input
        type="search"
        aria-label="Find saved queries, Data Pools and columns"
        placeholder="Find …"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <h2>Saved queries</h2>
      <SavedQueryList search={search} onChanged={onSavedQueryChanged} />
      <h2>Data Pools</h2>
      {tables && <PoolList tables={tables} search={search} onInsert={(name) => onInsert(quotedName(name))} />}
    </aside>
  );
}
