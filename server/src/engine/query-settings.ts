import type { QueryLimits } from './engine.js';

export type Settings = Readonly<Record<string, string | number>>;

/**
 * Settings of every statement. Numbers past 2^53 and decimals come quoted so that JSON keeps them
 * exact; NaN and infinities come as null; times are UTC whatever zone the machine is in; a column
 * wins over an alias of the same name, so that no alias can shadow what a policy filters on; and a filter
 * around a filter stays around it, so that nothing a user wrote is ever computed for a row that a policy
 * hides, where its failure would tell of the row.
 */
const always: Settings = {
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_named_tuples_as_objects: 1,
  prefer_column_name_to_alias: 1,
  join_use_nulls: 1,
  query_plan_merge_filters: 0,
  // What one side of a join tells the other becomes a condition of its reading, and merges the filters there after all.
  enable_join_runtime_filters: 0,
  // Drops a key that follows from another one, and with grouping sets puts its groups in the wrong place.
  optimize_group_by_function_keys: 0,
  // Values that stand for many rows would count once against the limit of a result's bytes, and be written in each.
  enable_lazy_columns_replication: 0,
  // Counted with the parameters written out and escaped twice over, each as often as it is named.
  max_query_size: 4 * 1024 * 1024,
};

/**
 * A query hears that it was killed, or that its time is over, between blocks, and a regular expression can take
 * milliseconds for a row. Only those work in small blocks: other scans took up to twice as long with them.
 */
const smallBlocks: Settings = {
  max_block_size: 8_192,
  max_joined_block_size_rows: 8_192,
  preferred_block_size_bytes: 256 * 1024,
};
const regexCall = /\b(?:match|extract|extractAll|replaceRegexpOne|replaceRegexpAll)\(/;

/** Rounded up: a limit that is another for each query would have to be set anew on the engine's Session for each. */
const timeoutStepMs = 100;
const millisecondsPerSecond = 1000;

/**
 * The engine's spelling of a query's limits, with zero (its "no limit") never given by accident. Of more threads than
 * there are cores the rest only wait: with 16 of them on two cores, a page of a grid took a quarter longer.
 */
export function querySettings(text: string, limits: QueryLimits, cores = Number.POSITIVE_INFINITY): Settings {
  const settings: Record<string, string | number> = {
    ...always,
    ...(regexCall.test(text) && smallBlocks),
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
    // Without this the engine only begins to throttle after ten seconds.
    settings['timeout_before_checking_execution_speed'] = 0;
  }
  return settings;
}

/**
 * Inserts must never refuse a batch for the months its events fall in, never drop rows because the same
 * ones were seen before (the engine's memory of that is not as durable as the rows), never merge them on
 * the way in (each must be found by its own id), and on a cluster wait for the shards.
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
  // A statement sent to a cluster waits for every replica, and says which one failed.
  distributed_ddl_output_mode: 'throw',
  alter_sync: 2,
  mutations_sync: 0,
};
