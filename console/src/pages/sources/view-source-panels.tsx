import { href } from '../../routing/location.js';
import type { ShownSource } from './shown-source.js';

/** The page of a Data Source whose records are the results of a materialized view. */
export function ViewSourcePanels({ source: { connectionSettings, dataPools } }: { source: ShownSource }) {
  const view = 'materializedView' in connectionSettings ? connectionSettings.materializedView : null;
  const pool = dataPools?.nodes[0];
  return (
    <section className="panel">
      <h2>Materialized view</h2>
      <dl className="facts">
        <dt>Filled by</dt>
        <dd>
          {view ? <a href={href(`/views/${view.id}`)}>{view.uniqueName}</a> : 'a view that was deleted'}
        </dd>
        <dt>Data Pool</dt>
        <dd>{pool ? <a href={href(`/pools/${pool.id}`)}>{pool.uniqueName}</a> : '—'}</dd>
      </dl>
    </section>
  );
}
