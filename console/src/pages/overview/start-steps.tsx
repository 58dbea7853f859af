import { createWebhookDataSourceMutation, dataPoolQuery, dataSourcesQuery } from '@weir/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { formatNumber } from '../../format/format.js';
import { href, navigate, useLocation } from '../../routing/location.js';
import { Copyable } from '../../ui/copyable.js';
import { SelectField, TextField } from '../../ui/field.js';
import { ListEnd } from '../../ui/list-end.js';
import { Answered, Failure } from '../../ui/states.js';
import { inferColumns, parseSample } from '../sources/infer-columns.js';
import { isWebhook, type ShownWebhookSource } from '../sources/shown-source.js';
import { SendPanel } from '../sources/webhook/send-panel.js';
import { curlLine, sampleRequest, sampleText } from '../sources/webhook/webhook.js';
import { Arrivals } from './arrivals.js';

/** The guided start: create a source, send a first event, and see it arrive. */
export function StartSteps() {
  const { path, params } = useLocation();
  const answer = useWholeList(dataSourcesQuery, 'dataSources');
  const choose = (id: string) => navigate(href(path, { source: id }), { replace: true });
  return (
    <Answered answer={answer} what="Data Sources">
      {({ dataSources }) => {
        // A page cannot sign events, so it cannot send the first one to the others.
        const sources = (dataSources?.nodes ?? [])
          .filter(isWebhook)
          .filter(({ connectionSettings }) => connectionSettings.signature === null);
        const source = sources.find(({ id }) => id === params.get('source'));
        return (
          <>
            <p className="note">Three steps to a chart of your own events.</p>
            <ol className="steps">
              <Step number={1} title="Create or choose a webhook" state={source ? 'done' : 'now'}>
                <ListEnd list={dataSources} what="Data Sources" />
                <ChooseSource sources={sources} source={source} onChoose={choose} />
              </Step>
              <FurtherSteps source={source} />
            </ol>
          </>
        );
      }}
    </Answered>
  );
}

function FurtherSteps({ source }: { source: ShownWebhookSource | undefined }) {
  const poolId = source?.dataPools?.nodes[0]?.id ?? '';
  const answer = useOperation(
    dataPoolQuery,
    { id: poolId },
    { enabled: poolId !== '', refetchIntervalMs: 2_000, keepPrevious: true },
  );
  const pool = poolId === '' ? undefined : answer.data?.dataPool;
  const landed = Number(pool?.recordCount ?? 0) > 0;
  return (
    <>
      <Step number={2} title="Send an event" state={landed ? 'done' : source ? 'now' : 'later'}>
        {source ? (
          <SendFirst key={source.id} source={source} />
        ) : (
          <p className="note">Create or choose a webhook first.</p>
        )}
      </Step>
      <Step number={3} title="See it arrive" state={landed ? 'done' : 'later'}>
        {pool && landed ? (
          <section className="panel stack">
            <p role="status">
              {formatNumber(pool.recordCount)} {pool.recordCount === '1' ? 'event has' : 'events have'}{' '}
              arrived in <a href={href(`/pools/${pool.id}`)}>{pool.uniqueName}</a>.
            </p>
            <Arrivals pool={pool} live />
            <div className="row">
              <a className="button primary" href={href('/explore', { pool: pool.id })}>
                Explore
              </a>
              <a className="button" href={href(`/pools/${pool.id}/tail`)}>
                Watch events arrive
              </a>
            </div>
          </section>
        ) : (
          <p className="note" role="status">
            {source ? 'Waiting for the first event…' : 'A chart appears here after the first event.'}
          </p>
        )}
      </Step>
    </>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state: 'done' | 'now' | 'later';
  readonly children: ReactNode;
}

function Step({ number, title, state, children }: StepProps) {
  return (
    <li data-state={state}>
      <span className="step-number" aria-hidden="true">
        {state === 'done' ? '✓' : number}
      </span>
      <div className="stack">
        <h2>
          {title}
          {state === 'done' && <span className="visually-hidden"> (done)</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}

interface ChooseSourceProps {
  readonly sources: readonly ShownWebhookSource[];
  readonly source: ShownWebhookSource | undefined;
  readonly onChoose: (id: string) => void;
}

function ChooseSource({ sources, source, onChoose }: ChooseSourceProps) {
  const [name, setName] = useState('orders');
  const create = useChange(createWebhookDataSourceMutation, (result) => {
    onChoose(result.createWebhookDataSource?.dataSource.id ?? '');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const columns = inferColumns(parseSample(sampleText))
      .filter(({ chosen }) => chosen)
      .map(({ name: column, jsonProperty, type }) => ({ name: column, jsonProperty, type, nullable: true }));
    create.mutate({ input: { uniqueName: name.trim(), connectionSettings: { columns } } });
  };
  return (
    <section className="panel stack">
      {sources.length > 0 && (
        <SelectField
          label="Use an existing webhook"
          value={source?.id ?? ''}
          onChange={onChoose}
          options={[
            { value: '', label: 'Choose …' },
            ...sources.map(({ id, uniqueName }) => ({ value: id, label: uniqueName })),
          ]}
        />
      )}
      <form className="row-fields" onSubmit={submit}>
        <TextField
          label={
            sources.length > 0 ? 'Or create a new one for example orders' : 'Create one for example orders'
          }
          value={name}
          onChange={setName}
          required
        />
        <button type="submit" className="primary" disabled={create.isPending}>
          {create.isPending ? 'Creating…' : 'Create webhook'}
        </button>
      </form>
      <p className="note small">
        For your own events, <a href="#/sources/new">create a source from a sample event</a>.
      </p>
      {create.isError && <Failure error={create.error} />}
    </section>
  );
}

function SendFirst({ source }: { source: ShownWebhookSource }) {
  const { webhookUrl, basicAuth } = source.connectionSettings;
  const [sample] = useState(() => sampleRequest(source));
  return (
    <>
      <section className="panel stack">
        <h2>Send an event from a shell</h2>
        <Copyable text={curlLine(webhookUrl, sample, basicAuth?.username)} what="curl command" />
      </section>
      <SendPanel source={source} />
    </>
  );
}
