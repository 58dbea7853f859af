import { useState } from 'react';
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
  /** Whether a number is being typed, which may be that of a preset on its way to another one. */
  const [isTyping, setIsTyping] = useState(false);
  const isPreset = rangePresets.some((preset) => preset.value === value);
  const isLastN = last !== undefined && (isTyping || !isPreset);
  // A range that this list does not offer, such as one that was saved through the API, is shown by its name.
  const isOther = !isPreset && !between && !last;
  const choice = isLastN ? 'CUSTOM_N' : between ? 'BETWEEN' : value || 'ALL';
  const choose = (next: string) => {
    setIsTyping(next === 'CUSTOM_N');
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
      {isLastN && <LastN last={last} onChange={onChange} onType={() => setIsTyping(true)} />}
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
  readonly onType: () => void;
}

function LastN({ last, onChange, onType }: LastNProps) {
  /** An empty field waits for a digit; the range stays. */
  const [isEmpty, setIsEmpty] = useState(false);
  const type = (n: string) => {
    onType();
    setIsEmpty(n === '');
    if (n !== '') onChange(`LAST_N_${last.unit}:${Math.max(1, Math.floor(Number(n)))}`);
  };
  return (
    <>
      <TextField label="How many" type="number" value={isEmpty ? '' : String(last.n)} onChange={type} />
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
