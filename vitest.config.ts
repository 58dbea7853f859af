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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
