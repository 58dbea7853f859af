import { Page } from '../ui/page.js';
import { Empty } from '../ui/states.js';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Empty title="There is no such view">
        <a href="#/">Go to the overview</a>
      </Empty>
    </Page>
  );
}
