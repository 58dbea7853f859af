import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../server/src/base/principal.js';
import type { ExportInput } from '../../server/src/query/export-file.js';
import { openExportJobs } from '../support/export-jobs.js';
import { startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;

beforeAll(async () => {
  node = await openQueryNode();
});
afterAll(() => node.close());

const input: ExportInput = {
  source: { kind: 'sql', input: { query: 'SELECT 1 AS one', dialect: undefined } },
  format: 'csv',
  safeForSpreadsheets: false,
};
const hourMs = 3_600_000;

/** Of an Application that is in the catalog. */
async function newPrincipal(): Promise<Principal> {
  const application = { scopes: ['admin'], tier: 'P1_X_LARGE' } as const;
  const { id } = await node.catalog.applications.create(node.environmentId, application, 'test');
  return { ...node.caller.principal, applicationId: id };
}

it('deletes a job a day after its end, with its file, and a link expires before', async () => {
  const principal = await newPrincipal();
  const jobNode = startJobs(node);
  const first = openExportJobs(node, jobNode.buckets);
  first.jobs.start();
  const { id } = await first.jobs.create(principal, input, null);
  await expect.poll(async () => (await first.jobs.find(principal, id)).status).toBe('SUCCEEDED');
  const link = await first.jobs.link(principal, await first.jobs.find(principal, id));
  if (!link) throw new Error('there is no link');
  expect(await first.jobs.follow(link)).toMatchObject({ storedAs: id, fileName: 'export.csv' });

  node.clock.advance(hourMs + 1);
  await expect(first.jobs.follow(link)).rejects.toThrow('The link has expired');
  const last = await first.jobs.link(principal, await first.jobs.find(principal, id));
  expect(last?.expires).toBeGreaterThan(link.expires);

  node.clock.advance(23 * hourMs);
  await first.jobs.stop();
  const second = openExportJobs(node, jobNode.buckets, first.files);
  second.jobs.start();
  await expect.poll(() => first.files.names()).toEqual([]);
  await expect(second.jobs.find(principal, id)).rejects.toThrow('not found');
  await second.jobs.stop();
});

it('refuses more jobs than an Application may have', async () => {
  const { jobs } = openExportJobs(node, startJobs(node).buckets);
  const principal = await newPrincipal();
  for (let created = 0; created < 100; created++) await jobs.create(principal, input, null);
  await expect(jobs.create(principal, input, null)).rejects.toThrow('100 export jobs, which is the limit');
  await jobs.stop();
});
