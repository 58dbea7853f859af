import type { ApplicationScope, Tier } from '@weir/client';
import { formatNumber } from '../../format/format.js';
import { ChoiceField, SelectField, TextField } from '../../ui/field.js';

export interface ApplicationDraft {
  readonly uniqueName: string;
  readonly description: string;
  /** Undefined only for a new Application: the service chooses the highest that the caller may give. */
  readonly tier: Tier | undefined;
  readonly scopes: readonly ApplicationScope[];
}

const tiers: readonly (readonly [tier: Tier, recordsPerSecond: number])[] = [
  ['P1_X_SMALL', 5_000_000],
  ['P1_SMALL', 25_000_000],
  ['P1_MEDIUM', 100_000_000],
  ['P1_LARGE', 250_000_000],
  ['P1_X_LARGE', 500_000_000],
];

const tierOptions = tiers.map(([value, speed]) => ({
  value: value as string,
  label: `${value}: at most ${formatNumber(speed)} records per second`,
}));
const defaultTierOption = { value: '', label: 'Default: the highest that you may give' };

const scopes: readonly (readonly [scope: ApplicationScope, label: string])[] = [
  ['ADMIN', 'admin: manage and query everything except Applications'],
  ['APPLICATION_ADMIN', 'application:admin: manage Applications'],
  ['DATA_POOL_QUERY', 'data_pool:query: read records and run SQL'],
  ['METRIC_QUERY', 'metric:query: query Metrics'],
  ['METRIC_STATS', 'metric:stats: read dimension statistics and top values'],
];

interface ApplicationFieldsProps {
  readonly draft: ApplicationDraft;
  readonly set: (changes: Partial<ApplicationDraft>) => void;
  readonly isNew?: boolean;
}

export function ApplicationFields({ draft, set, isNew = false }: ApplicationFieldsProps) {
  return (
    <>
      <TextField
        label="Unique name"
        value={draft.uniqueName}
        onChange={(uniqueName) => set({ uniqueName })}
        required
        wide
      />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => set({ description })}
        wide
      />
      <SelectField
        label="Tier"
        value={draft.tier ?? ''}
        onChange={(tier) => set({ tier: tier === '' ? undefined : (tier as Tier) })}
        options={isNew ? [defaultTierOption, ...tierOptions] : tierOptions}
        wide
      />
      <ChoiceField
        legend="Scopes"
        options={scopes.map(([value, label]) => ({ value, label }))}
        chosen={draft.scopes}
        onChange={(chosen) => set({ scopes: chosen as readonly ApplicationScope[] })}
      />
    </>
  );
}
