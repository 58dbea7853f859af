import {
  type FieldNode,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
} from 'graphql';
import type { LiveField } from '../graphql/subscription/schema.js';
import { collectFields } from './document-shape.js';
import type { GraphqlOperation } from './graphql-operation.js';
import type { KnownDocument } from './known-documents.js';

/** A subscription as the query that answers it: every field of Subscription is one of Query too, with the same types. */
export interface SubscribedQuery {
  readonly query: GraphqlOperation;
  readonly field: LiveField;
  readonly input: unknown;
  /** The answer without what it says about the query that ran, such as its time. */
  readonly comparable: (data: Readonly<Record<string, unknown>>) => unknown;
}

/** Validation has made sure that a subscription has exactly one field. */
export function readSubscription(
  schema: GraphQLSchema,
  { document, fragments }: KnownDocument,
  node: OperationDefinitionNode,
  request: GraphqlOperation,
  variables: Readonly<Record<string, unknown>>,
): SubscribedQuery | undefined {
  const [[name, fields] = []] = collectFields([node.selectionSet], fragments);
  const [field] = fields ?? [];
  const definition = field && schema.getSubscriptionType()?.getFields()[field.name.value];
  if (!name || !fields || !field || !definition) return undefined;
  const text = print({
    ...document,
    definitions: document.definitions.map((each) =>
      each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.SUBSCRIPTION
        ? { ...each, operation: OperationTypeNode.QUERY }
        : each,
    ),
  });
  const { input } = getArgumentValues(definition, field, variables);
  return {
    query: { ...request, query: text },
    field: field.name.value as LiveField,
    input,
    comparable: (data) => withoutQueryInfo(data[name], fields, fragments),
  };
}

/** Fields called `query` are of the type QueryInfo, wherever they are in an answer. */
function withoutQueryInfo(
  value: unknown,
  fields: readonly FieldNode[],
  fragments: KnownDocument['fragments'],
): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutQueryInfo(each, fields, fragments));
  if (typeof value !== 'object' || value === null) return value;
  const sets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
  const kept = [...collectFields(sets, fragments)].filter(([, [first]]) => first?.name.value !== 'query');
  return kept.map(([name, inner]) =>
    withoutQueryInfo((value as Record<string, unknown>)[name], inner, fragments),
  );
}
