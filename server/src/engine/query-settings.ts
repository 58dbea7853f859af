import { type ComputedNeedle, computedNeedle } from './computed-needle.js';
import type { QueryLimits, Statement } from './engine.js';
import { regexParts, regexPartsMax } from './regex-size.js';

export type Settings = Readonly<Record<string, string | number>>;

/** The engine counts the text with parameters substituted, escaped twice, at each occurrence. */
const queryBytesMax = 4 * 1024 * 1024;
/** How often a WITH RECURSIVE query may read itself, which may never end. */
export const recursionStepsMax = 1_000;

/**
 * Settings of every statement. Numbers past 2^53 and decimals are quoted, so that JSON keeps them exact, decimals with all of
 * their scale. NaN and
 * infinities become null. Times are UTC, whatever the machine's zone. A column takes precedence over an alias of the
 * same name, so that no alias can shadow a column that a policy filters on. Nested filters are not merged, so that user
 * expressions are never evaluated for a row that a policy hides, where an error would reveal the row.
 */
export const statementSettings: Settings = {
  max_recursive_cte_evaluation_depth: recursionStepsMax,
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_decimal_trailing_zeros: 1,
  output_format_json_quote_denormals: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_named_tuples_as_objects: 1,
  prefer_column_name_to_alias: 1,
  join_use_nulls: 1,
  query_plan_merge_filters: 0,
  // Runtime filters of joins become read conditions, which would merge nested filters after all.
  enable_join_runtime_filters: 0,
  // This optimization drops a key that depends on another one, and misplaces groups with grouping sets.
  optimize_group_by_function_keys: 0,
  // A constant key, such as `GROUP BY false`, is a value, not a position in the SELECT list.
  enable_positional_arguments: 0,
  // Compiled aggregates, used from the fourth run of a query, return wrong minima and maxima of times before 1970.
  compile_aggregate_expressions: 0,
  // Otherwise toStartOfHour and its kin return 32-bit times, in which 1950 becomes 2086.
  enable_extended_results_for_datetime_functions: 1,
  // A replicated value would count once against the limit of a result's bytes, but be written in every row.
  enable_lazy_columns_replication: 0,
  // It makes sumIf(100 / qty, qty <> 0) of sum(CASE WHEN qty <> 0 THEN 100 / qty END), which divides by zero.
  optimize_rewrite_aggregate_function_with_if: 0,
  max_query_size: queryBytesMax,
};

/**
 * A query notices a kill or a time-out only between blocks, and a regular expression can take milliseconds per row. Only
 * queries with regular expressions use small blocks: other scans took up to twice as long with them.
 */
const smallBlocks: Settings = {
  max_block_size: 8_192,
  max_joined_block_size_rows: 8_192,
  preferred_block_size_bytes: 256 * 1024,
};
/**
 * Functions whose work can grow with the square of their arguments' lengths. Those that look for all matches take up to 3 ms per kilobyte
 * of text, where a pattern matches often and nearly nothing, and more the longer the text is, where each match looks at all that
 * follows it. Those of two arrays compare each value with each. A sequence of events is looked for in up to a million steps per
 * group, and groups are finished in blocks, too. Blocks that small cost 0.1 µs for each short text.
 */
const tinyBlocks: Settings = {
  max_block_size: 256,
  max_joined_block_size_rows: 256,
  preferred_block_size_bytes: 16 * 1024,
};
/**
 * Where a text is looked for that is computed for each record, letters in either case, the engine takes up to 340 ms for 4 KB, and 20 ms
 * for others of these functions.
 */
const minuteBlocks: Settings = { ...tinyBlocks, max_block_size: 16, max_joined_block_size_rows: 16 };
/** With more parts than this, a pattern takes 1 ms or 3 ms per kilobyte of text, and up to 10 ms with the most that are allowed. */
const tinyBlocksFromParts = 50;
const minuteBlocksFromParts = 200;
/** Longer texts are not measured. */
const measuredCharactersMax = 20_000;
const needleBlocks: Readonly<Record<ComputedNeedle, Settings>> = {
  none: {},
  some: tinyBlocks,
  slowest: minuteBlocks,
};
const slowCall =
  /\b(?:extractAll(?:Groups\w+)?|countMatches\w*|splitByRegexp|replaceRegexpAll|hasAll|hasAny|sequence(?:Match|Count)\w*)\(/;
const regexCall =
  /\b(?:match|extract|extractAll|extractGroups|extractAllGroups\w+|countMatches|splitByRegexp|replaceRegexpOne|replaceRegexpAll)\(/;

/** The smallest that any of the calls needs. */
function blocksOf(text: string, parameters: Statement['parameters']): Settings {
  const blocks = [
    regexCall.test(text) ? patternBlocks(parameters) : {},
    slowCall.test(text) ? tinyBlocks : {},
    needleBlocks[computedNeedle(text)],
  ];
  return [minuteBlocks, tinyBlocks, smallBlocks].find((size) => blocks.includes(size)) ?? {};
}

/** By the largest text that can be a pattern. Patterns are always parameters. */
function patternBlocks(parameters: Statement['parameters']): Settings {
  const parts = Object.values(parameters).map((value) => {
    if (typeof value !== 'string') return 0;
    const found = value.length > measuredCharactersMax ? regexPartsMax : regexParts(value);
    return found > regexPartsMax ? 0 : found;
  });
  const most = Math.max(0, ...parts);
  if (most > minuteBlocksFromParts) return minuteBlocks;
  return most > tinyBlocksFromParts ? tinyBlocks : smallBlocks;
}

/**
 * The engine finds a booster by its expressions, before these optimizations: with them, IS NULL, a comparison with '', a
 * CASE, or a condition inside of an aggregate would read the records instead.
 */
const unchangedExpressions: Settings = {
  optimize_functions_to_subcolumns: 0,
  optimize_rewrite_sum_if_to_count_if: 0,
  optimize_multiif_to_if: 0,
  optimize_arithmetic_operations_in_aggregate_functions: 0,
  optimize_injective_functions_inside_uniq: 0,
};
const boosterState = /\b_weir_s\d/;

/** Time-outs are rounded up: a different value for each query would cost a SET on the engine's Session each time. */
const timeoutStepMs = 100;
const millisecondsPerSecond = 1000;

/**
 * Translates a query's limits to the engine's settings. Zero, the engine's "no limit", is never sent by accident.
 * Threads are capped at the number of cores: with 16 threads on two cores, a page of a grid took a quarter longer.
 */
export function querySettings(
  { text, parameters }: Pick<Statement, 'text' | 'parameters'>,
  limits: QueryLimits,
  cores = Number.POSITIVE_INFINITY,
): Settings {
  const settings: Record<string, string | number> = {
    ...statementSettings,
    ...blocksOf(text, parameters),
    ...(boosterState.test(text) && unchangedExpressions),
    max_execution_time: (Math.ceil(limits.timeoutMs / timeoutStepMs) * timeoutStepMs) / millisecondsPerSecond,
    timeout_overflow_mode: 'throw',
    result_overflow_mode: 'throw',
    read_overflow_mode: 'throw',
  };
  if (limits.threadsMax !== undefined) settings['max_threads'] = Math.min(limits.threadsMax, cores);
  if (limits.memoryBytesMax !== undefined) settings['max_memory_usage'] = limits.memoryBytesMax;
  if (limits.recordsProcessedMax !== undefined) settings['max_rows_to_read'] = limits.recordsProcessedMax;
  if (limits.resultRowsMax !== undefined) settings['max_result_rows'] = limits.resultRowsMax;
  if (limits.resultBytesMax !== undefined) settings['max_result_bytes'] = limits.resultBytesMax;
  if (limits.recordsPerSecondMax !== undefined) {
    settings['max_execution_speed'] = limits.recordsPerSecondMax;
    // Without this the engine starts to throttle only after ten seconds.
    settings['timeout_before_checking_execution_speed'] = 0;
  }
  return settings;
}

/**
 * Inserts must not refuse a batch because its events span many months, must not deduplicate rows (the engine's
 * deduplication log is less durable than the rows), must not merge rows on insert (each must be found by its own ID),
 * and must wait for the shards of a cluster.
 */
export const insertSettings: Settings = {
  session_timezone: 'UTC',
  max_partitions_per_insert_block: 0,
  insert_deduplicate: 0,
  optimize_on_insert: 0,
  distributed_foreground_insert: 1,
  input_format_skip_unknown_fields: 0,
  date_time_input_format: 'basic',
  async_insert: 0,
};

export const commandSettings: Settings = {
  session_timezone: 'UTC',
  max_query_size: queryBytesMax,
  // DDL on a cluster waits for every replica and reports which one failed.
  distributed_ddl_output_mode: 'throw',
  alter_sync: 2,
  mutations_sync: 0,
};
