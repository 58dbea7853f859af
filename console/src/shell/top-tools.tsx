import { environmentQuery } from '@weir/client';
import { useId } from 'react';
import { useOperation } from '../api/use-operation.js';
import { PaletteButton } from '../palette/palette-button.js';
import { type Preferences, setPreferences, usePreferences } from '../preferences/preferences.js';
import { timeZoneOptions } from '../preferences/time-zones.js';
import { signOut } from '../session/session.js';
import { Select } from '../ui/select.js';

export function TopTools() {
  const { theme, timeZone } = usePreferences();
  const zoneId = useId();
  const environment = useOperation(environmentQuery, {});
  const name = environment.data?.environment?.uniqueName;
  return (
    <>
      {name && <span className="environment">Environment {name}</span>}
      <div className="top-tools">
        <PaletteButton />
        <label htmlFor={zoneId}>
          <span>Times in</span>
          <Select
            id={zoneId}
            aria-label="Time zone"
            value={timeZone}
            options={timeZoneOptions(timeZone)}
            onChange={(zone) => setPreferences({ timeZone: zone })}
          />
        </label>
        <label>
          <span>Theme</span>
          <select
            aria-label="Theme"
            value={theme}
            onChange={(event) => setPreferences({ theme: event.target.value as Preferences['theme'] })}
          >
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </>
  );
}
