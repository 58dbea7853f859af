import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** Whether a field is asked for of what a resolver answers. What a directive may leave out counts as asked for. */
export function selectsField(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  name: string,
): boolean {
  const has = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field') return selection.name.value === name;
      if (selection.kind === 'InlineFragment') return has(selection.selectionSet);
      return has(fragments[selection.name.value]?.selectionSet);
    }) ?? false;
  return fieldNodes.some(({ selectionSet }) => has(selectionSet));
}
