import { dashboardsQuery, savedQueriesQuery } from '@weir/client';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePools } from '../api/use-pools.js';
import { useWholeList } from '../api/use-whole-list.js';
import { metricsDocument } from '../pages/metrics/metric-documents.js';
import { href } from '../routing/href.js';
import { useMay } from '../session/permissions.js';
import { usePages } from '../shell/pages.js';
import { Dialog } from '../ui/dialog.js';
import { matchingEntries, type PaletteEntry } from './palette-entries.js';
import './palette.css';

/** Goes to any page, dashboard, Metric, Data Pool or saved query that the Application may see. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const may = useMay();
  return (
    <Dialog title="Go to" onClose={onClose}>
      {may('readCatalog') ? <CatalogPalette onClose={onClose} /> : <PagePalette onClose={onClose} />}
    </Dialog>
  );
}

interface PaletteProps {
  readonly onClose: () => void;
}

const usePageEntries = (): readonly PaletteEntry[] =>
  usePages().map(({ label, to }) => ({ kind: 'Page', label, to }));

const PagePalette = ({ onClose }: PaletteProps) => <Choice entries={usePageEntries()} onClose={onClose} />;

function CatalogPalette({ onClose }: PaletteProps) {
  const may = useMay();
  const pages = usePageEntries();
  const pools = usePools().data?.dataPools?.nodes ?? [];
  const metrics = useWholeList(metricsDocument(may), 'metrics').data?.metrics?.nodes ?? [];
  const dashboards =
    useWholeList(dashboardsQuery, 'dashboards', may('queryMetrics')).data?.dashboards?.nodes ?? [];
  const savedQueries =
    useWholeList(savedQueriesQuery, 'savedQueries', may('readRecords')).data?.savedQueries?.nodes ?? [];
  const named =
    (kind: PaletteEntry['kind'], path: '/dashboards/$id' | '/metrics/$id' | '/pools/$id') =>
    ({ id, uniqueName }: { id: string; uniqueName: string }) => ({
      kind,
      label: uniqueName,
      to: href(path, { id }),
    });
  const entries = [
    ...pages,
    ...dashboards.map(named('Dashboard', '/dashboards/$id')),
    ...metrics.map(named('Metric', '/metrics/$id')),
    ...pools.map(named('Data Pool', '/pools/$id')),
    ...savedQueries.map(({ id, uniqueName }) => ({
      kind: 'Saved query' as const,
      label: uniqueName,
      to: href('/sql', { saved: id }),
    })),
  ];
  return <Choice entries={entries} onClose={onClose} />;
}

function Choice({ entries, onClose }: PaletteProps & { entries: readonly PaletteEntry[] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const shown = matchingEntries(entries, text);
  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    window.location.assign(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter') go(shown[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Page, dashboard, Metric, Data Pool or saved query"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={shown.length > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        placeholder="Name of a page, dashboard, Metric, Data Pool or saved query"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      {shown.length === 0 && <p className="note">Nothing has this name</p>}
      <div className="palette" role="listbox" id={listId} aria-label="Matches" hidden={shown.length === 0}>
        {shown.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text field, which keeps the focus
          <div
            key={`${entry.kind} ${entry.to}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => go(entry)}
          >
            <span>{entry.label}</span>
            <span className="note small">{entry.kind}</span>
          </div>
        ))}
      </div>
    </>
  );
}
