import { type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { selectsField } from './selects-field.js';

function selects(text: string, name: string): boolean {
  const { definitions } = parse(text);
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  const operation = definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const field = operation?.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  return selectsField({ fieldNodes: field ? [field] : [], fragments }, name);
}

describe('whether a field is selected', () => {
  it('is seen directly, in inline fragments and in fragments, but not a level below', () => {
    expect(selects('{ stats { min } }', 'min')).toBe(true);
    expect(selects('{ stats { ... { ...f } } } fragment f on S { a min }', 'min')).toBe(true);
    expect(selects('{ stats { query { min } } }', 'min')).toBe(false);
  });

  it('is found out at once though fragments spread each other twice over', () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `fragment f${level} on S { ...f${level + 1} ...f${level + 1} }`,
    );
    const text = `{ stats { ...f0 } } ${levels.join(' ')} fragment f40 on S { max }`;
    expect(selects(text, 'min')).toBe(false);
    expect(selects(text, 'max')).toBe(true);
  });
});
