import { type ApplicationScope, applicationQuery, type Tier, tiers } from '@weir/client';
import { useOperation } from '../../api/use-operation.js';
import { formatNumber } from '../../format/format.js';
import { useMay, useMayGive } from '../../session/permissions.js';
import { useSessionState } from '../../session/session.js';
import { ChoiceField } from '../../ui/choice-field.js';
import { SelectField } from '../../ui/field.js';
import { NameFields } from '../../ui/name-fields.js';
import type { Option } from '../../ui/select.js';

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

/** The tiers up to that of the signed-in Application, unless it is an administrator. */
function useTiers(): readonly Option[] {
  const may = useMay();
  const { session } = useSessionState();
  const isLimited = !may('administer');
  const own = useOperation(applicationQuery, { id: session?.clientId ?? '' }, { enabled: isLimited });
  const highest = tierOptions.findIndex(({ value }) => value === own.data?.application?.tier);
  return isLimited ? tierOptions.slice(0, highest + 1) : tierOptions;
}

export function ApplicationFields({ draft, set, isNew = false }: ApplicationFieldsProps) {
  const offered = useTiers();
  const mayGive = useMayGive();
  // Its own tier may be above all that can be given.
  const others = tierOptions.filter(
    ({ value }) => value === draft.tier && !offered.some((o) => o.value === value),
  );
  return (
    <>
      <NameFields named={draft} onChange={set} />
      <SelectField
        label="Tier"
        value={draft.tier ?? ''}
        onChange={(tier) => set({ tier: tier === '' ? undefined : (tier as Tier) })}
        options={[...(isNew ? [defaultTierOption] : []), ...offered, ...others]}
        wide
      />
      <ChoiceField
        legend="Scopes"
        options={scopes.filter(([scope]) => mayGive(scope)).map(([value, label]) => ({ value, label }))}
        chosen={draft.scopes}
        onChange={(chosen) => set({ scopes: chosen as readonly ApplicationScope[] })}
      />
    </>
  );
}
