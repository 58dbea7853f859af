import {
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  GraphQLScalarType,
  Kind,
  parse,
  type TypeNode,
} from 'graphql';

/**
 * GraphQL executors visit every entry of a list, two million of them in the largest result. Resolvers return lists of
 * texts (and lists of such lists) in their final form, so the schema that operations run on treats them as one value.
 * Nullability of the list is still checked; its content is checked by the resolvers' types.
 */
const textList = new GraphQLScalarType({
  name: '_TextList',
  description: 'A list of texts, or of lists of texts, in its final form.',
  serialize: (value) => {
    if (Array.isArray(value)) return value;
    throw new Error('A resolver returned a value that is not a list for a list of texts');
  },
});

export const textListResolvers = { [textList.name]: textList };

/** The schema with lists of texts as single values. */
export function withTextLists(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map(withTextListFields);
  return { ...document, definitions: [...definitions, ...parse(`scalar ${textList.name}`).definitions] };
}

function withTextListFields(node: DefinitionNode): DefinitionNode {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_EXTENSION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      return { ...node, fields: (node.fields ?? []).map(withTextList) };
    default:
      return node;
  }
}

const withTextList = (field: FieldDefinitionNode): FieldDefinitionNode =>
  isTextList(field.type) ? { ...field, type: asOneValue(field.type) } : field;

function isTextList(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return isTextList(type.type);
  return type.kind === Kind.LIST_TYPE && (isTextList(type.type) || isText(type.type));
}

function isText(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return isText(type.type);
  return type.kind === Kind.NAMED_TYPE && type.name.value === 'String';
}

function asOneValue(type: TypeNode): TypeNode {
  const named = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: textList.name } } as const;
  return type.kind === Kind.NON_NULL_TYPE ? { kind: Kind.NON_NULL_TYPE, type: named } : named;
}
