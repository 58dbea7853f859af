import type { FuzzAnswer, FuzzCase } from '../fuzz-case.js';
import type { Canaries } from '../world/canaries.js';
import type { Finding } from './verdict.js';

const shownCharacters = 200;

/** No answer, no header and no line of the log has a value that its reader may not see. */
export function leak(
  canaries: Canaries,
  { actor, carries = [] }: FuzzCase,
  { headers, body }: FuzzAnswer,
): Finding | undefined {
  return leakIn(canaries, actor, `${headers}\n${body}`, carries);
}

export function leakIn(
  canaries: Canaries,
  reader: string,
  text: string,
  carries: readonly string[] = [],
): Finding | undefined {
  const [first] = canaries.leaks(reader, text, carries);
  if (first === undefined) return undefined;
  const at = Math.max(0, text.toLowerCase().indexOf(first.found.toLowerCase()));
  return {
    oracle: 'canary',
    kind: `${first.canary.label} read by ${reader}`,
    message: `"${first.found}" (${first.canary.label}) in ${text.slice(Math.max(0, at - shownCharacters), at + shownCharacters)}`,
  };
}
