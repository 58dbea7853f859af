import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import { usePools } from '../../api/use-pools.js';
import { href, type RouteValues } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { announce } from '../../ui/announcer.js';
import { Form, FormEnd } from '../../ui/form.js';
import { ListEnd } from '../../ui/list-end.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { createMetric } from './create-metric.js';
import { formatDraft } from './format-fields.js';
import { DefinitionFields, type MetricDraft, NamingFields } from './metric-form.js';
import { metricTypes } from './metric-kinds.js';

/** The explorer passes its current Metric as URL parameters. */
function draftFrom(search: RouteValues<'/metrics/new'>): MetricDraft {
  return {
    type: metricTypes.find((type) => type === search.agg) ?? 'COUNT',
    dataPool: search.pool ?? '',
    column: search.column ?? '',
    expression: search.expression ?? '',
    filterSql: search.filter ?? '',
    uniqueName: '',
    description: '',
    dimensions: [],
    timestamp: '',
    format: formatDraft(),
  };
}

export function NewMetricPage() {
  const { search } = useView();
  const [draft, setDraft] = useState(() => draftFrom(search));
  const set = (changes: Partial<MetricDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const pools = usePools();
  const client = useClient();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () => createMetric(client, draft),
    onError: endSessionIfRefused,
    onSuccess: async (metric) => {
      announce(`Metric ${metric?.uniqueName} created`);
      navigate(href('/explore', { metric: metric?.id }));
      await queries.invalidateQueries();
    },
  });
  const submit = () => {
    create.mutate();
  };
  return (
    <Page title="New Metric" isForm crumb={{ label: 'Metrics', to: href('/metrics') }}>
      <Answered answer={pools} what="Data Pools">
        {({ dataPools }) => (
          <Form className="stack" error={create.error} onSubmit={submit}>
            <div className="two-columns">
              <section className="panel stack">
                <h2>Definition</h2>
                <ListEnd list={dataPools} what="Data Pools" />
                <DefinitionFields draft={draft} set={set} pools={dataPools?.nodes ?? []} />
              </section>
              <section className="panel stack">
                <h2>Name and dimensions</h2>
                <NamingFields draft={draft} set={set} pools={dataPools?.nodes ?? []} />
              </section>
            </div>
            <FormEnd
              submit={create.isPending ? 'Creating…' : 'Create Metric'}
              disabled={create.isPending}
              cancel={href('/metrics')}
            />
          </Form>
        )}
      </Answered>
    </Page>
  );
}
