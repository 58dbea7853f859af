import {
  type DataPoolAccessPreviewInput,
  type DataPoolAccessPreviewQuery,
  dataPoolAccessPreviewQuery,
} from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { countText } from '../../format/format.js';
import { useMay } from '../../session/permissions.js';
import { Answered } from '../../ui/states.js';

type Preview = NonNullable<DataPoolAccessPreviewQuery['dataPoolAccessPreview']>;
type Access = Preview['applications'][number];

/** Who sees what of a Data Pool after a change that is not made yet. */
export function AccessPreview({ input }: { input: DataPoolAccessPreviewInput }) {
  const withApplications = useMay()('manageApplications');
  const answer = useOperation(dataPoolAccessPreviewQuery, { input, withApplications }, { alwaysFresh: true });
  return (
    <section className="stack" aria-label="What changes" aria-live="polite" aria-busy={answer.isFetching}>
      <Answered answer={answer} what="what changes">
        {({ dataPoolAccessPreview: preview }) => preview && <Shown preview={preview} />}
      </Answered>
    </section>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const { applications, alsoProtected, isComplete } = preview;
  const affected = applications.filter(isAffected);
  return (
    <>
      {affected.length === 0 ? (
        <p>No Application sees more or fewer records than now.</p>
      ) : (
        <>
          <p>From now on:</p>
          <ul>
            {affected.map((access, index) => (
              <li key={access.application?.id ?? index}>
                <strong>{access.application?.uniqueName ?? 'An Application'}</strong>:{' '}
                {effectOf(access, preview)}
              </li>
            ))}
          </ul>
        </>
      )}
      {applications.length > affected.length && affected.length > 0 && (
        <p className="note">
          Nothing changes for {countText(applications.length - affected.length, 'other Application')}.
        </p>
      )}
      {alsoProtected.length > 0 && (
        <p>
          The same applies to {alsoProtected.map(({ uniqueName }) => uniqueName).join(', ')}, which
          materialized views fill from it. Who should read the results needs a policy of their own for them.
        </p>
      )}
      {!isComplete && <p className="note">There are more than this preview looks at.</p>}
    </>
  );
}

const isAffected = ({ before, after, dashboards, shareLinks }: Access) =>
  before !== after ||
  after === 'SOME' ||
  [dashboards, shareLinks].some(({ wholly, partly }) => wholly + partly > 0);

/** "0 records, 3 dashboards will be empty" */
function effectOf(access: Access, preview: Preview): string {
  const { dashboards, shareLinks } = access;
  return [
    recordsOf(access, preview),
    dashboards.wholly > 0 && `${countText(dashboards.wholly, 'dashboard')} will be empty`,
    dashboards.partly > 0 && `${countText(dashboards.partly, 'dashboard')} will have empty tiles`,
    shareLinks.wholly > 0 && `${countText(shareLinks.wholly, 'share link')} will be empty`,
    shareLinks.partly > 0 && `${countText(shareLinks.partly, 'share link')} will have empty tiles`,
  ]
    .filter(Boolean)
    .join(', ');
}

function recordsOf({ after, recordCount, policyValues }: Access, { recordCount: all }: Preview): string {
  if (after === 'ALL') return all === null ? 'all records' : `all ${countText(all, 'record')}`;
  if (policyValues.length > 0) return `the records for the ${policyValues.join(' and ')} of each token`;
  return recordCount === null ? 'what its policies show' : countText(recordCount, 'record');
}
