import { unavailable, WeirError } from '../base/errors.js';

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** PostgreSQL reports the index, SQLite the columns. Index names in the schema contain the column name. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  const code = codeOf(error);
  if (code === '23505') {
    return error instanceof Error && 'constraint' in error && String(error.constraint).includes(column);
  }
  const isSqlite = code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
  return isSqlite && error instanceof Error && error.message.includes(column);
}

export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

const systemCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EACCES)$/;

/**
 * SQLSTATEs of a server that is unreachable, full, stopping, a standby after a failover, or that refuses this login;
 * and of statements it aborted (time-outs, deadlocks), where a retry may succeed.
 */
const sqlStates = /^(08|53|57P|58|28)|^(3D000|55000|55P03|57014|25P03|25006|40001|40P01)$/;

const sqliteCodes = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|FULL|READONLY|PERM|CORRUPT|NOTADB|NOMEM)/;

/** Failures without a code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|driver has already been destroyed|The database connection is not open)/;

/** Whether the database, not the request, caused the error, so that trying again later may help. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseLost);
  const code = codeOf(error);
  if (systemCodes.test(code) || sqliteCodes.test(code)) return true;
  if (code.length === 5 && sqlStates.test(code)) return true;
  return error instanceof Error && !(error instanceof WeirError) && messages.test(error.message);
}

export function toCatalogError(error: unknown): unknown {
  return isDatabaseLost(error)
    ? unavailable('The catalog database is not reachable', { cause: error })
    : error;
}
