import { dataSourceQuery } from '@weir/client';
import { useEffect, useRef } from 'react';
import { useOperation } from '../../../api/use-operation.js';
import { Chart } from '../../../charts/chart.js';
import { usePreferences } from '../../../preferences/preferences.js';
import { href } from '../../../routing/href.js';
import { useView } from '../../../routing/use-view.js';
import { Answered, Empty } from '../../../ui/states.js';
import { exploreRequest } from '../../explore/explore-request.js';
import { readView, viewParams } from '../../explore/explore-view.js';
import { shownResult } from '../../explore/shown-result.js';
import { isWebhook, type ShownWebhookSource } from '../shown-source.js';
import { areAllStored, SendFailure, sentText, UnstoredEvents } from './send-outcome.js';
import type { SendState } from './use-creation.js';
import { AddressPanel } from './webhook-panels.js';

/** A new source: what became of its first events, a chart of them, and where to send more. */
export function CreatedWebhook({ id, send }: { id: string; send: SendState }) {
  const answer = useOperation(dataSourceQuery, { id });
  const whole = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => whole.current?.focus({ preventScroll: true }), []);
  return (
    <div className="stack" ref={whole} tabIndex={-1}>
      <Answered answer={answer} what="the new source">
        {({ dataSource: source }) =>
          source && isWebhook(source) ? (
            <>
              <section className="panel stack">
                {send.variables?.sourceId === id && <Sent send={send} />}
                {!send.isPending && <FirstChart source={source} />}
              </section>
              <AddressPanel source={source} />
            </>
          ) : (
            <Empty title="There is no such webhook" />
          )
        }
      </Answered>
    </div>
  );
}

function Sent({ send }: { send: SendState }) {
  if (send.isPending)
    return (
      <p className="loading" role="status">
        Sending the events…
      </p>
    );
  return (
    <>
      {send.isSuccess && (
        <p className={areAllStored(send.data) ? 'good-text' : 'problem-text'} role="status">
          {sentText(send.data)}
        </p>
      )}
      {send.isSuccess && <UnstoredEvents results={send.data} events={send.variables.events} />}
      {send.isError && (
        <>
          <SendFailure error={send.error} />
          <div>
            <button type="button" onClick={() => send.mutate(send.variables)}>
              Send again
            </button>
          </div>
        </>
      )}
    </>
  );
}

const refetchIntervalMs = 5_000;

function FirstChart({ source }: { source: ShownWebhookSource }) {
  const { search } = useView();
  const { timeZone } = usePreferences();
  const pool = source.dataPools?.nodes[0];
  const view = { ...readView(search), pool: pool?.id ?? '' };
  const request = exploreRequest(view, timeZone);
  if (!pool || 'missing' in request) return null;
  const links = (
    <div className="row">
      <a className="button primary" href={href('/explore', viewParams(view))}>
        Explore
      </a>
      <a className="button" href={href('/pools/$id', { id: pool.id })}>
        Records
      </a>
      <a className="button" href={href('/pools/$id/$tab', { id: pool.id, tab: 'load' })}>
        Load a file
      </a>
      <a className="button" href={href('/sources/$id', { id: source.id })}>
        Data Source
      </a>
    </div>
  );
  return (
    <>
      <CountChart request={request} view={view} timeZone={timeZone} name={`Records of ${pool.uniqueName}`} />
      {links}
    </>
  );
}

interface CountChartProps {
  readonly request: Exclude<ReturnType<typeof exploreRequest>, { readonly missing: string }>;
  readonly view: ReturnType<typeof readView>;
  readonly timeZone: string;
  readonly name: string;
}

function CountChart({ request, view, timeZone, name }: CountChartProps) {
  const answer = useOperation(request.document, request.variables, { refetchIntervalMs, keepPrevious: true });
  return (
    <Answered answer={answer} what="the chart">
      {(result) => {
        const { title, chart, rows } = shownResult(view, timeZone, result, name);
        return (
          <>
            <h2>{title}</h2>
            {chart && rows.length > 0 ? (
              <Chart data={chart} />
            ) : (
              <p className="note">No events are stored yet. A chart appears here after the first one.</p>
            )}
          </>
        );
      }}
    </Answered>
  );
}
