import { describe, expect, it } from 'vitest';
import { keyWindow } from './key-window.js';
import { orderBy, type Position, pastPosition, type SortKey, type Travel } from './keyset.js';
import { asSql } from './trusted-text.js';
import { BoundValues, InlineValues } from './values.js';

const at: SortKey = { expr: asSql('`at`'), direction: 'DESC', nullable: false };
const id: SortKey = { expr: asSql('`id`'), direction: 'DESC', nullable: false };
const city: SortKey = { expr: asSql('_weir_d0'), direction: 'ASC', nullable: true };

const past = (keys: readonly SortKey[], position: Position, travel: Travel, inclusive = false) =>
  pastPosition(keys, { position, travel, inclusive }, new InlineValues());

const text = (value: string | null, type = 'String') => ({ type, text: value });

describe('positions in an order', () => {
  it('are compared key by key, with a bound for the index', () => {
    const values = new BoundValues();
    const position = [text('2026-01-01 00:00:00.000', "DateTime64(3, 'UTC')"), text('x')];
    const time = (name: string) => `CAST({${name}:String}, 'DateTime64(3, \\'UTC\\')')`;
    expect(pastPosition([at, id], { position, travel: 'forward', inclusive: true }, values)).toBe(
      `((\`at\` <= ${time('p2')}) AND ((\`at\` < ${time('p0')}) OR (\`id\` <= {p1:String})))`,
    );
    expect(values.params).toEqual({
      p0: '2026-01-01 00:00:00.000',
      p1: 'x',
      p2: '2026-01-01 00:00:00.000',
    });
  });

  it('sort nulls last, and first when paging backward', () => {
    expect(past([city], [text('a')], 'forward')).toBe("(_weir_d0 > 'a' OR _weir_d0 IS NULL)");
    expect(past([city], [text('a')], 'backward')).toBe("(_weir_d0 < 'a')");
    expect(past([city], [text(null)], 'forward')).toBe('false');
    expect(past([city], [text(null)], 'backward')).toBe('(_weir_d0 IS NOT NULL)');
    expect(past([city], [text(null)], 'forward', true)).toBe('(_weir_d0 IS NULL)');
  });

  it('compare the next key among equals', () => {
    expect(past([city, id], [text(null), text('7', 'Int64')], 'forward', true)).toBe(
      "((_weir_d0 IS NULL) AND (`id` <= CAST('7', 'Int64')))",
    );
  });

  it('convert values back to their original type, from a closed set of types', () => {
    const hex = { ...city, hex: true };
    expect(past([hex], [text('C3', 'LowCardinality(Nullable(String))')], 'backward')).toContain(
      "unhex('C3')",
    );
    expect(past([city], [text('[1]', 'Array(Nullable(Decimal(20, 4)))')], 'backward')).toContain(
      "CAST('[1]', 'Array(Nullable(Decimal(20, 4)))')",
    );
    for (const type of ["String'); DROP", 'Tuple(UInt8)', '', "DateTime64(3, 'UTC\\')"]) {
      expect(() => past([city], [text('1', type)], 'backward')).toThrow(/cannot be paged/);
    }
  });

  it('order rows, in reverse when paging backward', () => {
    expect(orderBy([city, at], 'forward')).toBe(' ORDER BY _weir_d0 ASC NULLS LAST, `at` DESC');
    expect(orderBy([city, at], 'backward')).toBe(' ORDER BY _weir_d0 DESC NULLS FIRST, `at` ASC');
  });

  it('are bounded by how far the leading key can reach', () => {
    const parts = { key: at, from: asSql('t'), conditions: [asSql('x')], limit: asSql('3') };
    const window = (near: Position | null, travel: Travel) =>
      keyWindow({ ...parts, near, travel }, new InlineValues());
    expect(window(null, 'forward')).toBe(
      '(`at` >= (SELECT minOrNull(_weir_k) FROM (SELECT `at` AS _weir_k FROM t WHERE x ORDER BY `at` DESC LIMIT 3)))',
    );
    expect(window([text('5', 'Int8'), text('id')], 'backward')).toBe(
      "(`at` <= ifNull((SELECT maxOrNull(_weir_k) FROM (SELECT `at` AS _weir_k FROM t WHERE x AND (`at` > CAST('5', 'Int8')) ORDER BY `at` ASC LIMIT 3)), CAST('5', 'Int8')))",
    );
  });
});
