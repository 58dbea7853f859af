import type { Slot } from '../base/fair-slots.js';
import { startDeadline } from '../engine/deadline.js';

/** How long an export may keep its place while somebody waits who has none, or fewer. */
export const turnMs = 600_000;
/** The same for one of several places, if who waits has fewer by two. */
export const surplusTurnMs = 60_000;
const lookMs = 1_000;
const secondMs = 1_000;

/**
 * Calls `end` when an export has had its place for a turn and somebody else waits for it. A client decides how slowly it reads and
 * how much the engine has to compute, so only the time bounds how long others wait. Returns a function that stops watching.
 */
export function watchTurn(slot: Slot, end: (reason: string) => void, startTimer = startDeadline): () => void {
  let heldMs = 0;
  const look = () => {
    heldMs += lookMs;
    const lead = slot.lead() ?? 0;
    if (lead >= 1 && heldMs >= (lead > 1 ? surplusTurnMs : turnMs))
      return end(
        `The export had its place for ${heldMs / secondMs} s, and another one waits for it. Create an export job, which begins again by itself`,
      );
    stopTimer = startTimer(lookMs, look);
  };
  let stopTimer = startTimer(lookMs, look);
  return () => stopTimer();
}
