import { afterEach, expect, it, vi } from 'vitest';
import type { JobClaim, JobClaims } from '../catalog/job-claims.js';
import { JobControl } from './job-control.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('counts progress only where no earlier attempt has been', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const shown: (number | undefined)[] = [];
  const claims: Pick<JobClaims, 'note'> = {
    note: async (_claim, { progress }) => {
      shown.push(progress);
      return 'held';
    },
  };
  const claim = { job: { id: 'JOB1', tally: null }, state: {} };
  const control = new JobControl(claims as JobClaims, claim as JobClaim);
  const report = async (share: number) => {
    now += 1_000;
    await control.progress(share);
    return control.movedAt;
  };
  // It begins, and it begins again after having read 0.4.
  expect(await report(0)).toBe(0);
  expect(await report(0.4)).toBe(3_000);
  expect(await report(0)).toBe(3_000);
  expect(await report(0.4)).toBe(3_000);
  expect(await report(0.5)).toBe(6_000);
  expect(shown).toEqual([0, 0.4, 0, 0.4, 0.5]);
  control.close();
});
