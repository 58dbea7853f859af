import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

const special = /[\\`]/;

/**
 * The one place where a name becomes SQL. The engine reads backslash escapes inside backquotes, so
 * both characters are escaped; control characters are left as they are, which the engine takes literally.
 */
export function quoteIdentifier(name: string): Sql {
  // Hardly a name has one, and replacing costs several times what looking costs, even if nothing is found.
  const escaped = special.test(name) ? name.replace(/[\\`]/g, '\\$&') : name;
  return asSql(`\`${escaped}\``);
}
