import type { Token } from './lexer.js';

/** Words that continue the statement, so they cannot be an alias without AS. */
const reserved = new Set(
  `FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT JOIN INNER LEFT RIGHT FULL CROSS ON USING AS AND OR
  NOT IN IS LIKE ILIKE BETWEEN SETTINGS FORMAT INTO WINDOW QUALIFY PREWHERE SAMPLE FINAL ARRAY GLOBAL ANY ALL ASOF SEMI
  ANTI OUTER WITH BY ASC DESC NULLS THEN WHEN ELSE END OVER FILTER DIV MOD REGEXP SELECT DISTINCT PASTE NATURAL FETCH INTERPOLATE`.split(
    /\s+/,
  ),
);

export function isAlias({ kind, text }: Token, isExplicit: boolean): boolean {
  if (kind === 'quoted') return true;
  return kind === 'word' && (isExplicit || !reserved.has(text.toUpperCase()));
}
