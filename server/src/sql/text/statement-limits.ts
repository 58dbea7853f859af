/** What one user-written statement may cost before the engine sees anything of it. */
export const statementLimits = {
  /** UTF-16 units of the text. */
  textLengthMax: 65_536,
  /** Levels of operators inside one expression. */
  treeDepthMax: 100,
  /** Queries of one UNION. */
  armsMax: 100,
  /** Subqueries inside one another, those of FROM and of WITH included. */
  queryDepthMax: 12,
  /** Queries in all: the statement, its subqueries, and the arms of its UNIONs. */
  queriesMax: 500,
  /** Parts of the statement, counted again wherever a WITH query is used. */
  nodesMax: 10_000,
  /** Data Pools, subqueries, VALUES and series in all FROM clauses, counted again for each use of a WITH query. */
  tableReferencesMax: 20,
  /** Queries named by WITH. */
  commonTableExpressionsMax: 32,
  /** Columns of one SELECT. */
  columnsMax: 1_000,
  /** Sets that ROLLUP, CUBE and GROUPING SETS come to. */
  groupingSetsMax: 16,
  /** Rows of VALUES. */
  valuesRowsMax: 1_000,
  /** Values of one IN list or array. */
  listItemsMax: 2_000,
  /** Values that generate_series may give. */
  seriesLengthMax: 100_000,
  /** Characters that repeat, lpad and rpad may make of one value. */
  paddedLengthMax: 1_000,
  /** Parts of one expression as it is sent to the engine, where some operators need their operands twice. */
  writtenPartsMax: 25_000,
  /** Characters of the SQL that is sent to the engine. */
  printedLengthMax: 262_144,
} as const;
