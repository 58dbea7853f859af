import { badRequest } from '../base/errors.js';

const uniqueNameCharactersMax = 256;

/** Names are for people: anything that can be read, but nothing that cannot be seen. */
export function checkUniqueName(name: string): string {
  const visible = name.trim() !== '' && name.trim() === name && !/\p{C}/u.test(name);
  if (!visible || name.length > uniqueNameCharactersMax) {
    throw badRequest(
      `uniqueName: "${name.slice(0, uniqueNameCharactersMax)}" cannot be a unique name; it has 1 to ${uniqueNameCharactersMax} characters, no control characters, and no space at either end`,
    );
  }
  return name;
}
