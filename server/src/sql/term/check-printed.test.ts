import { expect, test } from 'vitest';
import { sql } from '../sql-text.js';
import { checkExpression, checkPrinted, checkWritten } from './check-printed.js';

const orders = sql`\`ENV\`.\`DPO\``;

test.each([
  'SELECT `a` FROM `ENV`.`DPO` FINAL WHERE (`a` = {p0:String})',
  'SELECT count() AS `n` FROM (SELECT `a` FROM `ENV`.`DPO`)',
  'SELECT `_weir_v2` AS `n` FROM `ENV`.`DPO` AS `t1` LEFT ARRAY JOIN `t1`.`a` AS `_weir_v2`, [1] AS `_weir_v3`',
  'SELECT uniqMergeIf(`a`, true) AS `n` FROM (SELECT uniqState(`b`) AS `a` FROM `ENV`.`DPO`)',
  'SELECT `a` AS `n` FROM `ENV`.`DPO` ORDER BY `a` ASC NULLS LAST WITH FILL FROM {p0:Int32} TO {p1:Int32} STEP 1 INTERPOLATE (`n`)',
  'SELECT `t1`.`a` AS `n` FROM (SELECT `a` FROM `ENV`.`DPO`) AS `t1` ASOF LEFT JOIN (SELECT `a` FROM `ENV`.`DPO`) AS `t2` ON (`t1`.`a` = `t2`.`a`)',
  'SELECT `_0` AS `n` FROM (WITH RECURSIVE `t1` AS ((SELECT 1 AS `_0`) UNION ALL (SELECT `t2`.`_0` AS `_0` FROM `t1` AS `t2`)) SELECT `_0` FROM `t1`) AS `t3`',
])('a statement of a user may be: %s', (text) => {
  expect(() => checkPrinted(text, [orders])).not.toThrow();
  expect(() => checkWritten(text, [orders])).not.toThrow();
});

test.each(['SELECT sum(`a`) AS _weir_value FROM `ENV`.`DPO` GROUP BY _weir_d0 LIMIT {p1:UInt32}'])(
  'a statement of Weir itself may be, and no other: %s',
  (text) => {
    expect(() => checkWritten(text, [orders])).not.toThrow();
    expect(() => checkPrinted(text, [orders])).toThrow('failed its final check');
  },
);

test.each([
  ['another table', 'SELECT `a` FROM `ENV`.`OTHER`'],
  ['another table after ARRAY JOIN', 'SELECT `a` FROM `ENV`.`DPO` ARRAY JOIN `ENV`.`OTHER` AS `b`'],
  ['another table in a join of one match', 'SELECT `a` FROM `ENV`.`DPO` ANY LEFT JOIN `ENV`.`OTHER` AS `b`'],
  ['another table after FILL without WITH', 'SELECT `a` FILL FROM `ENV`.`OTHER`'],
  ['a function that only looks like an aggregate', 'SELECT fileState(`a`) FROM `ENV`.`DPO`'],
  ['a table by one name', 'SELECT `_0` FROM `t1`'],
  ['another WITH', 'SELECT `_0` FROM (WITH `t1` AS (SELECT 1 AS `_0`) SELECT `_0` FROM `t1`) AS `t2`'],
  [
    'a recursive query with a name of its own',
    'SELECT `_0` AS `n` FROM (WITH RECURSIVE `a` AS ((SELECT 1 AS `_0`) UNION ALL (SELECT `t2`.`_0` AS `_0` FROM `a` AS `t2`)) SELECT `_0` FROM `a`) AS `t3`',
  ],
  ['a table function', "SELECT `a` FROM file('x')"],
  ['a function that is not allowed', "SELECT getSetting('x') FROM `ENV`.`DPO`"],
  ['a bare name', 'SELECT a FROM `ENV`.`DPO`'],
  ['a name of its own that is called', 'SELECT _weir_x(1) FROM `ENV`.`DPO`'],
  ['a comment', 'SELECT `a` -- b\nFROM `ENV`.`DPO`'],
  ['a second statement', 'SELECT `a` FROM `ENV`.`DPO`; SELECT 1'],
  ['settings', 'SELECT `a` FROM `ENV`.`DPO` SETTINGS max_threads = 1'],
  ['no SELECT', 'DROP TABLE `ENV`.`DPO`'],
])('neither may have %s', (_, text) => {
  expect(() => checkPrinted(text, [orders])).toThrow('failed its final check');
  expect(() => checkWritten(text, [orders])).toThrow('failed its final check');
});

test('a filter reads no table', () => {
  expect(checkExpression(sql`(\`a\` = 1) AND lower(\`b\`) = {p0:String}`)).toContain('lower');
  expect(() => checkExpression(sql`\`a\` IN (SELECT \`a\` FROM \`ENV\`.\`DPO\`)`)).toThrow('the source');
});
