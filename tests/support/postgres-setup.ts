import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A superuser's URL of the PostgreSQL that this test run started. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole test run; without it the run fails, because a skipped test proves nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}
