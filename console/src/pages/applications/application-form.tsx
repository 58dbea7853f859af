import { type ApplicationScope, type Tier, tiers } from '@weir/client';
import { formatNumber } from '../../format/format.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { SelectField, TextField } from '../../ui/field.js';

export interface ApplicationDraft {
  readonly uniqueName: string;
  readonly description: string;
  /** Undefined only for a new Application: the service chooses the highest that the caller may give. */
  readonly tier: Tier | undefined;
  readonly scopes: readonly ApplicationScope[];
}

const tierOptions = Object.entries(tiers).map(([value, { recordsPerSecondMax }]) => ({
  value,
  label: `${value}: at most ${formatNumber(recordsPerSecondMax)} records per second`,
}));
const defaultTierOption = { value: '', label: 'Default: the highest that you may give' };

const scopes: readonly (readonly [scope: ApplicationScope, label: string])[] = [
  ['ADMIN', 'admin: manage and query everything except Applications'],
  ['APPLICATION_ADMIN', 'application:admin: manage Applications'],
  ['DATA_POOL_LOAD', 'data_pool:load: load files into Data Pools'],
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
