import { WeirError } from '../base/errors.js';

/** Why a whole body was refused. */
export type BodyRefusalReason =
  | 'not_json'
  | 'invalid_utf8'
  | 'too_many_events'
  | 'too_many_fields'
  | 'no_batch';

/** Why one event was refused; others in the same body may still be valid. */
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

/** A body that is refused as a whole. The message contains the byte offset of the problem. */
export class BodyRefusal extends WeirError {
  readonly reason: BodyRefusalReason;
  readonly offset: number;

  constructor(reason: BodyRefusalReason, offset: number, problem: string) {
    super('BAD_REQUEST', `${problem} at byte ${offset}`, { details: { reason, offset } });
    this.reason = reason;
    this.offset = offset;
  }
}

/** The rows of a body exceed the budget. Rows are larger than the body, because columns repeat its values. */
export class RowsTooLarge extends Error {
  constructor(bytesMax: number) {
    super(
      `These events take more than ${bytesMax} bytes as rows; send fewer events at once, or smaller ones`,
    );
  }
}

/** A problem of one event: in one of its columns, or (column null) in the event itself. */
export interface EventError {
  /** The event's index in the request, from 0. */
  readonly index: number;
  readonly column: string | null;
  readonly reason: EventErrorReason;
  readonly message: string;
}

/** Why an event cannot be stored, independently of columns. */
export interface EventFault {
  readonly reason: EventErrorReason;
  readonly message: string;
}
