import { conflict, type WeirError } from '../base/errors.js';

const usersNamedMax = 10;

export interface User {
  readonly id: string;
  readonly unique_name: string;
}

/** The refusal to delete what others still use: names them, and how many more there are. */
export function stillUsed(what: string, kind: string, users: readonly User[]): WeirError {
  const named = users.slice(0, usersNamedMax);
  const names = named.map((user) => `"${user.unique_name}"`).join(', ');
  const rest = users.length > named.length ? ` and ${users.length - named.length} more` : '';
  return conflict(`${what} is still used by ${kind} ${names}${rest}`, {
    details: { usedBy: named.map((user) => ({ id: user.id, uniqueName: user.unique_name })) },
  });
}
