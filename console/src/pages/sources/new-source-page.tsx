import { useView } from '../../routing/use-view.js';
import { sourceKindOf } from './source-kinds.js';

/** Each kind of Data Source has its own page for creation. */
export function NewSourcePage() {
  const { NewPage } = sourceKindOf(useView().search.type);
  return <NewPage />;
}
