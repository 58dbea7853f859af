import { useState } from 'react';
import { typeText } from '../../../format/column-rules.js';
import { href } from '../../../routing/href.js';
import { StatusBadge } from '../../../ui/badge.js';
import { Copyable } from '../../../ui/copyable.js';
import { Table, type TableColumn } from '../../../ui/table.js';
import { Time } from '../../../ui/time.js';
import { quarantineHref } from '../../quarantine/quarantine-view.js';
import { isWebhook, type ShownSource, type ShownWebhookSource } from '../shown-source.js';
import { errorHandlings } from './error-handling.js';
import { IntakePanel } from './intake-panel.js';
import { ProblemsPanel } from './problems-panel.js';
import { QuarantineNotice } from './quarantine-notice.js';
import { RefusalsPanel } from './refusals-panel.js';
import { SendPanel } from './send-panel.js';
import { shownSignature } from './signature-fields.js';
import { curlLine, sampleRequest } from './webhook.js';

/** The page of a webhook: its URL, a test sender, what it receives and refuses, and its settings. */
export function WebhookPanels({ source }: { source: ShownSource }) {
  if (!isWebhook(source)) return null;
  return (
    <>
      <QuarantineNotice dataSource={source.id} />
      <AddressPanel source={source} />
      {source.connectionSettings.signature === null && <SendPanel source={source} />}
      <IntakePanel source={source} />
      <ProblemsPanel source={source} />
      <RefusalsPanel sourceId={source.id} />
      <FactsPanel source={source} />
    </>
  );
}

export function AddressPanel({ source }: { source: ShownWebhookSource }) {
  const { webhookUrl, basicAuth, signature } = source.connectionSettings;
  const [sample] = useState(() => sampleRequest(source));
  return (
    <section className="panel stack">
      <div className="panel-head">
        <h2>Webhook</h2>
        <StatusBadge status={source.status} />
      </div>
      {source.error && <p className="problem-text">{source.error.message}</p>}
      <div className="field">
        <h3>URL</h3>
        <Copyable text={webhookUrl} what="webhook URL" />
        <p className="note small">
          {signature
            ? 'Requests must be signed, so test events come from the sender.'
            : `Anyone who has the URL${basicAuth ? ' and the password' : ''} can send events. Treat it as a secret.`}
        </p>
      </div>
      {signature === null && (
        <div className="field">
          <h3>From a shell</h3>
          <Copyable text={curlLine(webhookUrl, sample, basicAuth?.username)} what="curl command" />
        </div>
      )}
    </section>
  );
}

type SourceColumn = ShownWebhookSource['connectionSettings']['columns'][number];

const columns: readonly TableColumn<SourceColumn>[] = [
  { header: 'Column', cell: ({ name }) => <span className="mono">{name}</span> },
  { header: 'Path', cell: ({ jsonProperty }) => <span className="mono">{jsonProperty}</span> },
  { header: 'Type', cell: typeText },
  { header: 'Optional', cell: ({ nullable }) => (nullable ? 'Yes' : 'No') },
];

function FactsPanel({ source }: { source: ShownWebhookSource }) {
  const { connectionSettings: settings } = source;
  const pool = source.dataPools?.nodes[0];
  return (
    <section className="panel stack">
      <h2>Settings</h2>
      <dl className="facts">
        <dt>ID</dt>
        <dd className="mono">{source.id}</dd>
        <dt>Data Pool</dt>
        <dd>{pool ? <a href={href('/pools/$id', { id: pool.id })}>{pool.uniqueName}</a> : '—'}</dd>
        <dt>Basic auth</dt>
        <dd>{settings.basicAuth ? `On, user ${settings.basicAuth.username}` : 'Off'}</dd>
        <dt>Signature</dt>
        <dd>{shownSignature(settings.signature)}</dd>
        <dt>Invalid events</dt>
        <dd>
          {errorHandlings[settings.errorHandling].label}.{' '}
          <a href={quarantineHref(source.id)}>Open the quarantine</a>
        </dd>
        <dt>Timestamp</dt>
        <dd className="mono">{settings.timestamp}</dd>
        <dt>Unique ID</dt>
        <dd className="mono">{settings.uniqueId ?? '—'}</dd>
        <dt>Created</dt>
        <dd>
          <Time value={source.createdAt} />
        </dd>
      </dl>
      {settings.columns.length > 0 && (
        <Table label="Columns" columns={columns} rows={settings.columns} rowKey={({ name }) => name} />
      )}
    </section>
  );
}
