import type { EngineCall } from '../../engine-transport.js';
import { quoteText } from '../../parameters.js';

type Named = Readonly<Record<string, string | number>>;

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Tracks the state that a Session carries from one statement to the next, and prints the SET statements for the next
 * one: changed values are set, settings that it does not name are reset to their defaults, and parameters that it does
 * not have are emptied, so that nothing of the previous statement remains.
 *
 * Parameters are passed by SET, because chDB's own binding runs one query at a time in the whole process.
 */
export class SessionState {
  #role = '';
  readonly #settings = new Map<string, string | number>();
  readonly #parameters = new Map<string, string | number>();

  prefix({ role, settings, parameters }: Pick<EngineCall, 'role' | 'settings' | 'parameters'>): string {
    const assignments = [
      ...changes(
        this.#settings,
        settings,
        (name, value) => `${name} = ${value === undefined ? 'DEFAULT' : quoteText(String(value))}`,
      ),
      ...changes(
        this.#parameters,
        parameters,
        (name, value = '') => `param_${name} = ${quoteText(String(value))}`,
      ),
    ];
    const setRole = role === this.#role ? '' : `SET ROLE ${checked(role)}; `;
    this.#role = role;
    return assignments.length === 0 ? setRole : `${setRole}SET ${assignments.join(', ')}; `;
  }
}

/** Updates `current` to `wanted` and returns the assignments. A name that is no longer wanted gets no value. */
function changes(
  current: Map<string, string | number>,
  wanted: Named,
  write: (name: string, value?: string | number) => string,
): string[] {
  const written: string[] = [];
  for (const name of current.keys()) {
    if (Object.hasOwn(wanted, name)) continue;
    current.delete(name);
    written.push(write(name));
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (current.get(name) === value) continue;
    current.set(checked(name), value);
    written.push(write(name, value));
  }
  return written;
}

function checked(name: string): string {
  if (!namePattern.test(name))
    throw new Error(`"${name}" is not a valid name of a setting, parameter or role`);
  return name;
}
