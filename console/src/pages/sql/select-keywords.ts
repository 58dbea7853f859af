import { completeFromList, ifNotIn } from '@codemirror/autocomplete';

/** The keywords of a SELECT, which is the only statement that runs. */
const keywords = `
  ALL AND ANY AS ASC BETWEEN BY CASE CAST CROSS CURRENT DESC DISTINCT ELSE END EXCEPT EXISTS EXTRACT FALSE FILTER FIRST FOLLOWING
  FROM FULL GROUP HAVING ILIKE IN INNER INTERSECT INTERVAL IS JOIN LAST LEFT LIKE LIMIT NOT NULL NULLS OFFSET ON OR ORDER OUTER
  OVER PARTITION PRECEDING RANGE RECURSIVE RIGHT ROW ROWS SELECT THEN TRUE UNBOUNDED UNION USING VALUES WHEN WHERE WINDOW WITH
`;

const notCompleted = ['QuotedIdentifier', 'String', 'LineComment', 'BlockComment', '.'];

export const selectKeywords = ifNotIn(
  notCompleted,
  completeFromList(
    keywords
      .trim()
      .split(/\s+/)
      .map((label) => ({ label, type: 'keyword', boost: -1 })),
  ),
);
