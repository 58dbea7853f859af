import { neededAbility } from '../routing/needed-ability.js';
import { useMay } from '../session/permissions.js';

interface Entry {
  readonly label: string;
  readonly to: string;
}

const groups: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  {
    title: 'Data',
    entries: [
      { label: 'Overview', to: '#/' },
      { label: 'Data Sources', to: '#/sources' },
      { label: 'Data Pools', to: '#/pools' },
      { label: 'Metrics', to: '#/metrics' },
      { label: 'Materialized views', to: '#/views' },
    ],
  },
  {
    title: 'Ask',
    entries: [
      { label: 'Dashboards', to: '#/dashboards' },
      { label: 'Explore', to: '#/explore' },
      { label: 'SQL', to: '#/sql' },
      { label: 'Queries', to: '#/queries' },
      { label: 'GraphiQL', to: './graphql' },
    ],
  },
  {
    title: 'Run',
    entries: [
      { label: 'Jobs', to: '#/jobs' },
      { label: 'Access policies', to: '#/policies' },
      { label: 'Applications', to: '#/applications' },
    ],
  },
];

/** The entries that the Application may use. */
function useGroups() {
  const may = useMay();
  const isOpen = ({ to }: Entry) => {
    const needed = neededAbility(to.replace(/^#/, ''));
    return !needed || may(needed);
  };
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

export function Navigation({ path, open }: { path: string; open: boolean }) {
  return (
    <nav className="nav" id="navigation" aria-label="Main" data-open={open}>
      <div>
        {useGroups().map(({ title, entries }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {entries.map(({ label, to }) => (
                <li key={to}>
                  <a href={to} aria-current={isCurrent(to, path) ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function isCurrent(to: string, path: string): boolean {
  const own = to.replace(/^#/, '');
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
