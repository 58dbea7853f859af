import type { IResolvers } from 'mercurius';

/** Topics add fields to the same types; two that resolve the same field are a mistake. */
export function mergeResolvers(parts: readonly object[]): IResolvers {
  const merged: Record<string, object> = {};
  for (const part of parts) {
    for (const [typeName, type] of Object.entries(part) as [string, object][]) {
      const existing = merged[typeName];
      if (existing === undefined) {
        merged[typeName] = type;
        continue;
      }
      const twice = Object.keys(type).find((fieldName) => fieldName in existing);
      if (twice !== undefined) throw new Error(`${typeName}.${twice} is resolved twice`);
      merged[typeName] = { ...existing, ...type };
    }
  }
  for (const [typeName, type] of Object.entries(merged)) merged[typeName] = withTypeResolver(type);
  return merged as IResolvers;
}

/** The generated types call an abstract type's resolver `__resolveType`; Mercurius calls it `resolveType`. */
function withTypeResolver(type: object): object {
  if (!('__resolveType' in type)) return type;
  const { __resolveType: resolveType, ...fields } = type;
  return { ...fields, resolveType };
}
