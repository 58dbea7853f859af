import { neededAbility } from '../routing/needed-ability.js';
import { useMay } from '../session/permissions.js';

export interface PageLink {
  readonly label: string;
  readonly to: string;
}

const groups: readonly { readonly title: string; readonly entries: readonly PageLink[] }[] = [
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

/** The pages that the Application may use, in groups. */
export function usePageGroups() {
  const may = useMay();
  const isOpen = ({ to }: PageLink) => {
    const needed = neededAbility(to.replace(/^#/, ''));
    return !needed || may(needed);
  };
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isOpen) }))
    .filter(({ entries }) => entries.length > 0);
}

/** The pages that the Application may use. */
export const usePages = (): readonly PageLink[] => usePageGroups().flatMap(({ entries }) => entries);
