declare const sqlText: unique symbol;

/** SQL that Weir wrote. User text never has this type: only code in `sql/` can convert a string to it. */
export type Sql = string & { readonly [sqlText]: true };

/** What a template can contain: SQL, an integer, a word from a closed list, or nothing. */
type Part = Sql | number | 'ASC' | 'DESC' | '';

/** A template tag for SQL: literal text of the code around parts that are already SQL. */
export function sql(words: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  let text = words[0] ?? '';
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'number' && !Number.isSafeInteger(part)) throw new Error(`not an integer: ${part}`);
    text += `${part}${words[index + 1]}`;
  }
  return text as Sql;
}

export function joinSql(
  parts: readonly Sql[],
  separator: ', ' | ' AND ' | ' OR ' | ' UNION ALL ' = ', ',
): Sql {
  return parts.join(separator) as Sql;
}
