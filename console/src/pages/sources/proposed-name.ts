import type { SampleEvent } from './sample.js';

const kindKeys = ['event', 'event_type', 'eventType', 'type', 'kind', 'topic'];
const nameCharactersMax = 60;

/** A name for a new source that is not taken: of the file, of the one kind of event in the sample, or `events`. */
export function proposedName(
  events: readonly SampleEvent[],
  fileName: string | undefined,
  taken: readonly string[],
): string {
  const base = plainName(fileName?.split('.')[0] ?? '') || plainName(kindOf(events)) || 'events';
  let name = base;
  for (let copy = 2; taken.includes(name); copy += 1) name = `${base}-${copy}`;
  return name;
}

/** The value that all events have in common under a key for their kind. */
function kindOf(events: readonly SampleEvent[]): string {
  for (const key of kindKeys) {
    const kinds = new Set(events.map((event) => event[key]));
    const [kind] = kinds;
    if (kinds.size === 1 && typeof kind === 'string') return kind;
  }
  return '';
}

/** Easy to type, in SQL too. */
const plainName = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '_')
    .slice(0, nameCharactersMax)
    .split('_')
    .filter(Boolean)
    .join('_');
