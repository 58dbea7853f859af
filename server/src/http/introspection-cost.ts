import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** How long the lists are that the schema's description of one type, or of one field, has. */
interface ListSizes {
  readonly [list: string]: number;
}

export interface IntrospectionSizes {
  readonly types: number;
  /** In the mean over all types. */
  readonly mean: ListSizes;
  /** Of the type that has the most. */
  readonly most: ListSizes;
}

/** Fields of `__Type` that lead from a type to other types: within each other they multiply. */
export const typeLists: ReadonlySet<string> = new Set([
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
]);

export function introspectionSizes(schema: GraphQLSchema): IntrospectionSizes {
  const types = Object.values(schema.getTypeMap());
  const counts: Record<string, number[]> = { fields: [], inputFields: [], enumValues: [], args: [] };
  for (const type of types) {
    if (isEnumType(type)) counts['enumValues']?.push(type.getValues().length);
    else if (isInputObjectType(type)) counts['inputFields']?.push(Object.keys(type.getFields()).length);
    else if (isObjectType(type) || isInterfaceType(type)) {
      const fields = Object.values(type.getFields());
      counts['fields']?.push(fields.length);
      counts['args']?.push(...fields.map(({ args }) => args.length));
    }
  }
  const sum = (list: readonly number[]) => list.reduce((all, count) => all + count, 0);
  const fieldCount = counts['args']?.length ?? 0;
  const mean = (name: string, list: readonly number[]) =>
    sum(list) / (name === 'args' ? fieldCount : types.length);
  const sizes = (of: (name: string, list: readonly number[]) => number): ListSizes =>
    Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, of(name, list)]));
  return {
    types: types.length,
    mean: { ...sizes(mean), interfaces: 1, possibleTypes: 1 },
    most: {
      ...sizes((_, list) => Math.max(0, ...list)),
      interfaces: types.length,
      possibleTypes: types.length,
    },
  };
}

/** Most types are not wrapped, and few more than once: the mean over a question that goes nine levels deep. */
const wrappedShare = 0.5;

/** How many of what a field of the schema's description leads to there are, for each object that has the field. */
export function itemsOf(field: string, belowTypes: boolean, sizes: IntrospectionSizes): number {
  if (field === 'types') return sizes.types;
  if (field === 'ofType') return wrappedShare;
  return (belowTypes ? sizes.mean : sizes.most)[field] ?? 1;
}
