import { badRequest, WeirError } from '../../base/errors.js';

/** Compiles a text in one dialect. Calls `passed` after each completed stage, such as parsing. */
export type ReadInDialect<T> = (passed: () => void) => T;

/**
 * Tries each dialect in turn. If all fail, throws the more informative error. If it is strict, a dialect whose grammar can
 * read the text decides, unless its error says that the text is in the engine's dialect.
 */
export function firstDialect<T>(readers: readonly ReadInDialect<T>[], isStrict: boolean): T {
  let failure: Failure | null = null;
  for (const read of readers) {
    let stage = 0;
    try {
      return read(() => {
        stage += 1;
      });
    } catch (error) {
      const found = { error: refusalOf(error), stage };
      if (failure === null || saysMore(found, failure)) failure = found;
      if (isStrict && !isOfEngine(found) && (stage > 0 || isOfPostgres(found))) break;
    }
  }
  throw failure?.error ?? badRequest('No SQL dialect was given.');
}

interface Failure {
  readonly error: WeirError;
  /** How many stages completed before the error. */
  readonly stage: number;
}

const isOfEngine = ({ error }: Failure) => error.details?.['dialect'] === 'COLUMNSTORE';
const isOfPostgres = ({ error }: Failure) => error.details?.['dialect'] === 'POSTGRESQL';

/**
 * Whether the engine dialect's error is more informative than PostgreSQL's. The dialect that got further wins. On a tie,
 * the engine's wins if the text uses syntax that only the engine has.
 */
function saysMore(engine: Failure, postgres: Failure): boolean {
  if (isOfEngine(postgres)) return true;
  if (engine.stage !== postgres.stage) return engine.stage > postgres.stage;
  if (isOfEngine(engine)) return true;
  // At the same offset, the engine dialect's parser says what it expected; PostgreSQL's only says "syntax error".
  return engine.stage === 0 && offsetOf(engine) >= offsetOf(postgres);
}

function offsetOf({ error }: Failure): number {
  const offset = error.details?.['offset'];
  return typeof offset === 'number' ? offset : 0;
}

/** Returns an error that the user's text caused. Rethrows anything else: it is a bug in Weir. */
export function refusalOf(error: unknown): WeirError {
  if (error instanceof WeirError) return error;
  // The tree is too deep for the JavaScript stack.
  if (error instanceof RangeError) return badRequest('The SQL is nested too deeply. Simplify it.');
  throw error;
}
