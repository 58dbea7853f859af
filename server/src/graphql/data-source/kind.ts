import type { ConnectionSettings } from '../generated/resolver-types.js';

/** The schema's parts for a kind of Data Source. */
export interface DataSourceKind {
  readonly description: string;
  /** The member of the union `ConnectionSettings`. */
  readonly settingsType: NonNullable<ConnectionSettings['__typename']>;
  /** The fields of `Mutation` that create and change one. */
  readonly mutations: string;
  readonly types: string;
}
