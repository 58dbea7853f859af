import type { QueryStatus, QueryType } from '@weir/client';
import { formatEnum } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { SelectField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { QueryHistory } from './query-history.js';

const types: readonly QueryType[] = [
  'METRIC',
  'STATS',
  'REPORT',
  'RECORDS',
  'RECORDS_BY_UNIQUE_ID',
  'SQL',
  'TOP_VALUES',
];
const statuses: readonly QueryStatus[] = ['COMPLETED', 'ERROR', 'TIMED_OUT'];

const any = { value: '', label: 'Any' };

export function QueriesPage() {
  const { search } = useView();
  const type = types.find((value) => value === search.type);
  const status = statuses.find((value) => value === search.status);
  const set = (changes: { type?: string; status?: string }) =>
    navigate(href('/queries', { type, status, ...changes }), { replace: true });
  return (
    <Page
      title="Queries"
      lead="Queries that ran in this Environment, with their duration and the data they read."
    >
      <div className="row-fields">
        <SelectField
          label="Kind"
          value={type ?? ''}
          onChange={(next) => set({ type: next })}
          options={[any, ...types.map((value) => ({ value, label: formatEnum(value) }))]}
        />
        <SelectField
          label="Status"
          value={status ?? ''}
          onChange={(next) => set({ status: next })}
          options={[any, ...statuses.map((value) => ({ value, label: formatEnum(value) }))]}
        />
      </div>
      <QueryHistory key={`${type}-${status}`} type={type} status={status} />
    </Page>
  );
}
