import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';

/** Bounds on one GraphQL document, each named in the error that refuses it. */
export const documentTokensMax = 10_000;
export const selectionDepthMax = 12;
export const fieldsMax = 1_000;
export const rootFieldsMax = 50;

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
