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

/** Types of which one response contains up to a thousand. Visiting every field of each blocks the event loop. */
const rowTypes = new Set([
  'DataGridEdge',
  'DataGridNode',
  'MetricReportEdge',
  'MetricReportNode',
  'LeaderboardRowComparison',
  'TimeSeriesGroupComparison',
  'TimeSeriesResponseGroup',
]);
const rowFieldsMax = 60;

/** Limits the fields that an operation selects per row. Only aliases can make them many. */
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
    // Counts as 0 inside itself; another rule refuses the cycle.
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
        const message = `The operation selects more than ${rowFieldsMax} fields per row, counting aliases`;
        context.reportError(new GraphQLError(message, { nodes: [selection] }));
      }
    },
  };
};
