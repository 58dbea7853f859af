import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** How many times what is selected below a list of the schema's description comes in the answer. */
export interface IntrospectionSizes {
  readonly types: number;
  /** Of one type, in the mean over all. */
  readonly mean: number;
  /** Of the type that has the most. */
  readonly most: number;
}

export function introspectionSizes(schema: GraphQLSchema): IntrospectionSizes {
  const types = Object.values(schema.getTypeMap());
  const members = types.map((type) => {
    if (isEnumType(type)) return type.getValues().length;
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      return Object.keys(type.getFields()).length;
    return 0;
  });
  const all = members.reduce((sum, count) => sum + count, 0);
  return { types: types.length, mean: all / types.length, most: Math.max(...members) };
}

/** Fields of `__Type` and its like that lead from a type to other types: within each other they multiply. */
export const typeLists: ReadonlySet<string> = new Set([
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
]);

/** Most types are not wrapped, and few more than once: the mean over a question that goes nine levels deep. */
const wrappedShare = 0.5;

/** How many of what a field of the schema's description leads to there are, for each object that has the field. */
export function itemsOf(field: string, belowTypes: boolean, sizes: IntrospectionSizes): number {
  if (field === 'types') return sizes.types;
  if (field === 'ofType') return wrappedShare;
  if (typeLists.has(field) || field === 'enumValues') return belowTypes ? sizes.mean : sizes.most;
  return 1;
}
