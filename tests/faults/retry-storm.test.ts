import { expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import { createNumbered, numbered, until } from '../support/load.js';
import { randomMoment } from '../support/random-moment.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { post } from '../support/webhook.js';

const rounds = extent(1, 50);
const sendersPerKey = 20;
const eventsPerRequest = 40;

it('a storm of retries with the same key is stored once, across kills and restarts too', {
  timeout: extent(180_000, 900_000),
}, async () => {
  let service: OwnService = await startService();
  const { directory } = service;
  const webhook = await createNumbered(service);
  const bodyOf = (round: number) =>
    Array.from({ length: eventsPerRequest }, (_, index) => numbered(round * eventsPerRequest + index));
  const storm = (target: OwnService, round: number) =>
    Array.from({ length: sendersPerKey }, () =>
      post(target, webhook.path, bodyOf(round), { 'idempotency-key': `round ${round}` }).then(
        ({ status }) => status,
        () => 'cut off',
      ),
    );
  for (let round = 0; round < rounds; round++) {
    const first = storm(service, round);
    // At a random moment of the first storm: before the claim, during the insert, after the answer.
    await randomMoment(60);
    if (round % 2 === 0) {
      await service.kill();
      await Promise.all(first);
      service = await startService({ directory });
    } else {
      process.kill(service.enginePid(), 'SIGKILL');
      await Promise.all(first);
    }
    const target = service;
    await until(async () => (await Promise.all(storm(target, round))).every((status) => status === 200));
    const other = await post(service, webhook.path, bodyOf(round + 1_000), {
      'webhook-id': `round ${round}`,
    });
    expect(other.status).toBe(409);
  }
  await service.stop();
  service = await startService({ directory });
  for (let round = 0; round < rounds; round++) {
    expect(new Set(await Promise.all(storm(service, round)))).toEqual(new Set([200]));
  }
  const rows = await stored(service, `SELECT n FROM ${webhook.table} ORDER BY n`);
  expect(rows.map(([n]) => Number(n))).toEqual([...Array(rounds * eventsPerRequest).keys()]);
  await service.discard();
});
