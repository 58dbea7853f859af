import type { Application } from '../../catalog/definitions.js';

/** An Application as GraphQL shows it; the secret is there only right after it was made. */
export interface ShownApplication extends Application {
  readonly secret?: string | undefined;
}
