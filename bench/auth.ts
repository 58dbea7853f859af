import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient } from './client.js';
import { compareLoads, percent, perSecond, requestsPerSecond, startBareMercurius } from './load.js';
import type { Figure } from './measure.js';
import { clientId, clientSecret, startService } from './service.js';

const port = 18_081;
const shareMin = 0.5;

export async function benchAuth(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const service = await startService(directory, port);
  const client = await openClient(service.url);
  const bare = await startBareMercurius();
  const trivial = JSON.stringify({ query: '{ __typename }' });
  const [authenticated = 0, floor = 0] = await compareLoads([
    { url: `${service.url}/graphql`, headers: client.headers, bodies: [trivial] },
    { ...bare.target, bodies: [trivial] },
  ]);
  const tokens = await requestsPerSecond({
    url: `${service.url}/oauth2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    bodies: [
      new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    ],
  });
  bare.close();
  await client.close();
  await service.stop();
  rmSync(directory, { recursive: true });
  return [
    {
      name: 'authenticated { __typename }',
      measured: perSecond(authenticated),
      floor: `${perSecond(floor)}, bare Mercurius (${percent(authenticated / floor)})`,
      bar: `at least ${percent(shareMin)}`,
      met: authenticated / floor >= shareMin,
    },
    { name: 'token endpoint', measured: perSecond(tokens), floor: '-', bar: '-', met: true },
  ];
}
