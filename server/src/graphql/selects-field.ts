import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** Whether a field is asked for of what a resolver answers. What a directive may leave out counts as asked for. */
export function selectsField(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  name: string,
): boolean {
  // Fragments that spread each other can be reached in more ways than can be walked.
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
