import { badRequest } from './errors.js';

/** Refuses a number of the input that is not an integer from `min` to `max`, and returns one that is. */
export function checkRange(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw badRequest(`${field} must be from ${min} to ${max}, but is ${value}`, { field });
}
