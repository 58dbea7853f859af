import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { PostgreSQL } from '@codemirror/lang-sql';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { tablesAt } from './from-tables.js';
import { completionSources } from './sql-completion.js';

const column = (columnName: string) => ({ columnName, type: 'STRING' });
const tables = new Map([
  ['orders', [column('country'), column('Unit Price')]],
  ['events', [column('country_code'), column('name')]],
  ['two words', [column('other')]],
]);

/** The position is at `¦`. */
function stateOf(text: string) {
  const [before = '', after = ''] = text.split('¦');
  const doc = before + after;
  return { state: EditorState.create({ doc, extensions: [PostgreSQL.language] }), at: before.length };
}

describe('the tables around a position', () => {
  it.each([
    ['SELECT ¦ FROM orders', ['orders']],
    ['SELECT ¦ FROM Orders o WHERE x = 1', ['Orders']],
    ['SELECT ¦ FROM nowhere', []],
    ['SELECT ¦ FROM events e, public.orders, "two words" t', ['events', 'orders', 'two words']],
    ['SELECT orders FROM events LEFT JOIN orders ON orders.a = events.b WHERE ¦', ['events', 'orders']],
    ['SELECT x FROM orders WHERE y IN (SELECT ¦ FROM events)', ['events', 'orders']],
    ['SELECT ¦ FROM orders WHERE y IN (SELECT x FROM events)', ['orders']],
    ['WITH t AS (SELECT x FROM orders) SELECT ¦ FROM t', ['orders']],
    ['SELECT ¦ FROM (SELECT x FROM orders) t', ['orders']],
    ['SELECT x FROM events; SELECT ¦ FROM orders', ['orders']],
    ["SELECT 'FROM events' || ¦ FROM orders", ['orders']],
  ])('%s', (text, expected) => {
    const { state, at } = stateOf(text);
    const isTable = (name: string) => tables.has(name.toLowerCase());
    expect(tablesAt(state, at, isTable).toSorted()).toEqual([...expected].toSorted());
  });
});

function sectionsAt(text: string): Record<string, readonly string[]> {
  const { state, at } = stateOf(text);
  const found: Record<string, string[]> = {};
  for (const source of completionSources(tables, PostgreSQL, true)) {
    const result = source(new CompletionContext(state, at, false)) as CompletionResult | null;
    for (const { label, section } of result?.options ?? []) {
      const name = (section as { name: string }).name;
      found[name] = [...(found[name] ?? []), label];
    }
  }
  return found;
}

describe('completion', () => {
  it('has the columns of FROM in the first section, and those of others in the last', () => {
    const found = sectionsAt('SELECT co¦ FROM orders');
    expect(found['Columns of this query']).toEqual(['country', 'Unit Price']);
    expect(found['Other columns']).toEqual(['country_code']);
    expect(found['Functions']).toEqual(expect.arrayContaining(['count', 'coalesce']));
    expect(found['Keywords']).toContain('CROSS');
  });

  it('offers tables alone after FROM and JOIN', () => {
    expect(Object.keys(sectionsAt('SELECT * FROM or¦'))).toEqual(['Data Pools']);
    expect(Object.keys(sectionsAt('SELECT * FROM orders JOIN ev¦'))).toEqual(['Data Pools']);
  });

  it('offers nothing inside of texts and comments', () => {
    expect(sectionsAt("SELECT 'co¦' FROM orders")).toEqual({});
    expect(sectionsAt('SELECT 1 -- co¦')).toEqual({});
  });
});
