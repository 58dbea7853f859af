/** What is kept of a message of the engine's: it quotes values and statements, which can be of any length. */
export const messageHeadCharacters = 4_000;
/** The end names the kind of failure. */
export const messageTailCharacters = 1_000;

/** Cuts the middle out of a long message, before anything searches it or carries it further. */
export function boundMessage(text: string): string {
  if (text.length <= messageHeadCharacters + messageTailCharacters) return text;
  return `${text.slice(0, messageHeadCharacters)} … ${text.slice(-messageTailCharacters)}`;
}
