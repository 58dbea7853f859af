/** Guesses are counted when they begin: sending them all at once does not help. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, type OwnService, startService, token } from '../support/service.js';

const guessesAtOnce = 100;
/** What a client may get wrong from one address before it has to wait. */
const freeGuesses = 10;

// Guesses count for their address, which is that of all other tests, too.
let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.discard());

const atOnce = <T>(send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: guessesAtOnce }, (_, index) => send(index)));
const count = (values: readonly unknown[], wanted: unknown) =>
  values.filter((value) => value === wanted).length;

async function createApplication(uniqueName: string) {
  const { data } = await service.graphql(
    'mutation ($input: createApplicationInput!) { createApplication(input: $input) { ... on ApplicationResponse { application { id secret } } } }',
    { input: { uniqueName, scopes: ['ADMIN'] } },
  );
  return data.createApplication.application as { id: string; secret: string };
}

describe('of 100 guesses at the same moment, no more are checked than one after the other', () => {
  it('at the token endpoint', async () => {
    const { id } = await createApplication('guessed for tokens');
    const statuses = await atOnce(
      async (index) => (await token(service, { client_id: id, client_secret: `guess ${index}` })).status,
    );
    expect(count(statuses, 401)).toBe(freeGuesses);
    expect(count(statuses, 429)).toBe(guessesAtOnce - freeGuesses);
  });

  it('at /graphql', async () => {
    const { id } = await createApplication('guessed by Basic');
    const codes = await atOnce(async (index) => {
      const { errors } = await service.graphql('{ environment { id } }', {}, basic(id, `guess ${index}`));
      return errors?.[0]?.extensions.code;
    });
    expect(count(codes, 'UNAUTHENTICATED')).toBe(freeGuesses);
    expect(count(codes, 'RATE_LIMITED')).toBe(guessesAtOnce - freeGuesses);
  });

  it('at a webhook', async () => {
    const { data } = await service.graphql(
      `mutation { createWebhookDataSource(input: {uniqueName: "guessed", connectionSettings: {
         basicAuth: {username: "user", password: "a password"}, columns: [] }}) { dataSource {
         connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }`,
    );
    const url = data.createWebhookDataSource.dataSource.connectionSettings.webhookUrl as string;
    const statuses = await atOnce(async (index) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: basic('user', `guess ${index}`) },
        body: '[]',
      });
      return response.status;
    });
    expect(count(statuses, 401)).toBe(freeGuesses);
    expect(count(statuses, 429)).toBe(guessesAtOnce - freeGuesses);
  });
});

describe('whose secret was right is let in while others guess at it from the same address', () => {
  /** Wrong secrets until they are refused unchecked. */
  async function guess(send: (secret: string) => Promise<number>): Promise<void> {
    for (let index = 0; index < freeGuesses; index += 1) expect(await send(`guess ${index}`)).toBe(401);
    expect(await send('another guess')).toBe(429);
  }

  it('at the token endpoint and at /graphql', async () => {
    const { id, secret } = await createApplication('besieged');
    const tokenStatus = async (guessed: string) =>
      (await token(service, { client_id: id, client_secret: guessed })).status;
    expect(await tokenStatus(secret)).toBe(200);
    await guess(tokenStatus);
    expect(await tokenStatus(secret)).toBe(200);
    const { data } = await service.graphql('{ environment { id } }', {}, basic(id, secret));
    expect(data.environment.id).toBeDefined();
  });

  it('with a share link', async () => {
    const { createDashboard } = await service.request<{ createDashboard: { dashboard: { id: string } } }>(
      'mutation { createDashboard(input: { uniqueName: "shared" }) { dashboard { id } } }',
    );
    const { createShareLink } = await service.request<{
      createShareLink: { shareLink: { id: string }; secret: string };
    }>(
      `mutation ($input: CreateShareLinkInput!) { createShareLink(input: $input) { shareLink { id } secret } }`,
      { input: { dashboard: createDashboard.dashboard.id } },
    );
    const { shareLink, secret } = createShareLink;
    const status = async (guessed: string) =>
      (await token(service, { client_id: shareLink.id, client_secret: guessed })).status;
    expect(await status(secret)).toBe(200);
    await guess(status);
    expect(await status(secret)).toBe(200);
  });
});

describe('100 requests with the right secret at the same moment', () => {
  it('are all let in, though it was never checked before', async () => {
    const { id, secret } = await createApplication('a dashboard that opens');
    const statuses = await atOnce(
      async () => (await service.graphql('{ environment { id } }', {}, basic(id, secret))).status,
    );
    expect(count(statuses, 200)).toBe(guessesAtOnce);
    const tokens = await atOnce(async () => (await token(service)).status);
    expect(count(tokens, 200)).toBe(guessesAtOnce);
  });
});
