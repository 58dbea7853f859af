import { conflict, type WeirError } from '../base/errors.js';

const usersNamedMax = 10;

export interface User {
  readonly id: string;
  readonly unique_name: string;
}

export interface UserGroup {
  /** The kind of user, in singular or plural as the count requires. */
  readonly kind: string;
  readonly users: readonly User[];
}

/** Refuses to delete a resource that is still used; names the first users and counts the rest. */
export function stillUsed(what: string, groups: readonly UserGroup[]): WeirError {
  const named = groups.map(({ kind, users }) => ({
    kind,
    users: users.slice(0, usersNamedMax),
    of: users.length,
  }));
  const texts = named.map(({ kind, users, of }) => {
    const names = users.map((user) => `"${user.unique_name}"`).join(', ');
    return `${kind} ${names}${of > users.length ? ` and ${of - users.length} more` : ''}`;
  });
  return conflict(`${what} is still used by ${texts.join('; ')}`, {
    details: {
      usedBy: named.flatMap(({ users }) =>
        users.map((user) => ({ id: user.id, uniqueName: user.unique_name })),
      ),
    },
  });
}
