/** The error for a name in FROM that is not a Data Pool. */
export function missingTable(name: string, schema: string | null): string {
  const problem = `There is no Data Pool ${JSON.stringify(name)}`;
  if (schema === null) return `${problem}.`;
  return `${problem} in the schema ${JSON.stringify(schema)}. The schema is "public" or the Environment's name.`;
}
