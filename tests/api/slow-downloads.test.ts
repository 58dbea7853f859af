/** Clients that take their exports slowly give way to others, and to nobody else. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { postExport } from '../support/exports.js';
import { basic, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

/** More than the buffers of a connection hold. */
const large = "SELECT repeat('x', 1000) AS text FROM generate_series(1, 20000)";
const waitMsMax = 30_000;

let service: Service;
beforeAll(async () => {
  service = await openService();
});

async function application(uniqueName: string): Promise<string> {
  const { createApplication } = await service.request<{
    createApplication: { application: { id: string; secret: string } };
  }>(
    `mutation ($input: createApplicationInput!) { createApplication(input: $input) {
      ... on ApplicationResponse { application { id secret } } } }`,
    { input: { uniqueName, scopes: ['DATA_POOL_QUERY'] } },
  );
  return basic(createApplication.application.id, createApplication.application.secret);
}

/** An export whose client takes nothing more once it has begun. */
async function stalled(authorization: string): Promise<IncomingMessage> {
  const sent = request(`${service.url}/v1/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    agent: false,
  });
  sent.on('error', () => undefined);
  sent.end(JSON.stringify({ sql: large, format: 'csv' }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response.pause();
}

const small = async (authorization: string) =>
  (await postExport(service, { sql: 'SELECT 1', format: 'csv' }, { authorization })).status;

/** Whether an export ended early; reading goes on where it was paused. */
async function wasCutOff(response: IncomingMessage): Promise<boolean> {
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.resume();
  await closed;
  return !response.complete;
}

it('slow downloads are ended while another Application waits for a place, and only as many as it needs', async () => {
  const [one, other, third] = await Promise.all(['one', 'other', 'third'].map(application));
  const held = [await stalled(one ?? ''), await stalled(one ?? ''), await stalled(one ?? '')];
  // Nobody waits: there is a fourth place.
  expect(await small(other ?? '')).toBe(200);
  held.push(await stalled(other ?? ''));
  await expect.poll(() => small(third ?? ''), { timeout: waitMsMax }).toBe(200);
  expect((await Promise.all(held.map(wasCutOff))).filter(Boolean)).toHaveLength(1);
}, 60_000);
