import { WeirError } from '@weir/client';

/** Why an event was refused, as the webhook and the list of refusals tell it. */
interface EventError {
  readonly index?: number | null;
  readonly column?: string | null;
  readonly message: string;
}

/** `Event 0: price: …`, without the parts that are not known. */
export const describedError = ({ index, column, message }: EventError) =>
  [index === null || index === undefined ? '' : `Event ${index}`, column, message].filter(Boolean).join(': ');

/** All errors of a refused request; empty if it failed for another reason. */
export function eventErrorsOf(error: Error): readonly EventError[] {
  const listed = error instanceof WeirError ? error.details['errors'] : undefined;
  return Array.isArray(listed) ? (listed as readonly EventError[]) : [];
}
