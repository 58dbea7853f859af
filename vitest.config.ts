import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { FileOrder } from './tests/runner/file-order.js';
import { TimeReport } from './tests/runner/time-report.js';
import { chromiumOptions } from './tests/support/chromium.js';
import { isLong } from './tests/support/extent.js';

/** Tests next to the code are unit tests, unless their name says that they need the engine, PostgreSQL or a browser. */
const onEngine = '**/*.engine.test.ts';
const onDatabase = '**/*.database.test.ts';
/** They compile SQL without an engine, for minutes: too long for unit tests. */
const withParsers = ['tests/hostile/{sql-texts,regular-expressions,statements}.test.ts'];
/** False on a platform without a library of the embedded engine. */
const withEngine = !process.env['WEIR_TEST_WITHOUT_ENGINE'];
const inBrowser = 'console/src/**/*.component.test.tsx';
/** Only in the long suite. */
const inLongSuite = '**/*.long.test.ts';

const processes = {
  isolate: false,
  globalSetup: ['tests/support/run-directory.ts', 'tests/support/postgres-setup.ts'],
  setupFiles: ['tests/support/worker-setup.ts'],
};

/** Of the page and of the frame in it that has the tests: a larger frame would be scaled down. */
const viewport = { width: 1280, height: 860 };

const projects = {
  unit: {
    include: ['{server,client,console}/src/**/*.test.ts', 'tests/{build,runner}/**/*.test.ts'],
    exclude: [onEngine, onDatabase],
    // Files share one process per core, and what they import is loaded once in each: loading took longer than testing.
    isolate: false,
    // First, and only beside components: the others start services and engines.
    sequence: { groupOrder: 0 },
  },
  components: {
    include: [inBrowser],
    setupFiles: ['console/src/test-support/component-setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: chromiumOptions, contextOptions: { viewport } }),
      instances: [{ browser: 'chromium' as const }],
      viewport,
      screenshotDirectory: 'test-results',
    },
    // An assertion about an element waits as long as its test may take.
    testTimeout: 60_000,
    sequence: { groupOrder: 0 },
  },
  /**
   * Files that start processes. Those of one worker run one after the other in one process, and share what takes long to start: a
   * service, an engine, a browser, PostgreSQL. Loading the code again for each file, or for each kind of file, took longer than most
   * of them.
   */
  processes: {
    include: withEngine ? [onEngine, onDatabase, 'tests/*/**/*.test.ts'] : [onDatabase, ...withParsers],
    exclude: ['tests/{build,runner,compatibility}/**'],
    ...processes,
  },
  ...(isLong && {
    // With packages that only `npm run test:long` installs.
    compatibility: { include: ['tests/compatibility/**/*.test.ts'], ...processes },
    long: {
      include: [inLongSuite],
      ...processes,
      // Last, and one file at a time: they watch how long the service takes for something.
      maxWorkers: 1,
      sequence: { groupOrder: 2 },
    },
  }),
};

export default defineConfig({
  // Uses one copy of graphql, the one that Node loads, because its classes work only within one copy.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  // Looks for what component tests import before they start: a cached list may lack a package, and adding it reloads running tests.
  optimizeDeps: { force: true },
  test: {
    // One file more than there are cores: with as many files as cores, a tenth of their time was spent waiting.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: FileOrder },
    reporters: ['default', new TimeReport()],
    // Only for tests that hang: a slow machine or an emulated engine may take ten times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    attachmentsDir: 'test-results/attachments',
    projects: Object.entries(projects).map(([name, test]) => ({
      extends: true,
      test: {
        sequence: { groupOrder: 1 },
        ...test,
        name,
        exclude: [
          '**/node_modules/**',
          ...(name === 'long' ? [] : [inLongSuite]),
          ...('exclude' in test ? test.exclude : []),
        ],
      },
    })),
  },
});
