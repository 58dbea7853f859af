/**
 * How many seconds a test file may take on two cores that have nothing else to do. Most take a fraction. A file that needs more
 * says so here, or is divided, or leaves its repetitions to the long suite.
 */
const usual: Readonly<Record<string, number>> = {
  unit: 10,
  components: 15,
  database: 20,
  engine: 20,
  service: 20,
  browser: 25,
  faults: 25,
};

const larger: Readonly<Record<string, number>> = {};

/** The whole suite, without checks and installation. */
export const suiteSecondsMax = 600;

/** In seconds; undefined where nothing is limited. */
export const budgetOf = (project: string, file: string): number | undefined => larger[file] ?? usual[project];
