import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigation } from './navigation.js';
import { TopTools } from './top-tools.js';

/** What is around every view: the top bar, the navigation, and a way past both. */
export function Shell({ path, children }: { path: string; children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view closes the menu
  useEffect(() => setMenuOpen(false), [path]);
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className="shell">
      <a className="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
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
        <a className="brand" href="#/">
          <img src="./favicon.svg" alt="" width="22" height="22" />
          Weir
        </a>
        <TopTools />
      </header>
      <Navigation path={path} open={menuOpen} />
      <main className="main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
