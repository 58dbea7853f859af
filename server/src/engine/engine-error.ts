import { unavailable, WeirError } from '../base/errors.js';

/** ClickHouse's numbers for the failures that mean something particular to Weir. */
const timeoutExceeded = 159;
const queryWasCancelled = new Set([394, 734]);
/** A `throwIf` of the statement threw; the words are the statement's own. */
export const thrownByStatement = 395;
/** The engine is full, starting, stopping, read-only or out of disk: try again later. */
const passing = new Set([74, 75, 202, 203, 209, 210, 236, 242, 243, 252, 319, 425, 439, 473, 999, 1001]);
/** The engine's own words for a full disk, which come under several numbers. */
const diskFull = /No space left on device|not enough space|Cannot reserve/i;

/**
 * Turns the engine's answer into one of Weir's errors. The engine's message names what failed in
 * the query and is shown; what speaks of disks and sockets is only logged.
 */
export function engineError(engineCode: number, text: string): WeirError {
  const cause = new Error(text);
  const details = { engineCode };
  if (engineCode === timeoutExceeded) {
    return new WeirError('QUERY_TIMED_OUT', 'The query ran longer than its time-out and was stopped', {
      cause,
      details,
    });
  }
  if (queryWasCancelled.has(engineCode)) {
    return new WeirError('QUERY_CANCELLED', 'The query was cancelled', { cause, details });
  }
  if (diskFull.test(text)) {
    return unavailable('The disk is full: no events can be stored until there is space', { cause, details });
  }
  if (passing.has(engineCode))
    return unavailable('The engine is overloaded or not ready', { cause, details });
  return new WeirError('QUERY_FAILED', readable(text), { cause, details });
}

const messageCharactersMax = 2000;

/** Where a message goes on with the statement that was printed from the user's, which they have never seen. */
const printedStatement =
  /(?:[.:] (?:\(?while (?:executing|reading)|in scope) |[.:]? in (?:scope|query) (?:SELECT|WITH|\()).*$/is;

/** How a statement of Weir's fails in a constant, where there can be no `throwIf`: by reading these words as a number. */
const wordsAsNumber = /^Cannot parse string '((?:date|timestamp) out of range)' as Int64.*$/s;

/** `Code: 62. DB::Exception: Syntax error: … (SYNTAX_ERROR) (version 26.7…)` without its frame. */
function readable(text: string): string {
  return text
    .replace(/^Code: \d+\. DB::Exception: /, '')
    .replace(/\s*\(version [^)]*\)\s*$/, '')
    .replace(/\s*\([A-Z0-9_]+\)\s*$/, '')
    .replace(printedStatement, '')
    .replace(wordsAsNumber, '$1')
    .trim()
    .slice(0, messageCharactersMax);
}
