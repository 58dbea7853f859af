import { href } from '../../../routing/href.js';
import { Page } from '../../../ui/page.js';
import { NewWebhook } from './new-webhook.js';

export function NewWebhookPage() {
  return (
    <Page isForm title="New webhook source" crumb={{ label: 'Data Sources', to: href('/sources') }}>
      <NewWebhook />
    </Page>
  );
}
