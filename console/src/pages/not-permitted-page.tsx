import { href } from '../routing/href.js';
import { Page } from '../ui/page.js';
import { Empty } from '../ui/states.js';

/** For a link to a page that the signed-in Application may not use. */
export function NotPermittedPage() {
  return (
    <Page title="Not permitted" isForm>
      <Empty title="This Application does not have the scope for this page">
        <a href={href('/')}>Go to the overview</a>
      </Empty>
    </Page>
  );
}
