/** Limits on one user-written statement, checked before the engine runs anything. */
export const statementLimits = {
  /** Length of the text in UTF-16 code units. */
  textLengthMax: 65_536,
  /** Levels of operators inside one expression. */
  treeDepthMax: 100,
  /** Queries of one UNION. */
  armsMax: 100,
  /** Levels of nested subqueries, including those in FROM and WITH. */
  queryDepthMax: 24,
  /** Queries in total: the statement, its subqueries, and the arms of its UNIONs. */
  queriesMax: 500,
  /** Parts of the statement, counted again wherever a WITH query is used. */
  nodesMax: 10_000,
  /** Data Pools, subqueries, VALUES and series in all FROM clauses, counted again for each use of a WITH query. */
  tableReferencesMax: 150,
  /** Sources that one FROM joins. Every name of a column is looked for in all of them. */
  joinedTablesMax: 50,
  /** Columns of the sources of every join, counted again for each further join: a measure of the work. */
  joinedColumnsMax: 250_000,
  /** Names in FROM that are looked up in the catalog. */
  tableNamesMax: 50,
  /** Queries named by WITH. */
  commonTableExpressionsMax: 32,
  /** Columns of one SELECT. */
  columnsMax: 1_000,
  /** Grouping sets that ROLLUP, CUBE and GROUPING SETS expand to. */
  groupingSetsMax: 16,
  /** Rows of VALUES. */
  valuesRowsMax: 1_000,
  /** Values of one IN list or array. */
  listItemsMax: 2_000,
  /** Values that generate_series may return. */
  seriesLengthMax: 100_000,
  /** Length of a value that repeat, lpad and rpad may produce, in characters. */
  paddedLengthMax: 1_000,
  /** Parts of one expression as sent to the engine. Some operators are printed with their operands twice. */
  writtenPartsMax: 25_000,
  /** The same for all expressions together. More would not fit into `printedLengthMax`, but would take long to print. */
  writtenPartsTotalMax: 100_000,
  /** Characters of the SQL that is sent to the engine. */
  printedLengthMax: 262_144,
} as const;
