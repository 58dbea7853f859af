import { useView } from '../../../routing/use-view.js';
import { CreatedWebhook } from './created-webhook.js';
import { useCreation } from './use-creation.js';
import { WebhookForm } from './webhook-form.js';

/** The way from events of one's own to a chart of them: a form, then the new source in its place. */
export function NewWebhook({ onBegin }: { onBegin?: () => void }) {
  const { search } = useView();
  const creation = useCreation();
  const source = search.source;
  return source ? (
    <CreatedWebhook id={source} send={creation.send} />
  ) : (
    <WebhookForm creation={creation} onBegin={onBegin} />
  );
}
