import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../../api/use-operation.js';
import { Field, TextField } from '../../../ui/field.js';
import { sampleTexts } from '../sample.js';
import type { ShownWebhookSource } from '../shown-source.js';
import { SendFailure, sentText } from './send-outcome.js';
import { sampleRequest, webhookFromHere } from './webhook.js';

/** Sends an event from the page, like any sender. */
export function SendPanel({ source }: { source: ShownWebhookSource }) {
  const client = useClient();
  const queries = useQueryClient();
  const { webhookUrl, basicAuth } = source.connectionSettings;
  const [{ event, headers }] = useState(() => sampleRequest(source));
  const [text, setText] = useState(() => JSON.stringify(event, null, 2));
  const [password, setPassword] = useState('');
  const send = useMutation({
    mutationFn: async () =>
      await client.sendEvents(webhookFromHere(webhookUrl), `[${sampleTexts(text).join(',')}]`, {
        headers,
        ...(basicAuth && { basicAuth: { username: basicAuth.username, password } }),
      }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <section className="panel stack">
      <h2>Send a test event</h2>
      <Field label="Event">
        {(control) => (
          <textarea
            {...control}
            rows={7}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {Object.keys(headers).length > 0 && (
        <p className="note small">
          Sent with{' '}
          <code>
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join(', ')}
          </code>
        </p>
      )}
      {basicAuth && (
        <TextField
          label={`Password of ${basicAuth.username}`}
          type="password"
          value={password}
          onChange={setPassword}
        />
      )}
      {send.isError && <SendFailure error={send.error} />}
      <div className="row">
        <button type="button" className="primary" disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending…' : 'Send'}
        </button>
        <button type="button" onClick={() => setText(JSON.stringify(sampleRequest(source).event, null, 2))}>
          Generate another
        </button>
        <span className="good-text" role="status">
          {send.isSuccess && sentText(send.data)}
        </span>
      </div>
    </section>
  );
}
