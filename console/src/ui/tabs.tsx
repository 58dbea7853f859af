import type { Href } from '../routing/href.js';
import './tabs.css';

export interface Tab {
  readonly label: string;
  readonly to: Href;
  readonly current: boolean;
}

/** Tabs of one view, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.label} href={tab.to} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
