import { savedQueryQuery } from '@weir/client';
import { useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import { Failure } from '../../ui/states.js';
import { PoolList } from './pool-list.js';
import { dialectOf, type QueryTab, type QueryText } from './query-tabs.js';
import { quotedName } from './quoted-name.js';
import { SavedQueryList } from './saved-query-list.js';
import type { PoolColumns } from './sql-completion.js';
import './side-panel.css';

interface SidePanelProps {
  readonly id: string;
  readonly tables: PoolColumns | undefined;
  readonly onInsert: (quotedName: string) => void;
  readonly onOpen: (content: QueryText & Partial<QueryTab>) => void;
  readonly onSavedQueryChanged: (id: string, changes: Partial<QueryTab>) => void;
}

/** Saved queries and Data Pools beside the editor. */
export function SidePanel({ id, tables, onInsert, onOpen, onSavedQueryChanged }: SidePanelProps) {
  const client = useClient();
  const [search, setSearch] = useState('');
  const [error, setError] = useState<Error>();
  const open = async (savedId: string) => {
    setError(undefined);
    try {
      const { savedQuery } = await client.request(savedQueryQuery, { id: savedId });
      if (!savedQuery) return;
      const { sql, dialect, uniqueName: name } = savedQuery;
      onOpen({ sql, dialect: dialectOf(dialect), name, savedQuery: { id: savedId, isChanged: false } });
    } catch (failure) {
      setError(failure as Error);
      endSessionIfRefused(failure as Error);
    }
  };
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
      {error && <Failure error={error} />}
      <SavedQueryList search={search} onOpen={open} onChanged={onSavedQueryChanged} />
      <h2>Data Pools</h2>
      {tables && <PoolList tables={tables} search={search} onInsert={(name) => onInsert(quotedName(name))} />}
    </aside>
  );
}
