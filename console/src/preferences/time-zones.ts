export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** UTC first, then the browser's zone, then all others. */
const timeZones: readonly string[] = [
  'UTC',
  Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...Intl.supportedValuesOf('timeZone'),
];

/** All time zones, and the chosen one, which may have a name that the browser does not list. */
export const timeZoneOptions = (chosen: string) =>
  [...new Set([...timeZones, ...(chosen === '' ? [] : [chosen])])].map((zone) => ({
    value: zone,
    // So that "new york" finds America/New_York.
    label: zone.replaceAll('_', ' '),
  }));
