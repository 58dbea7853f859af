import type { QuarantineSummaryQuery, RecentRefusalsQuery } from '@weir/client';

type QuarantineReason = QuarantineSummaryQuery['quarantinedEvents']['reasons'][number];
type Refusal = NonNullable<RecentRefusalsQuery['dataSource']>['recentRefusals'][number];

/** Why events of a webhook are not stored, by column. */
export interface IntakeProblem {
  readonly column: string | null;
  /** Of the quarantine; undefined if the events were refused. */
  readonly reason: string | undefined;
  readonly events: number;
  /** The message of one event. */
  readonly example: string;
  /** The payload of one event, if there is one. */
  readonly sample: string | null;
  readonly advice: string;
}

const adviceOf: Readonly<Record<string, string>> = {
  required: 'Let the sender fill it, or replay the events into a Data Pool where it is optional.',
  wrong_type: 'Let the sender send the type of the column, or correct the events.',
  out_of_range: 'Let the sender send a value that the type can hold, or correct the events.',
};
const otherAdvice = 'Correct the events, and store them.';
const refusedAdvice = 'Fix the sender, or keep such events in quarantine.';
const brokenAdvice = 'Fix the sender: its request cannot be read or is not permitted.';

/** Events in quarantine, which can still be stored, then refused ones. */
export function intakeProblems(
  reasons: readonly QuarantineReason[],
  refusals: readonly Refusal[],
): readonly IntakeProblem[] {
  const kept = reasons.map(({ column, reason, message, events }) => ({
    column,
    reason,
    events,
    example: message,
    sample: null,
    advice: adviceOf[reason] ?? otherAdvice,
  }));
  const refused = new Map<string | null, IntakeProblem>();
  for (const { errors, sample } of refusals) {
    for (const { column, message } of errors) {
      const known = refused.get(column);
      const advice = column === null ? brokenAdvice : refusedAdvice;
      const first = { column, reason: undefined, events: 0, example: message, sample, advice };
      refused.set(column, { ...(known ?? first), events: (known?.events ?? 0) + 1 });
    }
  }
  return [...kept, ...refused.values()];
}
