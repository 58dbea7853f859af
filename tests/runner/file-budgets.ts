/**
 * How many seconds a test file may take, on a machine of two cores that has nothing else to do. Most stay far below; a file that
 * needs more says so here, or is divided, or has its long part in the long suite.
 */
const usual: Record<string, number> = {
  unit: 5,
  components: 10,
  engine: 15,
  service: 15,
  browser: 20,
  faults: 20,
};

/** Seconds, by file. */
const larger: Record<string, number> = {};

/** The expected order of the files by length; those that nobody has measured are short. */
export const secondsOf = (moduleId: string): number =>
  Object.entries(larger).find(([file]) => moduleId.endsWith(file))?.[1] ?? 0;

export const budgetOf = (project: string, moduleId: string): number =>
  secondsOf(moduleId) || (usual[project] ?? 0);
