/** Every hostile body, one after the other, while somebody else is being served. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '../support/raw-http.js';
import {
  basic,
  clientId,
  clientSecret,
  type RunningService,
  startService,
} from '../support/running-service.js';
import { longestStallMs } from '../support/service-process.js';
import { type HostileRequest, hostileBodies, requestBytes } from './bodies.js';

const answerMsMax = 10_000;
const stallMsMax = 500;
/** A machine that does other things stalls, too; only what stalls every time is the request's doing. */
const attemptsMax = 4;

let service: RunningService;
let webhookPath = '';
const authorization = basic(clientId, clientSecret);
beforeAll(async () => {
  service = await startService({ WEIR_REQUEST_TIMEOUT_MS: '2000' });
  const { data } = await service.graphql(
    '{ dataSources { nodes { connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }',
  );
  webhookPath = new URL(data.dataSources.nodes[0].connectionSettings.webhookUrl).pathname;
});
afterAll(() => service.stop());

/** The status of the answer, which may come before everything is sent; 0 when the connection ends without one. */
async function statusOf(request: HostileRequest): Promise<number> {
  const socket = await openSocket(service.url);
  const answered = new Promise<number>((resolve, reject) => {
    socket
      .setEncoding('utf8')
      .once('data', (text: string) => resolve(Number(/^HTTP\/1.1 (\d+) /.exec(text)?.[1])));
    socket.once('close', () => resolve(0));
    socket.setTimeout(answerMsMax, () => reject(new Error('There is no answer')));
  });
  socket.write(requestBytes(request));
  return await answered.finally(() => socket.destroy());
}

describe('a hostile body', () => {
  it('is answered soon and never with a fault, and stalls nobody', async () => {
    const corpus = hostileBodies({ webhookPath, authorization });
    const faults: string[] = [];
    for (const [name, make] of corpus) {
      const request = make();
      const stalls: number[] = [];
      do {
        await longestStallMs(service);
        const status = await statusOf(request);
        if (status >= 500 && status !== 503) faults.push(`${name}: status ${status}`);
        stalls.push(await longestStallMs(service));
      } while (Math.min(...stalls) > stallMsMax && stalls.length < attemptsMax);
      if (Math.min(...stalls) > stallMsMax) faults.push(`${name}: stalled ${stalls.join(', ')} ms`);
    }
    expect(faults).toEqual([]);
    expect(service.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    expect((await service.graphql('{ environment { uniqueName } }')).data.environment.uniqueName).toBe(
      'default',
    );
  }, 300_000);
});
