import type { SealedTexts } from '../../base/sealed-texts.js';
import type { WeekStart } from '../../base/week-start.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { S3Sources } from '../../jobs/s3-sources.js';
import type { Provision } from '../../provision/data-sources.js';
import type { ScopeInput } from '../../query/query-scope.js';
import type { IntakeMinute, IntakeStatistics, RecentRefusal } from '../generated/resolver-types.js';

export interface DataSourceResolverOptions {
  readonly s3Sources: S3Sources;
  readonly catalog: Catalog;
  readonly provision: Provision;
  /** Encrypts senders' secrets. */
  readonly sealedTexts: SealedTexts | undefined;
  readonly publicUrl: () => string;
  readonly intakeTotals: (
    dataSourceId: string,
    range: Pick<ScopeInput, 'timeRange' | 'timeZone'> & { readonly weekStart: WeekStart },
  ) => Promise<IntakeStatistics>;
  /** Oldest first. */
  readonly intakeMinutes: (
    dataSourceId: string,
    count: number,
    each: number,
  ) => Promise<readonly IntakeMinute[]>;
  /** Newest first. */
  readonly recentRefusals: (dataSourceId: string, size: number) => Promise<readonly RecentRefusal[]>;
}
