/**
 * What one user-written expression may cost. They hold before the engine sees anything, so each is
 * far below what parsers, the walk or the engine could take, and far above what people write.
 */
export const expressionLimits = {
  /** UTF-16 units of the text. */
  textLengthMax: 16_384,
  /** Parts of the tree. */
  nodesMax: 5_000,
  /** Brackets inside one another. */
  bracketDepthMax: 200,
  /** Comments inside one another. */
  commentDepthMax: 32,
  /** Characters of operators without a blank between them. */
  operatorLengthMax: 64,
  /** Operators in a row, with those inside their bracketed operands: what a tree's depth may come to before it is parsed. */
  chainLengthMax: 1_000,
  /** Steps of one JSON path. */
  jsonPathStepsMax: 32,
  /** Functions that lengthen their input, inside one another: each multiplies the size of its value. */
  growingCallsDepthMax: 2,
  /** Lambdas inside one another: each multiplies the work done for one record. */
  lambdaDepthMax: 1,
  /** Rows or values that topK, groupArray and their like may keep. */
  aggregateKeepsMax: 1_000,
} as const;

/** What the deprecated structured filters of one request may cost. */
export const filterLimits = {
  /** Levels of `and` and `or`. */
  depthMax: 10,
  /** Conditions in all. */
  conditionsMax: 1_000,
} as const;
