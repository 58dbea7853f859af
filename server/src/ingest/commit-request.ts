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

/** A request with its answer still open. */
export interface PendingCommit {
  readonly request: CommitRequest;
  readonly receivedAtMs: number;
  /** On the clock that cannot jump. */
  readonly deadlineMs: number;
  readonly enqueuedAtMs: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
