/** A place in the console that the palette offers. */
export interface PaletteEntry {
  readonly kind: 'Page' | 'Dashboard' | 'Metric' | 'Data Pool' | 'Saved query';
  readonly label: string;
  readonly to: string;
}

const shownMax = 20;

/** The entries that have all words of a text, those that begin with it first. */
export function matchingEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = entries.filter(({ kind, label }) => {
    const own = `${label} ${kind}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
  const begins = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))].slice(0, shownMax);
}
