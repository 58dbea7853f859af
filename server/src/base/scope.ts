/** What a token may do. The spelling is OAuth's; GraphQL has the same names in capitals. */
export const scopes = [
  'admin',
  'application:admin',
  'data_pool:load',
  'data_pool:query',
  'metric:query',
  'metric:stats',
] as const;

export type Scope = (typeof scopes)[number];

/** Accepts the published alternative spelling `data-pool:query` too, and the like of it. */
export function parseScope(text: string): Scope | undefined {
  const spelled = text.replace(/^data-pool:/, 'data_pool:');
  return scopes.find((scope) => scope === spelled);
}
