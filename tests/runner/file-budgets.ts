/**
 * How many seconds a test file may take in a run of the whole suite on two cores: twice its usual time, because two other files
 * run beside it, and not the same ones each time. Most take a fraction. A file that needs more says so here, or is divided, or leaves
 * its repetitions to the long suite.
 */
const usual: Readonly<Record<string, number>> = {
  unit: 15,
  components: 15,
  processes: 45,
};

const larger: Readonly<Record<string, number>> = {
  'tests/browser/': 80,
  // They wait for the engine to change all parts of a table.
  'tests/jobs/deletion.test.ts': 60,
  'tests/jobs/rebuild.test.ts': 60,
  // Waits for the engine to drop empty parts, which it does when it has nothing else to do.
  'tests/faults/too-many-parts.test.ts': 80,
  // Calls every function of both dialects over columns of every type.
  'tests/policies/masked-columns.test.ts': 80,
  // Waits for time-outs that ignore everything but the end of the process.
  'tests/engine-contract/embedded-host.test.ts': 70,
};

/** The whole suite, without checks and installation. */
export const suiteSecondsMax = 600;

/** In seconds; undefined where nothing is limited. */
export function budgetOf(project: string, file: string): number | undefined {
  const own = Object.entries(larger).find(([start]) => file.startsWith(start));
  return own?.[1] ?? usual[project];
}
