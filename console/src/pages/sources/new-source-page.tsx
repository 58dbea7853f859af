import { useLocation } from '../../routing/location.js';
import { sourceKindOf } from './source-kinds.js';

/** Each kind of Data Source is created by a page of its own. */
export function NewSourcePage() {
  const { NewPage } = sourceKindOf(useLocation().params.get('type'));
  return <NewPage />;
}
