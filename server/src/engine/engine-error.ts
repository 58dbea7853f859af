import { unavailable, WeirError, type WeirErrorOptions } from '../base/errors.js';
import { boundMessage } from './engine-message.js';

/** ClickHouse's error codes that Weir handles specially. */
const timeoutExceeded = 159;
/** A result exceeds one of its limits, which the message names. */
export const tooManyRowsOrBytes = 396;
const tooDeepRecursion = 306;
/** A recursive query did not end. The engine's message names a setting and a table that Weir generated. */
const tooManySteps = /Maximum recursive CTE evaluation depth \((\d+)\) exceeded/;
const queryWasCancelled = new Set([394, 734]);
/** The table does not exist, or was dropped while the statement waited for it. */
const missingTable = new Set<unknown>([60, 218]);
/** A `throwIf` in the statement threw; the message is from the statement. */
export const thrownByStatement = 395;
/** An exception that is not the engine's own: of a library that reads files, of the file system, or of the system. */
const foreignException = 1001;
const ofTheSystem =
  /bad_alloc|filesystem error|filesystem_error|system_error|Resource temporarily unavailable/i;
/** The engine is full, starting, stopping, read-only or out of disk: try again later. */
const passing = new Set([
  74,
  75,
  202,
  203,
  209,
  210,
  236,
  242,
  243,
  252,
  319,
  425,
  439,
  473,
  999,
  foreignException,
]);
/** The engine's messages for a full disk, which have several codes. */
const diskFull = /No space left on device|not enough space|Cannot reserve/i;

/** Of a table, not of one of its partitions, which are merged. */
const tooManyParts = /Too many parts \(\d+\) in all partitions/;

/** Whether a statement that reads a file failed because of what is in it. */
export function isCausedByFile({ code, details, cause }: WeirError): boolean {
  if (code === 'QUERY_FAILED') return true;
  const isForeign = code === 'UNAVAILABLE' && details?.['engineCode'] === foreignException;
  return isForeign && cause instanceof Error && !ofTheSystem.test(cause.message);
}

/** No answer: the connection failed or was lost. */
export class EngineUnreachable extends WeirError {
  /** Whether the statement may have started. */
  readonly mayHaveRun: boolean;

  constructor(cause: unknown) {
    super('UNAVAILABLE', 'The engine is not reachable', { cause, retryAfterSeconds: 1 });
    this.mayHaveRun = !(cause instanceof Error && 'code' in cause && neverConnected.has(cause.code));
  }
}

/** The query ignored its time-out, so the engine was ended, and with it everyone's work. */
export class EngineEnded extends WeirError {
  constructor(cause: unknown) {
    super('QUERY_TIMED_OUT', 'The query ran longer than its time-out and was stopped', { cause });
  }
}

/** There was no space for what the statement wrote, although there may be some again now. */
export class DiskFull extends WeirError {
  constructor(options: Pick<WeirErrorOptions, 'cause' | 'details'>) {
    const message = 'The disk is full: no events can be stored until there is space';
    super('UNAVAILABLE', message, { ...options, retryAfterSeconds: 1 });
  }
}

/** No insert into the table succeeds before some of its partitions are gone, or the limit is raised. */
export class TooManyParts extends WeirError {
  constructor(options: Pick<WeirErrorOptions, 'cause' | 'details'>) {
    const message =
      'The table has too many parts, because its records are in too many partitions. Delete records, shorten the retention, or partition by a longer time, such as toYYYYMM of the timestamp';
    super('UNAVAILABLE', message, { ...options, retryAfterSeconds: 10 });
  }
}

/** Whether a statement failed because its table is missing. */
export const isMissingTable = ({ details }: WeirError) => missingTable.has(details?.['engineCode']);

const neverConnected = new Set<unknown>(['ECONNREFUSED', 'ENOENT']);

/**
 * Maps the engine's error to one of Weir's. The engine's message about a query is shown to the client; messages about
 * disks and sockets are only logged.
 */
export function engineError(engineCode: number, message: string): WeirError {
  const text = boundMessage(message);
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
  const [, steps] = (engineCode === tooDeepRecursion && tooManySteps.exec(text)) || [];
  if (steps !== undefined) {
    const problem = `WITH RECURSIVE did not end within ${steps} steps, which is the limit`;
    return new WeirError('QUERY_FAILED', `${problem}. Add a condition that ends it, such as WHERE n < 100`, {
      cause,
    });
  }
  if (diskFull.test(text)) return new DiskFull({ cause, details });
  if (tooManyParts.test(text)) return new TooManyParts({ cause, details });
  if (passing.has(engineCode))
    return unavailable('The engine is overloaded or not ready', { cause, details });
  return new WeirError('QUERY_FAILED', readable(text), { cause, details });
}

const messageCharactersMax = 2000;

/** Where a message quotes the statement that Weir printed, which the user has never seen. */
const printedStatement =
  /(?:[.:] (?:\(?while (?:executing|reading)|in scope) |[.:]? in (?:scope|query) (?:SELECT|WITH|\()).*$/is;

/** In constants, where `throwIf` is impossible, Weir's statements fail by parsing these words as a number. */
const wordsAsNumber = /^Cannot parse string '((?:date|timestamp) out of range)' as Int64.*$/s;

/** A cast that would change a number. */
const unsafeCast = /^Value in column \S+ cannot be safely converted into type Int(16|32|64)\b.*$/s;
const integerNames: Readonly<Record<string, string>> = { 16: 'smallint', 32: 'integer', 64: 'bigint' };

/** Strips prefix and suffix of `Code: 62. DB::Exception: Syntax error: … (SYNTAX_ERROR) (version 26.7…)`. */
function readable(text: string): string {
  return withoutVersion(text)
    .replace(/^Code: \d+\. DB::Exception: /, '')
    .replace(/\([A-Z0-9_]+\)$/, '')
    .trimEnd()
    .replace(printedStatement, '')
    .replace(wordsAsNumber, '$1')
    .replace(unsafeCast, (_, bits: string) => `${integerNames[bits]} out of range`)
    .trim()
    .slice(0, messageCharactersMax);
}

/** The engine's error name at the end of a message, such as `SYNTAX_ERROR`. */
export function failureName(text: string): string | undefined {
  return /\(([A-Z][A-Z0-9_]+)\)$/.exec(withoutVersion(text))?.[1];
}

/** Uses a plain search: a regular expression that begins with any number of blanks takes quadratic time. */
function withoutVersion(message: string): string {
  const text = message.trimEnd();
  const at = text.lastIndexOf('(version ');
  return at >= 0 && text.endsWith(')') ? text.slice(0, at).trimEnd() : text;
}
