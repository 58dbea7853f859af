import { useState } from 'react';

const storageKey = 'weir.sql-panel';
const wide = '(min-width: 1001px)';

/** Whether the side panel is shown: as chosen last, and at first where there is space for it. */
export function usePanelChoice(): readonly [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(
    () => window.matchMedia(wide).matches && window.localStorage.getItem(storageKey) !== 'closed',
  );
  return [
    isOpen,
    (next) => {
      setOpen(next);
      if (window.matchMedia(wide).matches) window.localStorage.setItem(storageKey, next ? 'open' : 'closed');
    },
  ];
}
