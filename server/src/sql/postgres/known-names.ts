import { functionGroups } from './functions/call.js';
import { windowNames } from './functions/window.js';

/** PostgreSQL functions that Weir does not offer and whose names the engine uses, too. A test compares with a PostgreSQL. */
const lackingFunctions = [
  ...['bitand', 'bitor', 'bitshiftleft', 'bitshiftright', 'bitxor', 'date_add', 'like'],
  ...['notlike', 'path', 'tanh'],
];

const functions = new Set([...Object.values(functionGroups).flat(), ...lackingFunctions]);

const onlyWindows = new Set(windowNames);

/** Whether PostgreSQL has a function, called with OVER or without, that the engine's dialect could mistake for its own. */
export const isPostgresFunction = (name: string, isWindow: boolean): boolean =>
  functions.has(name) && (isWindow || !onlyWindows.has(name));

/** PostgreSQL types whose names the engine uses, too. */
const types = new Set(['bool', 'date', 'int8', 'uuid']);

export const isPostgresType = (name: string): boolean => types.has(name);
