/** A problem that prevents the start and that the operator can fix. Shown as one line. */
export class StartProblem extends Error {}
