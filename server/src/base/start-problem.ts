/** Something that keeps the service from starting and that whoever starts it can mend: shown as one line. */
export class StartProblem extends Error {}
