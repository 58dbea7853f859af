import { GraphQLError } from 'graphql';

/**
 * Bounds on a request's variables, checked before they are read as GraphQL's types: reading them recurses, and writes
 * a message for everything that is wrong.
 */
const variablesDepthMax = 64;
const variablesValuesMax = 12_000;
/** No input has nearly as many fields. Messages about a wrong object quote all of its keys. */
const variablesKeysMax = 200;
const variablesCharactersMax = 1_000_000;

export interface VariablesSize {
  readonly values: number;
  readonly characters: number;
}

/** Throws when the variables are past a limit. Answers how large they are, their keys included. */
export function checkVariables(variables: Readonly<Record<string, unknown>>): VariablesSize {
  let values = 0;
  let characters = 0;
  const count = (more: number) => {
    values += more;
    if (values > variablesValuesMax)
      throw new GraphQLError(`variables hold more than ${variablesValuesMax} values`);
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
        // Not Object.entries, which would first make a list of all that is about to be refused.
        let keys = 0;
        for (const key in value) {
          count(1);
          keys += 1;
          if (keys > variablesKeysMax)
            throw new GraphQLError(`variables hold an object with more than ${variablesKeysMax} keys`);
          characters += key.length;
          next.push((value as Record<string, unknown>)[key]);
        }
      }
    }
    if (characters > variablesCharactersMax)
      throw new GraphQLError(`variables hold more than ${variablesCharactersMax} characters`);
    level = next;
  }
  return { values, characters };
}
