/** What a failed test prints beside its error, so that nobody has to run it again to understand it. */
interface Witnessed {
  /** The newest GraphQL operation, with its variables. */
  operation: string;
  /** The newest statement that a query node sent to the engine. */
  statement: string;
}

export const witnessed: Witnessed = { operation: '', statement: '' };

const charactersMax = 20_000;

/** The end of a long text is what came last. */
const shown = (what: string, text: string) => (text ? `--- ${what}:\n${text.slice(-charactersMax)}\n` : '');

export const failureReport = (test: string, logs: readonly string[]): string =>
  `"${test}" failed.\n${shown('The last GraphQL operation', witnessed.operation)}${shown('The last statement', witnessed.statement)}${logs.map((log) => shown('A service wrote', log)).join('')}`;
