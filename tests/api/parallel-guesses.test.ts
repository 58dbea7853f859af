/** Guesses are counted when they begin: sending them all at once does not help. */
import { beforeAll, describe, expect, it } from 'vitest';
import { basic, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';

const guessesAtOnce = 100;
/** What a client may get wrong from one address before it has to wait. */
const freeGuesses = 10;

let service: Service;
beforeAll(async () => {
  service = await openService();
});

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
