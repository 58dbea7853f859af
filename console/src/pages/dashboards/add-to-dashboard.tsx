import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../session/permissions.js';
import type { TileContent } from './dashboard-draft.js';

const AddDialog = lazy(() => import('./add-dialog.js'));

/** Adds what is shown to a dashboard; nothing for those who may not change dashboards. */
export function AddToDashboard({ tile, disabled = false }: { tile: TileContent; disabled?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay()('administer')) return null;
  return (
    <>
      <button type="button" disabled={disabled} onClick={() => setOpen(true)}>
        Add to dashboard
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <AddDialog tile={tile} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
