import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** The lengths of the lists in the introspection of one type or field. */
interface ListSizes {
  readonly [list: string]: number;
}

export interface IntrospectionSizes {
  readonly types: number;
  /** The mean over all types. */
  readonly mean: ListSizes;
  /** The maximum over all types. */
  readonly most: ListSizes;
}

/** Fields of `__Type` that lead from a type to other types. When nested, they multiply. */
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

/** Most types are not wrapped, and few more than once. This is the mean over a query nine levels deep. */
const wrappedShare = 0.5;

/** How many items an introspection field returns per object. */
export function itemsOf(field: string, belowTypes: boolean, sizes: IntrospectionSizes): number {
  if (field === 'types') return sizes.types;
  if (field === 'ofType') return wrappedShare;
  return (belowTypes ? sizes.mean : sizes.most)[field] ?? 1;
}
