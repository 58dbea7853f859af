/** How much of an engine message is kept: it quotes values and statements, which can be of any length. */
export const messageHeadCharacters = 4_000;
/** The end contains the error name. */
export const messageTailCharacters = 1_000;

/** Cuts the middle out of a long message, before anything searches or forwards it. */
export function boundMessage(text: string): string {
  if (text.length <= messageHeadCharacters + messageTailCharacters) return text;
  return `${text.slice(0, messageHeadCharacters)} … ${text.slice(-messageTailCharacters)}`;
}
