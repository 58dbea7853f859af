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
  const infoNames = queryInfoNames(fields, fragments);
  return {
    query: { ...request, query: text },
    field: field.name.value as LiveField,
    input,
    comparable: (data) => withoutFields(data[name], infoNames),
  };
}

function queryInfoNames(fields: readonly FieldNode[], fragments: KnownDocument['fragments']): Set<string> {
  const sets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
  const names = new Set<string>();
  for (const [name, [first]] of collectFields(sets, fragments))
    if (first?.name.value === 'query') names.add(name);
  return names;
}

/** Of an answer, or of each in a list of answers. */
function withoutFields(answer: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(answer)) return answer.map((each) => withoutFields(each, names));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !names.has(name)));
}
