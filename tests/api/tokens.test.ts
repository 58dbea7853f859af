/** The token endpoint and what /graphql makes of credentials, as clients meet them. */
import { join } from 'node:path';
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/src/base/clock.js';
import { openCatalog } from '../../server/src/catalog/catalog.js';
import { basic, clientId, clientSecret, type OwnService, startService, token } from '../support/service.js';

let service: OwnService;
beforeAll(async () => {
  service = await startService({ env: { WEIR_TRUST_PROXY: '127.0.0.0/8,::1' } });
});
afterAll(() => service.discard());

const trivial = (authorization: string) =>
  service.graphql('{ environment { uniqueName } }', {}, authorization);

describe('POST /oauth2/token', () => {
  it('gives a token for credentials in the form', async () => {
    const { status, body, headers } = await token(service);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'admin application:admin data_pool:load data_pool:query metric:query metric:stats',
    });
    expect((await trivial(`Bearer ${body['access_token']}`)).data.environment.uniqueName).toBe('default');
  });

  it('gives a token for credentials in a Basic header', async () => {
    const response = await fetch(`${service.url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: basic(clientId, clientSecret) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(response.status).toBe(200);
  });

  it('narrows the scope to what was asked for, in either spelling', async () => {
    expect((await token(service, { scope: 'metric:query' })).body['scope']).toBe('metric:query');
    expect((await token(service, { scope: ' data-pool:query metric:query ' })).body['scope']).toBe(
      'data_pool:query metric:query',
    );
  });

  it.each([
    ['a wrong secret', { client_secret: 'wrong-wrong-wrong' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'APP01AAAAAAAAAAAAAAAAAAAAAAAAA' }, 401, 'invalid_client'],
    ['no client', { client_id: '', client_secret: '' }, 401, 'invalid_client'],
    ['an unknown scope', { scope: 'metric:query everything' }, 400, 'invalid_scope'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 400, 'invalid_request'],
    ['policy values that are not JSON', { policy_values: '{' }, 400, 'invalid_request'],
    ['policy values that are not an object', { policy_values: '[1]' }, 400, 'invalid_request'],
    [
      'a policy value that JSON does not keep',
      { policy_values: '{"a": 9007199254740993}' },
      400,
      'invalid_request',
    ],
    ['a policy value past all numbers', { policy_values: '{"a": 1e400}' }, 400, 'invalid_request'],
    ['policy values that hold an object', { policy_values: '{"a": {}}' }, 400, 'invalid_request'],
  ])('refuses %s as RFC 6749 says', async (_what, form, status, error) => {
    const answer = await token(service, form);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.any(String) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  it('refuses a field that is given twice, credentials in two places, and other content types', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/oauth2/token`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    const twice = await post('grant_type=client_credentials&grant_type=client_credentials');
    expect(await twice.json()).toMatchObject({ error: 'invalid_request' });
    const both = await post(`grant_type=client_credentials&client_secret=${clientSecret}`, {
      authorization: basic(clientId, clientSecret),
    });
    expect(await both.json()).toMatchObject({ error: 'invalid_request' });
    const other = await post('grant_type=client_credentials&client_id=APP01AAAAAAAAAAAAAAAAAAAAAAAAA', {
      authorization: basic(clientId, clientSecret),
    });
    expect([other.status, await other.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const same = await post(`grant_type=client_credentials&client_id=${clientId}`, {
      authorization: basic(clientId, clientSecret),
    });
    expect(same.status).toBe(200);
    const json = await post('{}', { 'content-type': 'application/json' });
    expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const huge = await post(`grant_type=${'x'.repeat(20_000)}`);
    expect([huge.status, await huge.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('says to %s that it takes POST', async (method) => {
    const response = await fetch(`${service.url}/oauth2/token?grant_type=client_credentials`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('is not for web pages', async () => {
    const preflight = await fetch(`${service.url}/oauth2/token`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('publishes the keys that tokens can be checked with', async () => {
    const jwks = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as { keys: JWK[] };
    expect(jwks.keys.every((key) => !('d' in key))).toBe(true);
    const { body } = await token(service);
    const { payload } = await jwtVerify(String(body['access_token']), createLocalJWKSet(jwks), {
      audience: 'weir',
    });
    expect(payload.sub).toBe(clientId);
  });
});

describe('/graphql', () => {
  it("takes an Application's own credentials by Basic", async () => {
    expect((await trivial(basic(clientId, clientSecret))).data.environment.uniqueName).toBe('default');
  });

  it.each([
    ['nothing', ''],
    ['a wrong Basic', basic(clientId, 'wrong')],
    ['a malformed Basic', 'Basic !!!'],
    ['no token', 'Bearer '],
    ['nonsense', 'Bearer abc'],
    ['something very long', `Bearer ${'a'.repeat(10_000)}`],
  ])('answers 401 to %s', async (_what, authorization) => {
    const { status, errors } = await trivial(authorization);
    expect([status, errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('says with a 401 what to authenticate with, and whether it was the token', async () => {
    const challenge = async (headers: Record<string, string>) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"query": "{ environment { id } }"}',
      });
      return response.headers.get('www-authenticate');
    };
    expect(await challenge({})).toBe('Bearer realm="weir"');
    expect(await challenge({ authorization: 'Bearer nonsense' })).toBe(
      'Bearer realm="weir", error="invalid_token"',
    );
  });

  it('answers 401 to every kind of forged token', async () => {
    const catalog = await openCatalog({
      database: { kind: 'sqlite', path: join(service.directory, 'catalog.sqlite') },
      clock: systemClock,
    });
    const { body } = await token(service);
    const real = String(body['access_token']);
    const [stored] = await catalog.signingKeys.list();
    const key = await importJWK(JSON.parse(stored?.privateJwk ?? '') as JWK, 'EdDSA');
    const [header = '', claims = '', signature = ''] = real.split('.');
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const sign = (change: Record<string, unknown>, signingKey = key, kid = stored?.kid, typ = 'at+jwt') => {
      const changed = Object.fromEntries(
        Object.entries({ ...decoded, ...change }).filter(([, value]) => value !== undefined),
      );
      return new SignJWT(changed)
        .setProtectedHeader({ alg: 'EdDSA', typ, ...(kid && { kid }) })
        .sign(signingKey);
    };
    const stranger = await generateKeyPair('EdDSA');
    const publicKey = Buffer.from(JSON.stringify(await exportJWK(stranger.publicKey)));
    const forged = {
      tampered: `${header}.${encode({ ...decoded, sub: 'APP01AAAAAAAAAAAAAAAAAAAAAAAAA' })}.${signature}`,
      'without a signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      'signed with a public key': await new SignJWT(decoded)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: stored?.kid ?? '' })
        .sign(publicKey),
      "signed with a stranger's key": await sign({}, stranger.privateKey),
      'of an unknown key': await sign({}, stranger.privateKey, 'unknown'),
      'without a key id': await sign({}, key, ''),
      expired: await sign({ exp: Math.floor(Date.now() / 1000) - 1 }),
      'without an expiry': await sign({ exp: undefined }),
      'for another audience': await sign({ aud: 'somebody-else' }),
      'without an audience': await sign({ aud: undefined }),
      'of another issuer': await sign({ iss: 'somebody-else' }),
      'of another type': await sign({}, key, stored?.kid, 'JWT'),
      'of an unknown Application': await sign({ sub: 'APP01AAAAAAAAAAAAAAAAAAAAAAAAA' }),
      'of a revoked secret': await sign({ sid: 'SEC01AAAAAAAAAAAAAAAAAAAAAAAAA' }),
    };
    for (const [what, jwt] of Object.entries(forged)) {
      const { status, errors } = await trivial(`Bearer ${jwt}`);
      expect([what, status, errors?.[0]?.extensions.code]).toEqual([what, 401, 'UNAUTHENTICATED']);
    }
    expect((await trivial(`Bearer ${await sign({})}`)).status).toBe(200);
    await catalog.close();
  });

  it('may be called from any web page, and the answer to that is cached', async () => {
    const preflight = await fetch(`${service.url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-max-age': '86400',
    });
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('bounds how deep values nest, in the document and beside it', async () => {
    const query = `query ($filters: [FilterInput!]) {
      counter(input: {metric: {count: {dataPool: {name: "events"}}}, filters: $filters}) { value }
    }`;
    // As text: written from objects, JSON can only be nested some thousand levels deep.
    const open = '[{"column": "a", "operator": "EQUALS", "value": "b", "and": ';
    const filters = `${open.repeat(10_000)}[]${'}]'.repeat(10_000)}`;
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: basic(clientId, clientSecret), 'content-type': 'application/json' },
      body: `{"query": ${JSON.stringify(query)}, "variables": {"filters": ${filters}}}`,
    });
    expect(((await response.json()) as { errors: unknown }).errors).toMatchObject([
      { message: expect.stringContaining('64 levels'), extensions: { code: 'BAD_REQUEST' } },
    ]);
    const literal = `${'[{column: "a", operator: EQUALS, value: "b", and: '.repeat(300)}[]${'}]'.repeat(300)}`;
    const inline = await service.graphql(
      `{ counter(input: {metric: {count: {dataPool: {name: "events"}}}, filters: ${literal}}) { value } }`,
    );
    expect(inline.errors).toMatchObject([
      { message: expect.stringContaining('64 levels'), extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  it('bounds documents, each bound named', async () => {
    const code = async (query: string) => {
      const { errors } = await service.graphql(query);
      return `${errors?.[0]?.extensions.code}: ${errors?.[0]?.message}`;
    };
    const aliases = Array.from({ length: 60 }, (_, index) => `a${index}: __typename`).join(' ');
    expect(await code(`{ ${aliases} }`)).toMatch(/^BAD_REQUEST: .*more than 50 fields/);
    const many = Array.from({ length: 1_100 }, (_, index) => `a${index}: id`).join(' ');
    expect(await code(`{ environment { ${many} } }`)).toMatch(/^BAD_REQUEST: .*more than 1000 fields/);
    const deep = `${'and { '.repeat(9)}column${' }'.repeat(9)}`;
    const settings = `settings { ... on CountMetricSettings { filters { ${deep} } } }`;
    expect(await code(`{ metrics { nodes { ${settings} } } }`)).toMatch(/^BAD_REQUEST: .*nested more than/);
    const pages = `${'dataPools { nodes { dataSource { '.repeat(4)}id${' } } }'.repeat(4)}`;
    expect(await code(`{ ${pages} }`)).toMatch(/^BAD_REQUEST: .*pages/);
    expect(await code(`{ ${'a '.repeat(20_000)} }`)).toMatch(/^BAD_REQUEST: .*token/);
  });
});

describe('secrets', () => {
  const create = async (uniqueName: string) => {
    const { data } = await service.graphql(
      'mutation ($input: createApplicationInput!) { createApplication(input: $input) { ... on ApplicationResponse { application { id secret } } } }',
      { input: { uniqueName, scopes: ['METRIC_QUERY'] } },
    );
    return data.createApplication.application as { id: string; secret: string };
  };
  const tokenOf = async (id: string, secret: string) =>
    token(service, { client_id: id, client_secret: secret });
  const rotate = async (id: string, keepPrevious: boolean) =>
    (
      await service.graphql(
        'mutation ($id: ID!, $keep: Boolean) { rotateApplicationSecret(id: $id, keepPrevious: $keep) { application { secret } } }',
        { id, keep: keepPrevious },
      )
    ).data.rotateApplicationSecret.application.secret as string;

  it('are shown once', async () => {
    const { id, secret } = await create('shown once');
    expect(secret.length).toBeGreaterThan(40);
    expect(
      (await service.graphql('query ($id: ID!) { application(id: $id) { secret } }', { id })).data.application
        .secret,
    ).toBeNull();
  });

  it('can be two at a time, so that they are rotated without downtime; tokens end with their secret', async () => {
    const { id, secret: first } = await create('rotated');
    const early = String((await tokenOf(id, first)).body['access_token']);
    const second = await rotate(id, true);
    expect([(await tokenOf(id, first)).status, (await tokenOf(id, second)).status]).toEqual([200, 200]);
    expect((await trivial(`Bearer ${early}`)).status).toBe(200);
    const third = await rotate(id, true);
    expect([
      (await tokenOf(id, first)).status,
      (await tokenOf(id, second)).status,
      (await tokenOf(id, third)).status,
    ]).toEqual([401, 200, 200]);
    expect((await trivial(`Bearer ${early}`)).status).toBe(401);
    const fourth = await rotate(id, false);
    expect([(await tokenOf(id, third)).status, (await tokenOf(id, fourth)).status]).toEqual([401, 200]);
  });

  it('give tokens that lose a scope with their Application, and gain none', async () => {
    const { id, secret } = await create('narrowed');
    const modify = (scopes: string[]) =>
      service.graphql(
        'mutation ($input: modifyApplicationInput!) { modifyApplication(input: $input) { __typename } }',
        { input: { idOrUniqueName: { id }, scopes } },
      );
    const authorization = async () => `Bearer ${(await tokenOf(id, secret)).body['access_token']}`;
    const sources = async (bearer: string) =>
      (await service.graphql('{ dataSources { nodes { id } } }', {}, bearer)).errors?.[0]?.extensions.code;
    const early = await authorization();
    await modify(['METRIC_QUERY', 'ADMIN']);
    const wide = await authorization();
    expect([await sources(early), await sources(wide)]).toEqual(['FORBIDDEN', undefined]);
    await modify(['METRIC_QUERY']);
    expect(await sources(wide)).toBe('FORBIDDEN');
  });

  it('of a deleted Application are gone at once', async () => {
    const { id, secret } = await create('deleted');
    const issued = String((await tokenOf(id, secret)).body['access_token']);
    await service.graphql('mutation ($id: ID!) { deleteApplication(id: $id) }', { id });
    expect((await tokenOf(id, secret)).status).toBe(401);
    expect((await trivial(`Bearer ${issued}`)).status).toBe(401);
  });

  it('are not guessed fast: after some failures the client must wait, and others need not', async () => {
    const { id, secret } = await create('guessed');
    const statuses: number[] = [];
    let retryAfter: string | null = null;
    let last: Record<string, unknown> = {};
    for (let guess = 0; guess < 14; guess++) {
      const { status, headers, body } = await tokenOf(id, `wrong guess ${guess}`);
      last = body;
      statuses.push(status);
      retryAfter = headers.get('retry-after') ?? retryAfter;
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(last).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/^Too many failed attempts; try again in \d+ s$/),
    });
    expect((await tokenOf(id, secret)).status).toBe(429);
    const asked = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic(id, secret) },
      body: '{"query": "{ environment { id } }"}',
    });
    expect([asked.status, await asked.json()]).toMatchObject([
      200,
      { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    ]);
    expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await token(service)).status).toBe(200);
  });

  it('are checked without holding up the event loop: others are answered meanwhile', async () => {
    const guesses = 8;
    let checked = 0;
    const checking = Promise.all(
      Array.from({ length: guesses }, async (_, index) => {
        await tokenOf(`APP01BBBBBBBBBBBBBBBBBBBBBBBB0${index}`, 'x'.repeat(40));
        checked += 1;
      }),
    );
    let answered = 0;
    for (; checked < guesses; answered += 1) await fetch(`${service.url}/healthz`);
    await checking;
    // If a check held the event loop, one answer would fit between two of them.
    expect(answered).toBeGreaterThan(2 * guesses);
  });
});

describe('behind a proxy', () => {
  const guess = async (url: string, forwardedFor: string) => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' };
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': forwardedFor },
      body: new URLSearchParams(form),
    });
    return response.status;
  };
  const guesses = async (url: string, count: number, forwardedFor: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push(await guess(url, forwardedFor(index)));
    return statuses;
  };

  it('each sender waits for its own failures, and what it says of itself counts for nothing', async () => {
    const statuses = await guesses(service.url, 11, (index) => `192.0.2.${index}, 203.0.113.1, 127.0.0.9`);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect(await guess(service.url, '203.0.113.2')).toBe(401);
  });

  it('that was not named, the address of the connection counts', async () => {
    const named = await startService({ env: { WEIR_TRUST_PROXY: '203.0.113.7' } });
    const statuses = await guesses(named.url, 11, (index) => `192.0.2.${index}`);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    await named.discard();
  });
});
