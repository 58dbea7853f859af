import {
  GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** Types of which one answer has a thousand: GraphQL visits every field of each, and holds the event loop for it. */
const rowTypes = new Set([
  'DataGridEdge',
  'DataGridNode',
  'MetricReportEdge',
  'MetricReportNode',
  'TimeSeriesResponseGroup',
]);
const rowFieldsMax = 60;

/** Bounds the fields of one row that a field of the operation selects; only aliases can make them many. */
export const rowFieldsRule: ValidationRule = (context: ValidationContext) => {
  const ofFragments = new Map<string, number>();
  const count = (set: SelectionSetNode, parent: GraphQLNamedType | undefined): number => {
    let fields = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        if (rowTypes.has(parent?.name ?? '')) fields += 1;
        const field = isObjectType(parent) ? parent.getFields()[selection.name.value] : undefined;
        if (field && selection.selectionSet)
          fields += count(selection.selectionSet, getNamedType(field.type));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const name = selection.typeCondition?.name.value;
        fields += count(
          selection.selectionSet,
          name === undefined ? parent : context.getSchema().getType(name),
        );
      } else fields += countFragment(selection.name.value);
    }
    return fields;
  };
  const countFragment = (name: string): number => {
    const known = ofFragments.get(name);
    if (known !== undefined) return known;
    // Counts as nothing inside of itself, which another rule refuses.
    ofFragments.set(name, 0);
    const fragment = context.getFragment(name);
    if (!fragment) return 0;
    const fields = count(
      fragment.selectionSet,
      context.getSchema().getType(fragment.typeCondition.name.value),
    );
    ofFragments.set(name, fields);
    return fields;
  };
  return {
    OperationDefinition(node) {
      const parent = context.getSchema().getRootType(node.operation) ?? undefined;
      for (const selection of node.selectionSet.selections) {
        if (count({ ...node.selectionSet, selections: [selection] }, parent) <= rowFieldsMax) continue;
        const message = `The operation selects more than ${rowFieldsMax} fields of the rows of one answer, counting aliases`;
        context.reportError(new GraphQLError(message, { nodes: [selection] }));
      }
    },
  };
};
