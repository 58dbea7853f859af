import { formatInstant } from '../format/format.js';
import { usePreferences } from '../preferences/preferences.js';

/** An instant in the chosen time zone, with the zone's name. */
export function Time({ value }: { value: string | null | undefined }) {
  const { timeZone } = usePreferences();
  if (!value) return <>—</>;
  return (
    <time dateTime={value}>
      {formatInstant(value, timeZone)} <span className="note small">{timeZone}</span>
    </time>
  );
}
