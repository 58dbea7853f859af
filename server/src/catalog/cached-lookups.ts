import { isId } from '../base/ids.js';
import { type WeekStart, weekStartDefault } from '../base/week-start.js';
import type { AccessPolicyStore } from './access-policies.js';
import type { ApplicationStore, ApplicationWithSecrets } from './applications.js';
import type { Booster } from './booster.js';
import type { BoosterStore } from './boosters.js';
import { CachedLookup } from './cached-lookup.js';
import type { DataPoolStore } from './data-pools.js';
import type { DataSourceStore } from './data-sources.js';
import type { AccessPolicy, DataPool, Environment, Metric, WebhookDataSource } from './definitions.js';
import type { EnvironmentStore } from './environments.js';
import type { MetricStore } from './metrics.js';
import type { RevisionWatch } from './revision-watch.js';
import type { ShareLink } from './share-link.js';
import type { ShareLinkStore } from './share-links.js';
import type { SigningKey, SigningKeyStore } from './signing-keys.js';
import { uniqueNameLengthMax } from './unique-name.js';

export interface LookupStores {
  readonly environments: EnvironmentStore;
  readonly applications: ApplicationStore;
  readonly signingKeys: SigningKeyStore;
  readonly dataSources: DataSourceStore;
  readonly dataPools: DataPoolStore;
  readonly metrics: MetricStore;
  readonly boosters: BoosterStore;
  readonly accessPolicies: AccessPolicyStore;
  readonly shareLinks: ShareLinkStore;
}

/** The Environment's identifier has a fixed length, so no two pairs share a key. */
const within = (environmentId: string, idOrName: string) => `${environmentId}/${idOrName}`;

const isWebhookKey = (text: string) => /^WHK[\w-]{16,128}$/.test(text);

const canBeName = (text: string) => text.length <= uniqueNameLengthMax;

const nothing = Promise.resolve(undefined);

/**
 * Cached catalog lookups for the paths that every request takes. A malformed identifier or name is answered immediately
 * and costs neither a query nor memory.
 */
export class CachedLookups {
  readonly #stores: LookupStores;
  readonly #watch: RevisionWatch;
  readonly #environments: CachedLookup<Environment>;
  readonly #applications: CachedLookup<ApplicationWithSecrets>;
  readonly #signingKeys: CachedLookup<readonly SigningKey[]>;
  readonly #dataSourcesByKey: CachedLookup<WebhookDataSource>;
  readonly #dataPoolsById: CachedLookup<DataPool>;
  readonly #dataPoolsByName: CachedLookup<DataPool>;
  readonly #dataPoolsBySource: CachedLookup<DataPool>;
  readonly #metricsById: CachedLookup<Metric>;
  readonly #metricsByName: CachedLookup<Metric>;
  readonly #boostersByDataPool: CachedLookup<readonly Booster[]>;
  readonly #policiesByAssignment: CachedLookup<readonly AccessPolicy[]>;
  readonly #shareLinks: CachedLookup<ShareLink>;

  constructor(stores: LookupStores, watch: RevisionWatch) {
    this.#stores = stores;
    this.#watch = watch;
    this.#environments = new CachedLookup(watch);
    this.#applications = new CachedLookup(watch);
    this.#signingKeys = new CachedLookup(watch);
    this.#dataSourcesByKey = new CachedLookup(watch);
    this.#dataPoolsById = new CachedLookup(watch);
    this.#dataPoolsByName = new CachedLookup(watch);
    this.#dataPoolsBySource = new CachedLookup(watch);
    this.#metricsById = new CachedLookup(watch);
    this.#metricsByName = new CachedLookup(watch);
    this.#boostersByDataPool = new CachedLookup(watch);
    this.#policiesByAssignment = new CachedLookup(watch);
    this.#shareLinks = new CachedLookup(watch);
  }

  /** Increases whenever earlier reads of the catalog may be outdated. */
  get generation(): number {
    return this.#watch.generation;
  }

  /** The generation, after checking for writes of other nodes. */
  async freshGeneration(): Promise<number> {
    await this.#watch.fresh();
    return this.#watch.generation;
  }

  /** Calls the listener whenever earlier reads may be outdated. */
  onOutdated(listener: () => void): void {
    this.#watch.onOutdated(listener);
  }

  /** The day on which weeks start in an Environment. */
  async weekStart(environmentId: string): Promise<WeekStart> {
    const environment = await this.#environments.get(environmentId, () =>
      this.#stores.environments.findById(environmentId),
    );
    return environment?.weekStart ?? weekStartDefault;
  }

  application(id: string): Promise<ApplicationWithSecrets | undefined> {
    if (!isId('application', id)) return nothing;
    return this.#applications.get(id, () => this.#stores.applications.findWithSecrets(id));
  }

  /** Also those that have expired. */
  shareLink(id: string): Promise<ShareLink | undefined> {
    if (!isId('shareLink', id)) return nothing;
    return this.#shareLinks.get(id, () => this.#stores.shareLinks.find(id));
  }

  /** Newest first, including retired keys. */
  async signingKeys(): Promise<readonly SigningKey[]> {
    return (await this.#signingKeys.get('all', () => this.#stores.signingKeys.list())) ?? [];
  }

  dataSourceByWebhookKey(key: string): Promise<WebhookDataSource | undefined> {
    if (!isWebhookKey(key)) return nothing;
    return this.#dataSourcesByKey.get(key, () => this.#stores.dataSources.findByWebhookKey(key));
  }

  dataPoolByDataSource(environmentId: string, dataSourceId: string): Promise<DataPool | undefined> {
    if (!isId('dataSource', dataSourceId)) return nothing;
    return this.#dataPoolsBySource.get(within(environmentId, dataSourceId), () =>
      this.#stores.dataPools.findByDataSource(environmentId, dataSourceId),
    );
  }

  dataPoolById(environmentId: string, id: string): Promise<DataPool | undefined> {
    if (!isId('dataPool', id)) return nothing;
    return this.#dataPoolsById.get(within(environmentId, id), () =>
      this.#stores.dataPools.findById(environmentId, id),
    );
  }

  dataPoolByUniqueName(environmentId: string, name: string): Promise<DataPool | undefined> {
    if (!canBeName(name)) return nothing;
    return this.#dataPoolsByName.get(within(environmentId, name), () =>
      this.#stores.dataPools.findByUniqueName(environmentId, name),
    );
  }

  metricById(environmentId: string, id: string): Promise<Metric | undefined> {
    if (!isId('metric', id)) return nothing;
    return this.#metricsById.get(within(environmentId, id), () =>
      this.#stores.metrics.findById(environmentId, id),
    );
  }

  metricByUniqueName(environmentId: string, name: string): Promise<Metric | undefined> {
    if (!canBeName(name)) return nothing;
    return this.#metricsByName.get(within(environmentId, name), () =>
      this.#stores.metrics.findByUniqueName(environmentId, name),
    );
  }

  /** The boosters of a Data Pool, oldest first, without those that are being deleted. */
  async boosters(environmentId: string, dataPoolId: string): Promise<readonly Booster[]> {
    const found = await this.#boostersByDataPool.get(within(environmentId, dataPoolId), () =>
      this.#stores.boosters.ofDataPool(environmentId, dataPoolId),
    );
    return found ?? [];
  }

  /** The access policies for a Data Pool that are assigned to an Application, oldest first. */
  async accessPolicies(
    environmentId: string,
    applicationId: string,
    dataPoolId: string,
  ): Promise<readonly AccessPolicy[]> {
    const key = within(environmentId, `${applicationId}/${dataPoolId}`);
    const found = await this.#policiesByAssignment.get(key, () =>
      this.#stores.accessPolicies.assigned(environmentId, applicationId, dataPoolId),
    );
    return found ?? [];
  }
}
