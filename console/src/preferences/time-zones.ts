export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** UTC first, then the browser's zone, then all others. */
export const timeZones: readonly string[] = [
  ...new Set([
    'UTC',
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Intl.supportedValuesOf('timeZone'),
  ]),
];
