interface PageInfo {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Where a page begins: after a cursor, before one, or at the start. */
export interface PagePosition {
  readonly after?: string;
  readonly before?: string;
}

/** The position as arguments of an API connection. */
export const pageArguments = ({ after, before }: PagePosition, size: number) =>
  before === undefined ? { first: size, ...(after !== undefined && { after }) } : { last: size, before };

interface PagerProps {
  readonly pageInfo: PageInfo;
  readonly onMove: (position: PagePosition) => void;
}

export function Pager({ pageInfo, onMove }: PagerProps) {
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = pageInfo;
  if (!hasNextPage && !hasPreviousPage) return null;
  return (
    <nav className="row row-end" aria-label="Pages">
      <button type="button" disabled={!hasPreviousPage} onClick={() => onMove({})}>
        First
      </button>
      <button
        type="button"
        disabled={!hasPreviousPage || startCursor === null}
        onClick={() => onMove({ before: startCursor ?? '' })}
      >
        Previous
      </button>
      <button
        type="button"
        disabled={!hasNextPage || endCursor === null}
        onClick={() => onMove({ after: endCursor ?? '' })}
      >
        Next
      </button>
    </nav>
  );
}
