/** Where the catalog lives: a file beside a single node, or a PostgreSQL that several nodes share. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };
