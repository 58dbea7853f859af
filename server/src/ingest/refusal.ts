import { WeirError } from '../base/errors.js';

/** Why a whole body was refused. */
export type BodyRefusalReason = 'not_json' | 'invalid_utf8' | 'too_many_events';

/** Why one event was refused; the others of the same body may still be good. */
export type EventErrorReason =
  | 'not_json'
  | 'invalid_utf8'
  | 'not_an_object'
  | 'duplicate_key'
  | 'too_many_keys'
  | 'lone_surrogate'
  | 'non_finite_number'
  | 'too_deep'
  | 'required'
  | 'wrong_type'
  | 'out_of_range';

/** A body of which nothing can be kept: the message says where, as a byte offset. */
export class BodyRefusal extends WeirError {
  readonly reason: BodyRefusalReason;
  readonly offset: number;

  constructor(reason: BodyRefusalReason, offset: number, problem: string) {
    super('BAD_REQUEST', `${problem} at byte ${offset}`, { details: { reason, offset } });
    this.reason = reason;
    this.offset = offset;
  }
}

/** A body that becomes more bytes of rows than may ever be on their way: it is smaller, but columns repeat it. */
export class RowsTooLarge extends Error {
  constructor(bytesMax: number) {
    super(
      `These events take more than ${bytesMax} bytes as rows; send fewer events at once, or smaller ones`,
    );
  }
}

/** One thing wrong with one event: with a column of it, or (column null) with the event itself. */
export interface EventError {
  /** The event's place in the request, from 0. */
  readonly index: number;
  readonly column: string | null;
  readonly reason: EventErrorReason;
  readonly message: string;
}

/** What makes an event unfit to be kept, whichever columns are wanted of it. */
export interface EventFault {
  readonly reason: EventErrorReason;
  readonly message: string;
}
