declare const sqlText: unique symbol;

/** SQL that Weir wrote itself. A user's text is never one: there is no way from a string to it outside of `sql/`. */
export type Sql = string & { readonly [sqlText]: true };

/** What may stand in a template: SQL, a whole number, a word of a closed list, or nothing. */
type Part = Sql | number | 'ASC' | 'DESC' | '';

/** SQL as a template: the words of the code itself, around parts that are SQL already. */
export function sql(words: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  let text = words[0] ?? '';
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'number' && !Number.isSafeInteger(part))
      throw new Error(`not a whole number: ${part}`);
    text += `${part}${words[index + 1]}`;
  }
  return text as Sql;
}

export function joinSql(parts: readonly Sql[], separator: ', ' | ' AND ' = ', '): Sql {
  return parts.join(separator) as Sql;
}
