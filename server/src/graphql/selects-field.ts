import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** Whether the document selects a field of a resolver's result. Fields with a directive count as selected. */
export function selectsField(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  name: string,
): boolean {
  // Nested fragments can be reached by exponentially many paths, so each is searched once.
  const searched = new Set<string>();
  const has = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field') return selection.name.value === name;
      if (selection.kind === 'InlineFragment') return has(selection.selectionSet);
      const fragment = selection.name.value;
      if (searched.has(fragment)) return false;
      searched.add(fragment);
      return has(fragments[fragment]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => has(selectionSet));
}
