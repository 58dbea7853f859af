import { dataSourceQuery } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { Page } from '../../ui/page.js';
import { Answered } from '../../ui/states.js';
import { useQuarantineView } from './quarantine-view.js';
import { QuarantinedEvents } from './quarantined-events.js';
import { SearchForm } from './search-form.js';

/** The events of a Data Source that could not be stored. */
export default function QuarantinePage({ id }: { id: string }) {
  const answer = useOperation(dataSourceQuery, { id });
  const [view, setView] = useQuarantineView(id);
  return (
    <Page
      title="Quarantine"
      lead="Events that could not be stored. Correct them, or replay them once the reason is gone."
      crumb={{
        label: answer.data?.dataSource?.uniqueName ?? 'Data Source',
        to: href('/sources/$id', { id }),
      }}
    >
      <Answered answer={answer} what="the Data Source">
        {({ dataSource: source }) =>
          source && (
            <>
              <SearchForm search={view.search} onSearch={(search) => setView({ search })} />
              <QuarantinedEvents source={source} view={view} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}
