import {
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** Bounds on one GraphQL document, each named in the error that refuses it. */
export const documentTokensMax = 10_000;
const selectionDepthMax = 12;
const fieldsMax = 1_000;
const rootFieldsMax = 50;

/** Counts fields as written; with the depth and the tokens bounded too, fragments cannot multiply far. */
export const fieldLimitRule: ValidationRule = (context: ValidationContext) => {
  let fields = 0;
  return {
    Field() {
      fields += 1;
      if (fields === fieldsMax + 1) {
        context.reportError(new GraphQLError(`The document selects more than ${fieldsMax} fields`));
      }
    },
    OperationDefinition(node) {
      if (node.selectionSet.selections.length > rootFieldsMax) {
        context.reportError(
          new GraphQLError(`The operation has more than ${rootFieldsMax} fields at its root`),
        );
      }
    },
  };
};

/** How deep selections nest, through fragments too. Introspection is as deep as its own types are. */
export const depthLimitRule: ValidationRule = (context: ValidationContext) => ({
  OperationDefinition(node) {
    if (depthOf(context, node.selectionSet, new Set()) > selectionDepthMax) {
      context.reportError(
        new GraphQLError(`The operation's depth is more than ${selectionDepthMax} levels`, { nodes: [node] }),
      );
    }
  },
});

function depthOf(
  context: ValidationContext,
  { selections }: SelectionSetNode,
  visited: ReadonlySet<string>,
): number {
  let deepest = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const introspects = selection.name.value.startsWith('__');
      if (introspects || !selection.selectionSet) deepest = Math.max(deepest, 1);
      else deepest = Math.max(deepest, 1 + depthOf(context, selection.selectionSet, visited));
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      deepest = Math.max(deepest, depthOf(context, selection.selectionSet, visited));
    } else {
      const name = selection.name.value;
      const fragment = context.getFragment(name);
      // A fragment within itself is refused by another rule.
      if (!fragment || visited.has(name)) continue;
      deepest = Math.max(deepest, depthOf(context, fragment.selectionSet, new Set([...visited, name])));
    }
  }
  return deepest;
}
