import { expect, it } from 'vitest';
import { brokenPartOf } from './broken-part.js';

const reading =
  "Code: 40. DB::Exception: Checksum doesn't match: corrupted data.: (while reading column n): (while reading from part /var/lib/my weir/engine/store/353/353e13ed/202602_3_3_0/ in table ENV1.DPO1 (353e13ed) located on disk default of type local, from mark 0 with max_rows_to_read = 20): While executing MergeTreeSelect";

it.each([
  ['a damaged file', 40, reading, '/var/lib/my weir/engine/store/353/353e13ed/202602_3_3_0/'],
  ['a lack of memory', 241, reading, undefined],
  [
    'a damaged file of a user',
    33,
    'Cannot read all data. Bytes read: 3: While executing ParquetBlockInputFormat',
    undefined,
  ],
])('finds the part of %s', (_what, code, message, path) => {
  expect(brokenPartOf(code, message)).toBe(path);
});
