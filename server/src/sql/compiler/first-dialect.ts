import { badRequest, WeirError } from '../../base/errors.js';

/** Reads a text in one dialect. Calls `passed` after each of its stages, such as when the grammar has read it. */
export type ReadInDialect<T> = (passed: () => void) => T;

/** The first dialect that can read the text, PostgreSQL's before the engine's; if none can, the error that says more. */
export function firstDialect<T>(readers: readonly ReadInDialect<T>[]): T {
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
    }
  }
  throw failure?.error ?? badRequest('There is no dialect to read this in.');
}

interface Failure {
  readonly error: WeirError;
  /** How many stages it passed. */
  readonly stage: number;
}

/** Of the engine's failure and PostgreSQL's: the one that got further; if neither, the one whose words the text is in. */
function saysMore(engine: Failure, postgres: Failure): boolean {
  const isOfEngine = ({ error }: Failure) => error.details?.['dialect'] === 'COLUMNSTORE';
  if (isOfEngine(postgres)) return true;
  if (engine.stage !== postgres.stage) return engine.stage > postgres.stage;
  if (isOfEngine(engine)) return true;
  // At the same place, the engine's reader says what it expected, PostgreSQL's only that it is an error.
  return engine.stage === 0 && offsetOf(engine) >= offsetOf(postgres);
}

function offsetOf({ error }: Failure): number {
  const offset = error.details?.['offset'];
  return typeof offset === 'number' ? offset : 0;
}

/** A refusal of the user's text; anything else is a fault of ours, and goes on. */
export function refusalOf(error: unknown): WeirError {
  if (error instanceof WeirError) return error;
  // A tree too deep for the JavaScript stack.
  if (error instanceof RangeError) return badRequest('The SQL is nested too deeply. Simplify it.');
  throw error;
}
