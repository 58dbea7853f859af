import type { DataPool } from '../../catalog/definitions.js';
import { expiryRules } from '../../sql/data-pool-ddl.js';

export type Retention = NonNullable<ReturnType<typeof retentionOf>>;

/** A Data Pool's retention, as its details show it; null when records are kept permanently. */
export function retentionOf(dataPool: DataPool) {
  const ttlRules = dataPool.tableSettings.ttl === null ? 0 : 1;
  const rules = expiryRules(dataPool).map((rule, index) => ({
    ...rule,
    setting: index < ttlRules ? ('TTL' as const) : ('DATA_RETENTION_IN_DAYS' as const),
  }));
  if (rules.length === 0) return null;
  const conditions = rules.map(
    ({ columnName, amount, unit }) =>
      `${columnName} is more than ${amount} ${unit.toLowerCase()}${amount === 1 ? '' : 's'} in the past`,
  );
  const description = `Records are removed permanently once ${conditions.join(' or ')}. This happens in the background, usually within four hours.`;
  return { dataPool, description, rules };
}
