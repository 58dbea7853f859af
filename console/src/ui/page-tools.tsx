import { docsHref } from '../docs/docs-of-page.js';
import { RefreshControl } from '../refresh/refresh-control.js';
import { useView } from '../routing/use-view.js';

/** What every page has: when its data is fetched again, and the docs that explain it. */
export function PageTools({ isForm }: { isForm: boolean }) {
  const { path } = useView();
  return (
    <div className="page-tools">
      {!isForm && <RefreshControl />}
      <a href={docsHref(path)}>Docs</a>
    </div>
  );
}
