import { quoteText } from '../../parameters.js';

export interface StatementContext {
  readonly role: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
}

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * What a Session carries from one statement to the next, and the SET statements that leave nothing of
 * the last one: role and settings are always given anew, settings of earlier statements go back to
 * their defaults, and parameters of earlier statements are emptied.
 *
 * Parameters go in by SET because chDB's own binding runs one query at a time in the whole process.
 */
export class SessionState {
  readonly #settings = new Set<string>();
  readonly #parameters = new Set<string>();

  prefix({ role, settings, parameters }: StatementContext): string {
    const assignments: string[] = [];
    for (const name of this.#settings) if (!settings.has(name)) assignments.push(`${name} = DEFAULT`);
    for (const name of this.#parameters) if (!parameters.has(name)) assignments.push(`param_${name} = ''`);
    for (const [name, value] of settings) assignments.push(`${checked(name)} = ${quoteText(value)}`);
    for (const [name, value] of parameters) assignments.push(`param_${checked(name)} = ${quoteText(value)}`);
    for (const name of settings.keys()) this.#settings.add(name);
    for (const name of parameters.keys()) this.#parameters.add(name);
    const set = assignments.length > 0 ? `SET ${assignments.join(', ')}; ` : '';
    return `SET ROLE ${checked(role)}; ${set}`;
  }
}

function checked(name: string): string {
  if (!namePattern.test(name)) throw new Error(`"${name}" is not a name of a setting, parameter or role`);
  return name;
}
