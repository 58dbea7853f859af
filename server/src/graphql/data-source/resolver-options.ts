import type { SealedTexts } from '../../base/sealed-texts.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Provision } from '../../provision/data-sources.js';

export interface DataSourceResolverOptions {
  readonly catalog: Catalog;
  readonly provision: Provision;
  /** Encrypts senders' secrets. */
  readonly sealedTexts: SealedTexts | undefined;
  readonly publicUrl: () => string;
}
