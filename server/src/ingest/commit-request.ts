import type { DataPool } from '../catalog/definitions.js';
import type { RequestId } from './row-id.js';

/** The rows of one webhook request for one table, to be stored completely and once. */
export interface CommitRequest {
  readonly pool: Pick<DataPool, 'id' | 'environmentId' | 'tableSettings'>;
  readonly requestId: RequestId;
  readonly rows: Buffer;
  readonly rowCount: number;
  /** An earlier attempt that may have stored some of the rows: its node, which may still be inserting, and its time. */
  readonly earlier?: { readonly nodeId: string; readonly sinceMs: number } | undefined;
}

/** Stores requests. When `commit` resolves, the rows are durable and every later query sees them. */
export interface Commits {
  commit(request: CommitRequest): Promise<void>;
}

/** Resolves when all are stored. Rejects only when none is being stored any more. */
export async function commitAll(commits: Commits, requests: readonly CommitRequest[]): Promise<void> {
  const outcomes = await Promise.allSettled(requests.map((request) => commits.commit(request)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** A request whose rows are not stored yet. */
export interface PendingCommit {
  readonly request: CommitRequest;
  /** The request has been answered: it can no longer be refused, and only readers wait for it. */
  readonly isAcknowledged: boolean;
  readonly receivedAtMs: number;
  /** On the monotonic clock. Acknowledged requests are retried after it. */
  readonly deadlineMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
