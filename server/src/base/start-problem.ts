/** A problem that prevents the start and that the operator can fix. Shown as one line, or one for each mistake. */
export class StartProblem extends Error {}

/** What a program prints when it fails: a stack trace only for unexpected errors. */
export function failureText(error: unknown): string {
  if (!(error instanceof StartProblem)) return `weir: ${error instanceof Error ? error.stack : error}`;
  return error.message
    .split('\n')
    .map((line) => `weir: ${line}`)
    .join('\n');
}
