import { type ReactNode, useEffect, useRef } from 'react';
import type { Href } from '../routing/href.js';
import { useView } from '../routing/use-view.js';
import { PageTools } from './page-tools.js';
import './page.css';

export interface Crumb {
  readonly label: string;
  readonly to: Href;
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly crumb?: Crumb;
  readonly actions?: ReactNode;
  /** A form has no data that is fetched again. */
  readonly isForm?: boolean;
  readonly children: ReactNode;
}

/** The last shown path; undefined initially, when the focus stays at the top of the page. */
let shownPath: string | undefined;

/** A view. Its heading gets the focus when the path changes, so that screen readers announce it. */
export function Page({ title, lead, crumb, actions, isForm = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = useView();
  useEffect(() => {
    document.title = `${title} · Weir`;
  }, [title]);
  useEffect(() => {
    if (path === shownPath) return;
    if (shownPath !== undefined) heading.current?.focus({ preventScroll: true });
    shownPath = path;
  }, [path]);
  return (
    <>
      {crumb && (
        <nav className="crumbs" aria-label="Breadcrumb">
          <a href={crumb.to}>{crumb.label}</a>
        </nav>
      )}
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p>{lead}</p>}
        </div>
        <div className="page-actions">
          <PageTools isForm={isForm} />
          {actions}
        </div>
      </div>
      <div className="stack">{children}</div>
    </>
  );
}
