/** UTC first, then the browser's own, then all that it knows. */
export const timeZones: readonly string[] = [
  ...new Set([
    'UTC',
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...Intl.supportedValuesOf('timeZone'),
  ]),
];
