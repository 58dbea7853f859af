import { useLocation } from '../../routing/location.js';
import { sourceKindOf } from './source-kinds.js';

/** Each kind of Data Source has its own page for creation. */
export function NewSourcePage() {
  const { NewPage } = sourceKindOf(useLocation().params.get('type'));
  return <NewPage />;
}
