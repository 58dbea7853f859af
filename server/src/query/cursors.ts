import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { badInput } from '../base/errors.js';
import { type Principal, readerKey } from '../base/principal.js';
import type { KeyValue, Position } from '../sql/keyset.js';

/**
 * A cursor is a row's position, signed together with its query, the calling Application and what its token may read. A modified
 * cursor, or one of another query, Application, tenant or service, is refused: a position in another order would give a
 * page that looks right but is wrong, and a position in another tenant's rows would show that tenant's values in the
 * query's SQL.
 */
export interface CursorScope {
  readonly operation: 'metricReport' | 'dataGrid';
  readonly principal: Principal;
  /** Everything that determines the rows and their order, except the page. */
  readonly query: readonly unknown[];
}

const signatureBytes = 16;
/** Positions are sent to the engine as parameters of a statement, whose size is limited. */
export const positionBytesMax = 64 * 1024;

export class Cursors {
  readonly #secret: string;
  readonly #scope: string;

  constructor(secret: string, { operation, principal, query }: CursorScope) {
    this.#secret = secret;
    const { environmentId, applicationId } = principal;
    const asked = JSON.stringify([operation, environmentId, applicationId, readerKey(principal), query]);
    this.#scope = createHash('sha256').update(asked).digest('base64');
  }

  write(position: Position): string {
    const payload = Buffer.from(JSON.stringify(position.map(({ type, text }) => [type, text])));
    return Buffer.concat([this.#sign(payload), payload]).toString('base64url');
  }

  /** Null without a cursor. An empty text counts as absent, because clients send back what the last page gave them. */
  read(argument: 'after' | 'before', cursor: string | null | undefined): Position | null {
    if (!cursor) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const signature = bytes.subarray(0, signatureBytes);
    const payload = bytes.subarray(signatureBytes);
    // Compared as text too, because decoding ignores characters outside of the alphabet.
    if (
      signature.length !== signatureBytes ||
      !timingSafeEqual(signature, this.#sign(payload)) ||
      bytes.toString('base64url') !== cursor
    ) {
      throw badInput(argument, 'the cursor does not belong to this query');
    }
    if (payload.length > positionBytesMax) {
      throw badInput(
        argument,
        `the sort values of this row are longer than ${positionBytesMax} bytes; order by another column`,
      );
    }
    const values = JSON.parse(payload.toString()) as [string, string | null][];
    return values.map(([type, text]): KeyValue => ({ type, text }));
  }

  #sign(payload: Buffer): Buffer {
    return createHmac('sha256', this.#secret)
      .update(this.#scope)
      .update(payload)
      .digest()
      .subarray(0, signatureBytes);
  }
}
