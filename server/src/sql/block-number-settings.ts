/**
 * Makes a table's block numbers usable as positions. Rows keep their number when parts are merged. Empty parts are
 * kept, because after a restart the engine continues from the highest number of the parts that exist.
 */
export const blockNumberSettings = 'enable_block_number_column = 1, remove_empty_parts = 0';
