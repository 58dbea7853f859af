/**
 * Limits on one user-written expression. They are checked before the engine runs anything. Each is far below what the
 * parsers, the resolvers or the engine can handle, and far above what people write.
 */
export const expressionLimits = {
  /** Length of the text in UTF-16 code units. */
  textLengthMax: 16_384,
  /** Parts of the tree. */
  nodesMax: 5_000,
  /** Levels of nested brackets. */
  bracketDepthMax: 200,
  /** Levels of nested comments. */
  commentDepthMax: 32,
  /** Operator characters in a row, without a space. */
  operatorLengthMax: 64,
  /** Operators in a row, including those inside their bracketed operands. Bounds the tree's depth before parsing. */
  chainLengthMax: 1_000,
  /** Steps of one JSON path. */
  jsonPathStepsMax: 32,
  /** Nested calls of functions that lengthen their input: each multiplies the size of the value. */
  growingCallsDepthMax: 2,
  /** Levels of nested lambdas: each multiplies the work per record. */
  lambdaDepthMax: 1,
  /** Rows or values that topK, groupArray and similar aggregates may keep. */
  aggregateKeepsMax: 1_000,
} as const;

/** Limits on the deprecated structured filters of one request. */
export const filterLimits = {
  /** Levels of `and` and `or`. */
  depthMax: 10,
  /** Conditions in total. */
  conditionsMax: 1_000,
} as const;
