import type { Application } from '../../catalog/definitions.js';

/** An Application as GraphQL shows it. The secret is present only right after it was created. */
export interface ShownApplication extends Application {
  readonly secret?: string | undefined;
}
