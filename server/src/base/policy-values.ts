import { badInput, badRequest } from './errors.js';

/** Values for `${{ name }}` in access policies. */
export type PolicyValues = Readonly<Record<string, string | number | boolean>>;

const policyValuesCharactersMax = 4_096;
const policyValuesMax = 50;

/** Reads the JSON text of policy values. `name` is what the caller calls them. */
export function parsePolicyValues(name: string, text: string | undefined): PolicyValues {
  if (text === undefined) return {};
  const refuse = () =>
    badRequest(
      `${name} must be a JSON object of strings, numbers and booleans, with at most ${policyValuesMax} entries and ${policyValuesCharactersMax} characters`,
      { field: name },
    );
  if (text.length > policyValuesCharactersMax) throw refuse();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse();
  const entries = Object.entries(value);
  if (entries.length > policyValuesMax) throw refuse();
  if (!entries.every(([, entry]) => ['string', 'number', 'boolean'].includes(typeof entry))) throw refuse();
  const inexact = entries.find(([, entry]) => typeof entry === 'number' && !isExact(entry));
  if (inexact)
    throw badInput(
      name,
      `the value of "${inexact[0].slice(0, 100)}" is too long for a JSON number to hold exactly; send it as a string`,
    );
  return Object.fromEntries(entries) as PolicyValues;
}

/** JSON parsing rounds numbers past 2^53, and a rounded ID may be another customer's. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
