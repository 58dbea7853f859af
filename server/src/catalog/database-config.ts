/** Where the catalog is stored: in a SQLite file of a single node, or in a PostgreSQL that several nodes share. */
export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };
