import { useEffect, useState } from 'react';
import { usePreferences } from '../../preferences/preferences.js';
import { timeZoneOptions } from '../../preferences/time-zones.js';
import { TimeRangePicker } from '../../time-range/time-range-picker.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import type { DashboardDraft } from './dashboard-draft.js';
import { rangeTextOf, withRangeText } from './range-text.js';
import { shownZone } from './shown-zone.js';

export type ScopeDraft = Pick<DashboardDraft, 'timeRange' | 'timeZone' | 'filterSql'>;

interface DashboardControlsProps {
  readonly scope: ScopeDraft;
  readonly onChange: (changes: Partial<ScopeDraft>) => void;
  /** Whether a filter is also applied when its field is left: "Save" saves what is in the field. */
  readonly isSaved?: boolean;
}

/** One time range, zone and condition for all Metric tiles. */
export function DashboardControls({ scope, onChange, isSaved = false }: DashboardControlsProps) {
  const { timeZone: preferred } = usePreferences();
  return (
    <>
      <TimeRangePicker
        value={rangeTextOf(scope.timeRange)}
        timeZone={shownZone(scope.timeZone, preferred)}
        onChange={(text) => onChange({ timeRange: withRangeText(scope.timeRange, text) })}
      />
      <SelectField
        label="Time zone of the dashboard"
        value={scope.timeZone}
        onChange={(timeZone) => onChange({ timeZone })}
        options={[
          { value: '', label: `Each viewer’s own (${preferred})` },
          ...timeZoneOptions(scope.timeZone),
        ]}
      />
      <FilterForm
        value={scope.filterSql}
        onChange={(filterSql) => onChange({ filterSql })}
        isAppliedOnLeaving={isSaved}
      />
    </>
  );
}

interface FilterFormProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isAppliedOnLeaving: boolean;
}

function FilterForm({ value, onChange, isAppliedOnLeaving }: FilterFormProps) {
  const [filter, setFilter] = useState(value);
  useEffect(() => setFilter(value), [value]);
  const submit = () => {
    onChange(filter.trim());
  };
  const leave = () => {
    if (isAppliedOnLeaving && filter.trim() !== value.trim()) submit();
  };
  return (
    <Form className="row-fields" onSubmit={submit}>
      <TextField
        label="Filter of all Metrics"
        value={filter}
        onChange={setFilter}
        onFocusChange={(isFocused) => isFocused || leave()}
        placeholder="country = 'CH'"
        mono
      />
      <button type="submit">Apply filter</button>
    </Form>
  );
}
