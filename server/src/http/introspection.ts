import { GraphQLError, type OperationDefinitionNode } from 'graphql';
import { collectFields, type DocumentParts } from './document-shape.js';

/**
 * Whether an operation asks for the schema itself. The schema is shown with its own types, and data is answered with
 * others, in which a list of texts is one value. So that no operation needs both, it asks for one or the other.
 */
export function introspects(node: OperationDefinitionNode, fragments: DocumentParts['fragments']): boolean {
  const names = [...collectFields([node.selectionSet], fragments).values()]
    .flat()
    .map((field) => field.name.value);
  if (!names.some(isOfSchema)) return false;
  if (names.every((name) => name.startsWith('__'))) return true;
  throw new GraphQLError(
    'An operation that asks for __schema or __type cannot ask for other fields: send two requests',
    { nodes: [node] },
  );
}

const isOfSchema = (name: string) => name === '__schema' || name === '__type';
