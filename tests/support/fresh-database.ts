import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Runs one statement as the superuser of the test run's PostgreSQL. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new, empty PostgreSQL database, removed after the test run. */
export async function freshDatabase(options = ''): Promise<string> {
  const name = `weir_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} ${options}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}
