declare const sqlText: unique symbol;

/** SQL that Weir wrote itself. Only `sql/` makes it; a user's text is never one. */
export type Sql = string & { readonly [sqlText]: true };

/** Marks text as SQL: call it only on text put together from `Sql`, keywords and closed maps. */
export function asSql(text: string): Sql {
  return text as Sql;
}

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
