import type { DataPool } from '../catalog/definitions.js';
import type { RequestId } from './row-id.js';

/** The rows of one webhook request, to be stored all of them, once. */
export interface CommitRequest {
  readonly pool: Pick<DataPool, 'id' | 'environmentId' | 'tableSettings'>;
  readonly requestId: RequestId;
  readonly rows: Buffer;
  readonly rowCount: number;
  /** An earlier attempt may have stored some of the rows: who may still be inserting them, and since when. */
  readonly earlier?: { readonly nodeId: string; readonly sinceMs: number } | undefined;
}

/** Whoever takes a request: when it resolves, the rows are durable and every later query sees them. */
export interface Commits {
  commit(request: CommitRequest): Promise<void>;
}

/** A request whose rows are still to be stored. */
export interface PendingCommit {
  readonly request: CommitRequest;
  /** It has had its answer: it cannot be refused any more, and nobody waits for it but readers. */
  readonly isAcknowledged: boolean;
  readonly receivedAtMs: number;
  /** On the clock that cannot jump. One that is acknowledged is tried again after it. */
  readonly deadlineMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
