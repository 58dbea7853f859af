import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { href } from '../routing/href.js';
import { Navigation } from './navigation.js';
import { OutageNotice } from './outage-notice.js';
import { TopTools } from './top-tools.js';
import './shell.css';

/** The frame of every view: the top bar, the navigation, and a link to skip both. */
export function Shell({ children }: { children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the menu
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className="top">
        <button
          type="button"
          className="menu-button"
          aria-expanded={menuOpen}
          aria-controls="navigation"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          Menu
        </button>
        <a className="brand" href={href('/')}>
          <img src="./favicon.svg" alt="" width="22" height="22" />
          Weir
        </a>
        <TopTools />
      </header>
      <Navigation path={path} open={menuOpen} />
      <main className="main" id="main" ref={main} tabIndex={-1}>
        <OutageNotice />
        {children}
      </main>
    </div>
  );
}
