import type { Catalog } from '../../catalog/catalog.js';
import type { Provision } from '../../provision/data-sources.js';

export interface DataSourceResolverOptions {
  readonly catalog: Catalog;
  readonly provision: Provision;
  readonly publicUrl: () => string;
}
