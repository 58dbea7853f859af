import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { DataVersions } from '../base/data-versions.js';
import type { Principal } from '../base/principal.js';
import { AnswerCache } from './answer-cache.js';
import { cachedAnswer } from './cached-answer.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';

it('does not keep an answer if the catalog changed after it was read, though before the basis was taken', async () => {
  let generation = 1;
  const clock = new ManualClock();
  const results = new AnswerCache({
    versions: new DataVersions(),
    catalogGeneration: () => generation,
    clock,
  });
  const services = {
    answers: new AnswerCache({ versions: new DataVersions(), catalogGeneration: () => generation, clock }),
    runner: { repeat: (info: QueryInfo) => info },
    clock,
  } as unknown as QueryServices;
  const principal = { applicationId: 'APP1', scopes: new Set(), policyValues: {} } as unknown as Principal;
  const query = {} as QueryInfo;
  const ask = (answer: string, whileReading: () => void) =>
    cachedAnswer(services, 'COUNTER', principal, { timeRange: undefined } as never, async () => {
      whileReading();
      return { answer: { value: answer, query }, basis: results.basis(['DPO1']), bytes: 1 };
    });
  // A policy is taken away after it was read.
  const revoke = () => {
    generation += 1;
  };
  const nothing = () => undefined;
  expect(await ask('by the old policy', revoke)).toMatchObject({ value: 'by the old policy' });
  expect(await ask('by the new policy', nothing)).toMatchObject({ value: 'by the new policy' });
  expect(await ask('not computed', nothing)).toMatchObject({ value: 'by the new policy' });
});
