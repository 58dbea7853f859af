import { Page } from '../../ui/page.js';
import { StartSteps } from './start-steps.js';

export function StartPage() {
  return (
    <Page title="Start">
      <StartSteps />
    </Page>
  );
}
