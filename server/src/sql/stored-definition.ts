import type { Statement } from '../engine/engine.js';

/** What the engine stores of a table that a CREATE TABLE statement has made, for a folder with its rows. */
export function storedDefinition({ text }: Statement, uuid: string): string {
  return `ATTACH TABLE _ UUID '${uuid}'\n${text.slice(text.indexOf('('))}\n`;
}
