/**
 * How many seconds a test file may take on two cores that have nothing else to do. Most take a fraction. A file that needs more
 * says so here, or is divided, or leaves its repetitions to the long suite.
 */
const usual: Readonly<Record<string, number>> = {
  unit: 15,
  components: 15,
  database: 25,
  engine: 30,
  service: 30,
  browser: 45,
  faults: 30,
};

const larger: Readonly<Record<string, number>> = {
  // Waits for time-outs that ignore everything but the end of the process.
  'tests/engine-contract/embedded-host.test.ts': 60,
};

/** The whole suite, without checks and installation. */
export const suiteSecondsMax = 600;

/** In seconds; undefined where nothing is limited. */
export const budgetOf = (project: string, file: string): number | undefined => larger[file] ?? usual[project];
