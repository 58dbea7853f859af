import type { RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import { serviceUrl } from '../session/session.js';
import { copyText } from '../ui/copyable.js';
import { type CopiedView, clientText, curlText } from './copied-text.js';
import { reactText } from './react-text.js';
import '../ui/popover.css';

/** The texts quote it. */
const url = serviceUrl.replaceAll("'", '%27');

interface CopyMenuProps {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly view: CopiedView;
  readonly onClose: () => void;
}

export default function CopyMenu({ trigger, view, onClose }: CopyMenuProps) {
  const forms = [
    { id: 'curl', label: 'curl', text: curlText(view, url) },
    { id: 'client', label: '@weir/client', text: clientText(view, url) },
    { id: 'react', label: 'React', text: reactText(view, url) },
    { id: 'sql', label: 'SQL', text: view.sql },
  ];
  return (
    <Popover
      className="popover"
      aria-label="Copy as"
      triggerRef={trigger}
      placement="bottom end"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Menu aria-label="Copy as" className="options" autoFocus="first" onClose={onClose}>
        {forms.map(({ id, label, text }) => (
          <MenuItem
            key={id}
            id={id}
            className="option"
            isDisabled={text === undefined}
            onAction={() => text !== undefined && void copyText(text, label)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
