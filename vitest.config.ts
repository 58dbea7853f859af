import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One copy of graphql, the one that Node itself loads: its types know each other only within a copy.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: [
      'server/src/**/*.test.ts',
      'client/src/**/*.test.ts',
      'console/src/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    globalSetup: ['tests/support/postgres-setup.ts'],
    // They only end what hangs: a slow machine, or an emulated engine, may take ten times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
