import { afterEach, describe, expect, it } from 'vitest';
import {
  counterQuery,
  createWeirClient,
  deleteMetricMutation,
  environmentQuery,
  WeirError,
} from './index.js';
import {
  type FakeAnswer,
  type FakeService,
  fakeService,
  type SeenRequest,
} from './test-support/fake-service.js';

const credentials = { clientId: 'APP', clientSecret: 'a secret' };
const fast = { waitMsBase: 1 };
const counted: FakeAnswer = { body: { data: { counter: { value: '3', query: {} } } } };
const input = { metric: { count: { dataPool: { name: 'events' } } } };

let service: FakeService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

/** A service that grants tokens t1, t2 … and answers GraphQL as told. */
async function serve(
  graphql: (request: SeenRequest, time: number) => FakeAnswer,
  token: (time: number) => FakeAnswer = (time) => granted(`t${time}`),
): Promise<FakeService> {
  const times = { token: 0, graphql: 0 };
  service = await fakeService((request) => {
    if (request.url === '/oauth2/token') {
      times.token += 1;
      return token(times.token);
    }
    times.graphql += 1;
    return graphql(request, times.graphql);
  });
  return service;
}

const granted = (accessToken: string, expiresIn = 3600): FakeAnswer => ({
  body: { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn, scope: 'admin' },
});

const urlsOf = ({ seen }: FakeService) => seen.map(({ url }) => url);
const bearers = ({ seen }: FakeService) =>
  seen.filter(({ url }) => url === '/graphql').map(({ headers }) => headers.authorization);

const failureOf = async (work: Promise<unknown>): Promise<WeirError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WeirError);
  return error as WeirError;
};

describe('tokens', () => {
  it('are fetched once, form-encoded, for calls that start together', async () => {
    const { url } = await serve(() => counted);
    const client = createWeirClient({ url, credentials: { ...credentials, scope: 'metric:query' } });
    await Promise.all([1, 2, 3].map(() => client.request(counterQuery, { input })));
    const asked = service!.seen.filter((request) => request.url === '/oauth2/token');
    expect(asked).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(asked[0]!.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'APP',
      client_secret: 'a secret',
      scope: 'metric:query',
    });
    expect(bearers(service!)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1']);
  });

  it('are renewed before they expire', async () => {
    const { url } = await serve(
      () => counted,
      (time) => granted(`t${time}`, time === 1 ? 0 : 3600),
    );
    const client = createWeirClient({ url, credentials });
    await client.request(counterQuery, { input });
    await client.request(counterQuery, { input });
    await client.request(counterQuery, { input });
    expect(bearers(service!)).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t2']);
  });

  it('are renewed once when the service refuses them', async () => {
    const { url } = await serve(({ headers }) =>
      headers.authorization === 'Bearer t1' ? unauthenticated : counted,
    );
    const client = createWeirClient({ url, credentials });
    await client.request(counterQuery, { input });
    expect(bearers(service!)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('that are refused twice end the call', async () => {
    const { url } = await serve(() => unauthenticated);
    const client = createWeirClient({ url, credentials });
    const error = await failureOf(client.request(counterQuery, { input }));
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', status: 401, message: 'The token has expired' });
    expect(bearers(service!)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('given from before are used, and new ones are reported', async () => {
    const { url } = await serve(({ headers }) =>
      headers.authorization === 'Bearer old' ? unauthenticated : counted,
    );
    const reported: string[] = [];
    const client = createWeirClient({
      url,
      credentials,
      initialToken: { accessToken: 'old', expiresAt: Date.now() + 600_000, scope: '' },
      onToken: ({ accessToken }) => reported.push(accessToken),
    });
    await client.request(counterQuery, { input });
    expect(bearers(service!)).toEqual(['Bearer old', 'Bearer t1']);
    expect(reported).toEqual(['t1']);
  });

  it('that cannot be had say why', async () => {
    const { url } = await serve(
      () => counted,
      () => ({ status: 401, body: { error: 'invalid_client', error_description: 'No such Application' } }),
    );
    const client = createWeirClient({ url, credentials });
    const error = await failureOf(client.request(counterQuery, { input }));
    expect(error).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'No such Application',
      details: { error: 'invalid_client' },
    });
    expect(urlsOf(service!)).toEqual(['/oauth2/token']);
  });

  it('given as text are not renewed; given as a function are asked for again', async () => {
    const { url } = await serve(({ headers }) =>
      headers.authorization === 'Bearer b' ? counted : unauthenticated,
    );
    const fixed = createWeirClient({ url, token: 'a' });
    await failureOf(fixed.request(counterQuery, { input }));
    expect(bearers(service!)).toEqual(['Bearer a']);
    const given = ['a', 'b'];
    const renewed = createWeirClient({ url, token: () => given.shift() ?? '' });
    await renewed.request(counterQuery, { input });
    expect(bearers(service!)).toEqual(['Bearer a', 'Bearer a', 'Bearer b']);
  });
});

const unauthenticated: FakeAnswer = {
  status: 401,
  body: {
    data: null,
    errors: [{ message: 'The token has expired', extensions: { code: 'UNAUTHENTICATED' } }],
  },
};

describe('requests', () => {
  it('send the document and the variables, and answer data', async () => {
    const { url } = await serve(() => counted);
    const client = createWeirClient({ url: `${url}/`, token: 't' });
    const { counter } = await client.request(counterQuery, { input });
    expect(counter?.value).toBe('3');
    const sent = JSON.parse(service!.seen[0]!.body);
    expect(sent).toEqual({ query: counterQuery, variables: { input } });
    expect(sent.query).toContain('fragment QueryInfoParts');
  });

  it('may leave out variables of which none is required', async () => {
    const { url } = await serve(() => ({ body: { data: { environment: null } } }));
    const client = createWeirClient({ url, token: 't' });
    expect(await client.request(environmentQuery)).toEqual({ environment: null });
  });

  it('raise GraphQL errors with their code and facts', async () => {
    const query = { id: 'QRY', status: 'TIMED_OUT' };
    const { url } = await serve(() => ({
      headers: { 'x-request-id': 'R1' },
      body: {
        data: { counter: null },
        errors: [{ message: 'Too slow', path: ['counter'], extensions: { code: 'QUERY_TIMED_OUT', query } }],
      },
    }));
    const client = createWeirClient({ url, token: 't' });
    const error = await failureOf(client.request(counterQuery, { input }));
    expect(error).toMatchObject({
      code: 'QUERY_TIMED_OUT',
      message: 'Too slow',
      requestId: 'R1',
      details: { query },
    });
    expect(error.errors).toHaveLength(1);
  });

  it('raise INVALID_RESPONSE for what is not GraphQL, and the code of the status for error pages', async () => {
    const { url } = await serve((_request, time) =>
      time === 1 ? { body: '<html>' } : { status: 500, body: '<html>' },
    );
    const client = createWeirClient({ url, token: 't' });
    expect((await failureOf(client.request(counterQuery, { input }))).code).toBe('INVALID_RESPONSE');
    expect((await failureOf(client.request(counterQuery, { input }))).code).toBe('INTERNAL');
  });
});

describe('retries', () => {
  const refused = (status: number, headers = {}): FakeAnswer => ({
    status,
    headers,
    body: { error: { code: status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE', message: 'Not now' } },
  });

  it.each([429, 503])('come after %i, until it works', async (status) => {
    const { url } = await serve((_request, time) => (time < 3 ? refused(status) : counted));
    const client = createWeirClient({ url, token: 't', retry: fast });
    await client.request(counterQuery, { input });
    expect(service!.seen).toHaveLength(3);
  });

  it('wait as long as Retry-After says', async () => {
    const { url } = await serve((_request, time) =>
      time === 1 ? refused(503, { 'retry-after': '1' }) : counted,
    );
    const client = createWeirClient({ url, token: 't', retry: fast });
    const startedAt = performance.now();
    await client.request(counterQuery, { input });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(995);
  });

  it('are not waited for when the service asks for too long', async () => {
    const { url } = await serve(() => refused(429, { 'retry-after': '120' }));
    const client = createWeirClient({ url, token: 't' });
    const error = await failureOf(client.request(counterQuery, { input }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 120_000 });
    expect(service!.seen).toHaveLength(1);
  });

  it('are bounded', async () => {
    const { url } = await serve(() => refused(503));
    const client = createWeirClient({ url, token: 't', retry: { ...fast, attemptsMax: 3 } });
    expect((await failureOf(client.request(counterQuery, { input }))).code).toBe('UNAVAILABLE');
    expect(service!.seen).toHaveLength(3);
  });

  it('repeat queries whose answer was lost, never such mutations', async () => {
    const { url } = await serve((_request, time) => (time % 2 === 1 ? { hangUp: true } : counted));
    const client = createWeirClient({ url, token: 't', retry: fast });
    await client.request(counterQuery, { input });
    expect(service!.seen).toHaveLength(2);
    const error = await failureOf(client.request(deleteMetricMutation, { id: 'MET' }));
    expect(error.code).toBe('NETWORK_ERROR');
    expect(service!.seen).toHaveLength(3);
  });

  it('repeat mutations that the service turned away whole, not those that failed inside', async () => {
    const inside = { errors: [{ message: 'Away', extensions: { code: 'UNAVAILABLE' } }], data: null };
    const { url } = await serve((_request, time) =>
      time === 1 ? refused(503) : time === 2 ? { body: { data: { deleteMetric: 'MET' } } } : { body: inside },
    );
    const client = createWeirClient({ url, token: 't', retry: fast });
    expect(await client.request(deleteMetricMutation, { id: 'MET' })).toEqual({ deleteMetric: 'MET' });
    await failureOf(client.request(deleteMetricMutation, { id: 'MET' }));
    expect(service!.seen).toHaveLength(3);
  });
});

function pending() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('aborting', () => {
  it('ends a request with the reason', async () => {
    const never = pending();
    const { url } = await serve(() => ({ after: never.promise }));
    const client = createWeirClient({ url, token: 't' });
    const stop = new AbortController();
    const work = client.request(counterQuery, { input }, { signal: stop.signal });
    await expect.poll(() => service!.seen.length).toBe(1);
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    never.resolve();
  });

  it('ends a wait between tries', async () => {
    const { url } = await serve(() => ({ status: 503, headers: { 'retry-after': '20' } }));
    const client = createWeirClient({ url, token: 't' });
    const stop = new AbortController();
    const work = client.request(counterQuery, { input }, { signal: stop.signal });
    await expect.poll(() => service!.seen.length).toBe(1);
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });
});
