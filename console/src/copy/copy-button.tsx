import { lazy, Suspense, useRef, useState } from 'react';
import type { CopiedView } from './copied-text.js';

const CopyMenu = lazy(() => import('./copy-menu.js'));

/** Opens the forms in which a view can be copied. */
export function CopyAsButton({ view, what }: { view: CopiedView; what: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        className="small-button copy-as"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Copy as … (${what})`}
        onClick={() => setIsOpen(!isOpen)}
      >
        Copy as …
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CopyMenu trigger={button} view={view} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
