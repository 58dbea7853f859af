import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** A document's definitions by kind. */
export interface DocumentParts {
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

export function partsOf({ definitions }: DocumentNode): DocumentParts {
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return { operations, fragments };
}

/**
 * How many fields, inline fragments and spreads the operations select. Those of a fragment count each time it is spread.
 * Nested spreads multiply, so the count of each fragment is computed once. There must be no cycles.
 */
export function countSelections({ operations, fragments }: DocumentParts): number {
  const known = new Map<string, number>();
  const ofFragment = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const count = ofSet(fragments.get(name)?.selectionSet);
    known.set(name, count);
    return count;
  };
  const ofSet = (set: SelectionSetNode | undefined): number => {
    let count = 0;
    for (const selection of set?.selections ?? []) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : ofSet(selection.selectionSet);
      count += 1 + inner;
    }
    return count;
  };
  return operations.reduce((sum, { selectionSet }) => sum + ofSet(selectionSet), 0);
}

/** The merged fields of selection sets, with fragments expanded, by their name in the response. */
export function collectFields(
  sets: readonly SelectionSetNode[],
  fragments: DocumentParts['fragments'],
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD)
        collect(fragments.get(selection.name.value)?.selectionSet);
      else {
        const name = (selection.alias ?? selection.name).value;
        const same = fields.get(name);
        if (same) same.push(selection);
        else fields.set(name, [selection]);
      }
    }
  };
  for (const set of sets) collect(set);
  return fields;
}
