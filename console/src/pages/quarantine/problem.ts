import type { QuarantinedEventsQuery } from '@weir/client';
import { countText } from '../../format/format.js';

export type ShownEvent = QuarantinedEventsQuery['quarantinedEvents']['nodes'][number];

/** Why an event could not be stored, without its message. */
export interface Problem {
  readonly column: string | null;
  readonly reason: string;
}

/** `price: wrong type`, or `not JSON` if the event itself is wrong. */
export const problemName = ({ column, reason }: Problem) =>
  [column, reason.replaceAll('_', ' ').replace('json', 'JSON').replace('utf8', 'UTF-8')]
    .filter(Boolean)
    .join(': ');

export const eventsText = (count: number) => countText(count, 'event');
