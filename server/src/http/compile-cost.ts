import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { collectFields, type DocumentParts } from './document-shape.js';

const introspectionFields = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/**
 * How many fields code is written for when an operation is compiled: below an interface or a union, those of every
 * type that it may be. Counting stops soon after `enough`.
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
      const field = type.getFields()[name] ?? introspectionFields.get(name);
      count += 1;
      visit(
        getNamedType(field?.type),
        nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      );
    }
  };
  visit(schema.getRootType(operation.operation), [operation.selectionSet]);
  return count;
}
