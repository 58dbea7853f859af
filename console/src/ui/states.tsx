import type { UseQueryResult } from '@tanstack/react-query';
import { WeirError } from '@weir/client';
import type { ReactNode } from 'react';
import { isOutage } from '../api/outage.js';
import './states.css';

export function Loading({ what }: { what: string }) {
  return (
    <p className="loading" role="status">
      Loading {what}…
    </p>
  );
}

export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const code = error instanceof WeirError ? error.code : 'INTERNAL';
  return (
    <div className="alert" role="alert">
      {!isForViewer(error) && (
        <div>
          <strong>{titles[code] ?? 'Something went wrong'}</strong>
        </div>
      )}
      <div>{error.message}</div>
      {retry && (
        <div>
          <button type="button" className="small-button" onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** Viewers of a shared dashboard get a whole sentence, with a reference. */
const isForViewer = (error: Error) => error instanceof WeirError && error.details['reference'] !== undefined;

const titles: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'The request is not valid',
  UNAUTHENTICATED: 'Not signed in',
  FORBIDDEN: 'Not permitted',
  NOT_FOUND: 'Not found',
  CONFLICT: 'Already taken or still in use',
  QUERY_FAILED: 'The query failed',
  QUERY_TIMED_OUT: 'The query took too long',
  QUERY_CANCELLED: 'The query was cancelled',
  RATE_LIMITED: 'Too many requests',
  UNAVAILABLE: 'The service is not available',
  NETWORK_ERROR: 'The service cannot be reached',
};

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/**
 * Renders the three states of a query: loading, failed, done. `space` is shown while it is loading. In an outage, what was there
 * stays.
 */
export function Answered<T>({
  answer,
  what,
  space = <Loading what={what} />,
  children,
}: {
  answer: UseQueryResult<T, Error>;
  what: string;
  space?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (answer.data !== undefined && (!answer.isError || isOutage(answer.error))) return children(answer.data);
  if (answer.isError) return <Failure error={answer.error} retry={() => void answer.refetch()} />;
  return space;
}
