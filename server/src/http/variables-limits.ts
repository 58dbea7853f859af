import { GraphQLError } from 'graphql';

/**
 * Limits on a request's variables, checked before GraphQL coerces them: coercion recurses, and creates a message for every
 * mistake.
 */
const variablesDepthMax = 64;
const variablesValuesMax = 12_000;
/** No input type has nearly as many fields. Messages about a wrong object quote all of its keys. */
const variablesKeysMax = 200;
const variablesCharactersMax = 1_000_000;

export interface VariablesSize {
  readonly values: number;
  readonly characters: number;
}

/** Throws when the variables exceed a limit. Returns their size, including keys. */
export function checkVariables(variables: Readonly<Record<string, unknown>>): VariablesSize {
  let values = 0;
  let characters = 0;
  const count = (more: number) => {
    values += more;
    if (values > variablesValuesMax)
      throw new GraphQLError(`variables contain more than ${variablesValuesMax} values`);
  };
  let level: unknown[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > variablesDepthMax)
      throw new GraphQLError(`variables are nested more than ${variablesDepthMax} levels deep`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') characters += value.length;
      else if (Array.isArray(value)) {
        count(value.length);
        for (const item of value) next.push(item);
      } else if (typeof value === 'object' && value !== null) {
        // Not Object.entries, which would first build a list of all keys.
        let keys = 0;
        for (const key in value) {
          count(1);
          keys += 1;
          if (keys > variablesKeysMax)
            throw new GraphQLError(`variables contain an object with more than ${variablesKeysMax} keys`);
          characters += key.length;
          next.push((value as Record<string, unknown>)[key]);
        }
      }
    }
    if (characters > variablesCharactersMax)
      throw new GraphQLError(`variables contain more than ${variablesCharactersMax} characters`);
    level = next;
  }
  return { values, characters };
}
