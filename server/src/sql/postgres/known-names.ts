import { functionGroups } from './functions/call.js';

/** PostgreSQL functions that Weir does not offer and whose names the engine uses, too. A test compares with a PostgreSQL. */
const lackingFunctions = ['ascii', 'bitand', 'bitor', 'bitxor', 'lcm', 'path', 'sha256'];

const functions = new Set([...Object.values(functionGroups).flat(), ...lackingFunctions]);

/** Whether PostgreSQL has a function that the engine's dialect could mistake for its own. */
export const isPostgresFunction = (name: string): boolean => functions.has(name);

/** PostgreSQL types whose names the engine uses, too. */
const types = new Set(['bool', 'date', 'int8', 'uuid']);

export const isPostgresType = (name: string): boolean => types.has(name);
