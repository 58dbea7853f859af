import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** Only its own buttons close it, for content that cannot be shown again. */
  readonly lasting?: boolean;
  readonly children: ReactNode;
}

/** A native modal dialog: it traps the focus, Escape closes it unless it is lasting, and the focus returns afterwards. */
export function Dialog({ title, onClose, wide = false, lasting = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while still in the document, because only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'wide' : undefined}
      aria-labelledby={titleId}
      // The browser would let a second Escape close it, whatever the first one's handler did.
      closedby={lasting ? 'none' : 'closerequest'}
      onKeyDown={(event) => {
        if (lasting && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!lasting) onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
