import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of this test run's PostgreSQL. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole test run. Without it the run fails, because a skipped test proves nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}
