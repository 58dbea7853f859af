import { describe, expect, it } from 'vitest';
import { addedColumn, withInferred } from './column-editor.js';
import { inferColumns } from './infer-columns.js';
import { parseSample } from './sample.js';

const inferred = (event: object) => inferColumns(parseSample(JSON.stringify(event))).columns;
const shown = (columns: ReturnType<typeof withInferred>) =>
  columns.map(({ name, jsonProperty, example }) => [name, jsonProperty, example]);

describe('another sample', () => {
  it('replaces the columns of the last one, all of them optional', () => {
    const columns = withInferred(withInferred([], inferred({ a: 1 })), inferred({ b: 2 }));
    expect(shown(columns)).toEqual([['b', 'b', '2']]);
    expect(columns.every(({ nullable }) => nullable)).toBe(true);
  });

  it('keeps what was changed, while its key is there, and what was added', () => {
    const [a, b] = withInferred([], inferred({ a: 1, b: 2 }));
    const added = addedColumn({
      name: 'agent',
      jsonProperty: '$headers.user-agent',
      type: 'STRING',
      nullable: true,
    });
    const before = [{ ...a, name: 'amount', isKept: true }, { ...b, isKept: true }, added] as const;
    expect(shown(withInferred(before as never, inferred({ a: 3, c: 4 })))).toEqual([
      ['amount', 'a', '3'],
      ['c', 'c', '4'],
      ['agent', '$headers.user-agent', ''],
    ]);
  });

  it('adds nothing that was added before', () => {
    const added = addedColumn({ name: 'kind', jsonProperty: 'type', type: 'STRING', nullable: false });
    expect(shown(withInferred([added], inferred({ type: 'x' })))).toEqual([['kind', 'type', 'x']]);
  });
});
