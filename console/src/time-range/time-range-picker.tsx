import { formatEnum } from '../format/format.js';
import { SelectField, TextField } from '../ui/field.js';
import {
  betweenOf,
  fromLocalText,
  lastNOf,
  lastNUnits,
  type RangeText,
  rangePresets,
  toLocalText,
} from './time-range.js';

interface TimeRangePickerProps {
  readonly value: RangeText;
  readonly timeZone: string;
  readonly onChange: (value: RangeText) => void;
}

const options = [
  ...rangePresets.map(({ value, label }) => ({ value: value || 'ALL', label })),
  { value: 'CUSTOM_N', label: 'Last …' },
  { value: 'BETWEEN', label: 'Between …' },
];

export function TimeRangePicker({ value, timeZone, onChange }: TimeRangePickerProps) {
  const between = betweenOf(value);
  const last = lastNOf(value);
  const isPreset = rangePresets.some((preset) => preset.value === value);
  // A range that this list does not offer, such as one that was saved through the API, is shown by its name.
  const isOther = !isPreset && !between && !last;
  const choice = isOther ? value : isPreset ? value || 'ALL' : between ? 'BETWEEN' : 'CUSTOM_N';
  const choose = (next: string) => {
    if (next === 'BETWEEN') onChange(`${startOfDay(timeZone)}..`);
    else if (next === 'CUSTOM_N') onChange('LAST_N_DAYS:14');
    else onChange(next === 'ALL' ? '' : next);
  };
  return (
    <>
      <SelectField
        label="Time range"
        value={choice}
        onChange={choose}
        options={isOther ? [...options, { value, label: formatEnum(value) }] : options}
      />
      {choice === 'CUSTOM_N' && last && <LastN last={last} onChange={onChange} />}
      {between && (
        <>
          <TextField
            label={`From (${timeZone})`}
            type="datetime-local"
            value={toLocalText(between.start, timeZone)}
            onChange={(local) => onChange(`${fromLocalText(local, timeZone)}..${between.stop}`)}
          />
          <TextField
            label={`To, exclusive (${timeZone})`}
            type="datetime-local"
            value={toLocalText(between.stop, timeZone)}
            onChange={(local) => onChange(`${between.start}..${fromLocalText(local, timeZone)}`)}
          />
        </>
      )}
    </>
  );
}

interface LastNProps {
  readonly last: { readonly unit: string; readonly n: number };
  readonly onChange: (value: RangeText) => void;
}

function LastN({ last, onChange }: LastNProps) {
  return (
    <>
      <TextField
        label="How many"
        type="number"
        value={String(last.n)}
        onChange={(n) => onChange(`LAST_N_${last.unit}:${Math.max(1, Math.floor(Number(n) || 1))}`)}
      />
      <SelectField
        label="Unit"
        value={last.unit}
        onChange={(unit) => onChange(`LAST_N_${unit}:${last.n}`)}
        options={lastNUnits.map((unit) => ({ value: unit, label: formatEnum(unit) }))}
      />
    </>
  );
}

function startOfDay(timeZone: string): string {
  return fromLocalText(`${toLocalText(new Date().toISOString(), timeZone).slice(0, 10)}T00:00:00`, timeZone);
}
