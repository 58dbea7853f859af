import { WeirError } from '@weir/client';

/** Whether a dashboard was not saved because someone else has saved it since its editing began. */
export const isSavedMeanwhile = (error: Error | null) =>
  error instanceof WeirError && error.details['field'] === 'unmodifiedSince';

export function SavedMeanwhile({ onOverwrite }: { onOverwrite: () => void }) {
  return (
    <div className="alert alert-warn" role="alert">
      <div>
        <strong>Someone else has changed this dashboard</strong>
      </div>
      <div>It was saved after you began to edit it. “Discard changes” shows it as it is now.</div>
      <div>
        <button type="button" className="small-button" onClick={onOverwrite}>
          Save mine instead
        </button>
      </div>
    </div>
  );
}
