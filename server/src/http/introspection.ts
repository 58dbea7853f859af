import { GraphQLError, type OperationDefinitionNode } from 'graphql';
import { collectFields, type DocumentParts } from './document-shape.js';

/**
 * Whether an operation introspects the schema. Introspection uses the public schema, and data is resolved with the
 * execution schema, in which a list of texts is one value. An operation must not need both.
 */
export function introspects(node: OperationDefinitionNode, fragments: DocumentParts['fragments']): boolean {
  const names = [...collectFields([node.selectionSet], fragments).values()]
    .flat()
    .map((field) => field.name.value);
  if (!names.some(isOfSchema)) return false;
  if (names.every((name) => name.startsWith('__'))) return true;
  throw new GraphQLError(
    'An operation that selects __schema or __type cannot select other fields; send two requests',
    { nodes: [node] },
  );
}

const isOfSchema = (name: string) => name === '__schema' || name === '__type';
