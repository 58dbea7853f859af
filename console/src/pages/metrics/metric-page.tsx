import { deleteMetricMutation, metricKinds, modifyMetricMutation } from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { useMay } from '../../session/permissions.js';
import { announce } from '../../ui/announcer.js';
import { changedFields } from '../../ui/changed-fields.js';
import { DeleteDialog } from '../../ui/delete-dialog.js';
import { Form, FormEnd } from '../../ui/form.js';
import { NameFields, namedOf } from '../../ui/name-fields.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { BoostersPanel } from './boosters-panel.js';
import { CheckedField, filterAsExpression } from './expression-check.js';
import { FormatFields, formatDraft, formatInput } from './format-fields.js';
import { metricDocument } from './metric-documents.js';
import { formulaOf, isWholeMetric, type ShownMetric, type WholeMetric } from './metric-kinds.js';

const crumb = { label: 'Metrics', to: href('/metrics') };

export function MetricPage({ id }: { id: string }) {
  const answer = useOperation(metricDocument(useMay()), { id });
  const metric = answer.data?.metric;
  if (!metric)
    return (
      <Page title="Metric" crumb={crumb}>
        <Answered answer={answer} what="the Metric">
          {() => null}
        </Answered>
      </Page>
    );
  return isWholeMetric(metric) ? (
    <Whole key={metric.modifiedAt} metric={metric} />
  ) : (
    <Page
      title={metric.uniqueName}
      lead={metric.description}
      crumb={crumb}
      actions={<ExploreLink metric={metric} />}
    >
      <Facts metric={metric} />
    </Page>
  );
}

function ExploreLink({ metric }: { metric: ShownMetric }) {
  const may = useMay();
  return (
    may('queryMetrics') && (
      <a className="button primary" href={href('/explore', { metric: metric.id })}>
        Explore
      </a>
    )
  );
}

function Whole({ metric }: { metric: WholeMetric }) {
  const [deleting, setDeleting] = useState(false);
  const remove = useChange(deleteMetricMutation, () => {
    announce(`Metric ${metric.uniqueName} deleted`);
    navigate(href('/metrics'));
  });
  return (
    <Page
      title={metric.uniqueName}
      lead={metric.description}
      crumb={crumb}
      actions={
        <>
          <ExploreLink metric={metric} />
          <button type="button" className="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      <Facts metric={metric} />
      <BoostersPanel metric={metric} />
      <EditForm metric={metric} />
      {deleting && (
        <DeleteDialog
          resource="Metric"
          name={metric.uniqueName}
          error={remove.error}
          pending={remove.isPending}
          onDelete={() => remove.mutate({ id: metric.id })}
          onClose={() => setDeleting(false)}
        >
          Queries that use this Metric will fail. No records are deleted.
        </DeleteDialog>
      )}
    </Page>
  );
}

function Facts({ metric }: { metric: ShownMetric }) {
  return (
    <section className="panel">
      <h2>Definition</h2>
      <dl className="facts">
        <dt>ID</dt>
        <dd className="mono">{metric.id}</dd>
        <dt>Type</dt>
        <dd>{metricKinds[metric.type].label}</dd>
        {isWholeMetric(metric) && (
          <>
            <dt>Computes</dt>
            <dd className="mono">{formulaOf(metric)}</dd>
          </>
        )}
        <dt>Data Pool</dt>
        <dd>
          <a href={href('/pools/$id', { id: metric.dataPool.id })}>{metric.dataPool.uniqueName}</a>
        </dd>
        <dt>Timestamp</dt>
        <dd className="mono">{metric.timestamp?.columnName ?? "the Data Pool's default timestamp"}</dd>
        <dt>Dimensions</dt>
        <dd className="mono">{metric.dimensions.map(({ columnName }) => columnName).join(', ') || '—'}</dd>
        {isWholeMetric(metric) && (
          <>
            <dt>Changed</dt>
            <dd>
              <Time value={metric.modifiedAt} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function EditForm({ metric }: { metric: WholeMetric }) {
  const [named, setNamed] = useState(() => namedOf(metric));
  const [filterSql, setFilterSql] = useState(metric.settings.filterSql ?? '');
  const [format, setFormat] = useState(() => formatDraft(metric.format));
  const modify = useChange(modifyMetricMutation, () => announce('Saved'));
  const submit = () => {
    const before = { ...namedOf(metric), filterSql: metric.settings.filterSql ?? '' };
    const changed = changedFields(before, { ...named, filterSql });
    const shown = formatInput(format);
    const hasNewFormat = JSON.stringify(format) !== JSON.stringify(formatDraft(metric.format));
    modify.mutate({
      input: { metric: metric.id, ...changed, ...(hasNewFormat && shown && { format: shown }) },
    });
  };
  return (
    <Form className="panel form" error={modify.error} onSubmit={submit}>
      <h2>Change</h2>
      <NameFields named={named} onChange={setNamed} />
      <CheckedField
        label="Filter"
        name="filterSql"
        dataPool={metric.dataPool.id}
        value={filterSql}
        onChange={setFilterSql}
        placeholder="price > 10"
        expressionOf={filterAsExpression}
      />
      <FormatFields draft={format} set={setFormat} optional={!metric.format} />
      <FormEnd submit="Save" disabled={modify.isPending} />
    </Form>
  );
}
