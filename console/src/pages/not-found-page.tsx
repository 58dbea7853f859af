import { href } from '../routing/href.js';
import { Page } from '../ui/page.js';
import { Empty } from '../ui/states.js';

export function NotFoundPage() {
  return (
    <Page title="Not found" isForm>
      <Empty title="This page does not exist">
        <a href={href('/')}>Go to the overview</a>
      </Empty>
    </Page>
  );
}
