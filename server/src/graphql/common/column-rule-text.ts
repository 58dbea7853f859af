import { columnRules } from '../../catalog/column-rules.js';

const { nameCharactersMax, reservedNamePrefixes, jsonPropertyCharactersMax, eventTypes } = columnRules;

/** What columns may be, for the descriptions of the fields that define them. */
export const columnNameRule = `1 to ${nameCharactersMax} characters: a letter or
  _ first, then letters, digits, _, $, - and spaces, no space last. It does not begin with
  ${reservedNamePrefixes.map((prefix) => `\`${prefix}\``).join(' or ')}.`;
export const jsonPropertyRule = `1 to ${jsonPropertyCharactersMax} characters.`;
export const columnTypeRule = `One of ${eventTypes.join(', ')}.`;
