import type { DataPool } from '../../catalog/definitions.js';
import { expiryRules } from '../../sql/data-pool-ddl.js';

export type Retention = NonNullable<ReturnType<typeof retentionOf>>;

/** The rule that removes a Data Pool's records, as its details say it; null when nothing does. */
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
  const description = `Records are removed for good once ${conditions.join(' or ')}: in the background, usually within four hours.`;
  return { dataPool, description, rules };
}
