import { useState } from 'react';
import { CheckField } from './field.js';
import type { Option } from './select.js';
import './choice-field.css';

/** More options than this get a search field and scroll in a small area, so that they do not bury what follows. */
const optionsShownMax = 24;

interface ChoiceFieldProps {
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Checkboxes to choose several options. */
export function ChoiceField({ legend, options, chosen, onChange }: ChoiceFieldProps) {
  const [search, setSearch] = useState('');
  const isLong = options.length > optionsShownMax;
  const wanted = search.trim().toLowerCase();
  const shown = isLong ? chosenFirst(options, chosen).filter(matches(wanted)) : options;
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <fieldset className="field">
      <legend>
        {legend}
        {isLong && ` (${chosen.length} of ${options.length})`}
      </legend>
      {isLong && (
        <input
          type="search"
          aria-label={`Find in ${legend}`}
          placeholder="Find …"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className={isLong ? 'choices choices-long' : 'choices'}>
        {shown.map(({ value, label }) => (
          <CheckField
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(on) => toggle(value, on)}
          />
        ))}
        {shown.length === 0 && <span className="note">None has this name.</span>}
      </div>
    </fieldset>
  );
}

const matches = (wanted: string) => (option: Option) => option.label.toLowerCase().includes(wanted);

function chosenFirst(options: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const isChosen = ({ value }: Option) => chosen.includes(value);
  return [...options.filter(isChosen), ...options.filter((option) => !isChosen(option))];
}
