import { useRouter } from '@tanstack/react-router';
import { href, type Path } from '../routing/href.js';
import { useMay } from '../session/permissions.js';

export interface PageLink {
  readonly label: string;
  readonly to: string;
  /** Undefined for what is not in the console. */
  readonly path?: Path;
}

const pageAt = (path: Exclude<Path, `${string}$${string}`>, label: string): PageLink => ({
  label,
  path,
  to: href(path),
});

const groups: readonly { readonly title: string; readonly entries: readonly PageLink[] }[] = [
  {
    title: 'Data',
    entries: [
      pageAt('/', 'Overview'),
      pageAt('/sources', 'Data Sources'),
      pageAt('/pools', 'Data Pools'),
      pageAt('/metrics', 'Metrics'),
      pageAt('/views', 'Materialized views'),
    ],
  },
  {
    title: 'Ask',
    entries: [
      pageAt('/dashboards', 'Dashboards'),
      pageAt('/explore', 'Explore'),
      pageAt('/sql', 'SQL'),
      pageAt('/queries', 'Queries'),
      { label: 'GraphiQL', to: './graphql' },
    ],
  },
  {
    title: 'Run',
    entries: [
      pageAt('/jobs', 'Jobs'),
      pageAt('/policies', 'Access policies'),
      pageAt('/applications', 'Applications'),
      pageAt('/environment', 'Environment'),
    ],
  },
];

/** The pages that the Application may use, in groups. */
export function usePageGroups() {
  const may = useMay();
  const { routesByPath } = useRouter();
  const isOpen = ({ path }: PageLink) => {
    const needed = path && routesByPath[path].options.staticData?.needs;
    return !needed || may(needed);
  };
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The pages that the Application may use. */
export const usePages = (): readonly PageLink[] => usePageGroups().flatMap(({ entries }) => entries);
