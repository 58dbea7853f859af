import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, type DocumentParts } from './document-shape.js';

/**
 * How many fields the JIT generates code for when it compiles an operation: below an interface or a union, the fields of
 * every possible type. Counting stops soon after `enough`. Introspection is rare and never worth compiling.
 */
export function compiledFields(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: DocumentParts['fragments'],
  enough: number,
): number {
  let count = 0;
  const visit = (type: GraphQLNamedType | null | undefined, sets: readonly SelectionSetNode[]): void => {
    if (!type || sets.length === 0 || count > enough) return;
    if (isAbstractType(type)) {
      for (const possible of schema.getPossibleTypes(type)) visit(possible, sets);
      return;
    }
    if (!isObjectType(type)) return;
    for (const nodes of collectFields(sets, fragments).values()) {
      const name = nodes[0]?.name.value ?? '';
      const field = type.getFields()[name];
      count += name === '__schema' || name === '__type' ? Number.POSITIVE_INFINITY : 1;
      visit(
        getNamedType(field?.type),
        nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      );
    }
  };
  visit(schema.getRootType(operation.operation), [operation.selectionSet]);
  return count;
}
