import { columnRules } from '../../catalog/column-rules.js';

const { nameCharactersMax, reservedNamePrefixes, jsonPropertyCharactersMax, headerPrefix, eventTypes } =
  columnRules;

/** The rules for columns, as text for schema descriptions. */
export const columnNameRule = `1 to ${nameCharactersMax} characters: first a letter or
  _, then letters, digits, _, $, - and spaces, without a trailing space. It must not begin with
  ${reservedNamePrefixes.map((prefix) => `\`${prefix}\``).join(' or ')}.`;
export const jsonPropertyRule = `\`${headerPrefix}x-github-event\` reads a header of the request, if
  it holds no credential or signature. 1 to ${jsonPropertyCharactersMax} characters.`;
export const columnTypeRule = `One of ${eventTypes.join(', ')}.`;
