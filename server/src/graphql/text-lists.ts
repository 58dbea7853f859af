import { type DocumentNode, GraphQLScalarType, Kind, parse, type TypeNode, visit } from 'graphql';

/**
 * GraphQL's executors visit every entry of a list, two million of them in the largest result. What is a list of texts, or
 * of lists of them, comes from the resolvers as it is answered: in the schema that operations run on it is one value.
 * Whether it is null is checked as before, and what is in it by the resolvers' types.
 */
const textList = new GraphQLScalarType({
  name: '_TextList',
  description: 'A list of texts, or of lists of texts, as it is answered.',
  serialize: (value) => {
    if (Array.isArray(value)) return value;
    throw new Error('A list of texts is not a list');
  },
});

export const textListResolvers = { [textList.name]: textList };

/** The schema with all lists of texts that are answered as one value. */
export function withTextLists(sdl: string): DocumentNode {
  const document = parse(`${sdl}\nscalar ${textList.name}`);
  return visit(document, {
    FieldDefinition: (node) => (isTextList(node.type) ? { ...node, type: asOneValue(node.type) } : undefined),
  });
}

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
