/** The metadata of the authorization server, the claims of its tokens, introspection and revocation. */
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/src/base/clock.js';
import { openCatalog } from '../../server/src/catalog/catalog.js';
import { openSocket } from '../support/raw-http.js';
import { basic, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
let clientId: string;
let clientSecret: string;
let credentials: { client_id: string; client_secret: string };
beforeAll(async () => {
  service = await openService();
  ({ clientId, clientSecret } = service);
  credentials = { client_id: clientId, client_secret: clientSecret };
});

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

const newToken = async (form = {}) => String((await token(service, form)).body['access_token']);
const introspect = async (of: string, as = credentials) =>
  (await post('/oauth2/introspect', { ...as, token: of })).body;
const query = async (of: string) => await service.graphql('{ environment { id } }', {}, `Bearer ${of}`);

/** Another Application with these scopes, and its credentials. */
async function createApplication(uniqueName: string) {
  const { createApplication } = await service.request<{
    createApplication: { application: { id: string; secret: string } };
  }>(
    `mutation ($input: createApplicationInput!) {
      createApplication(input: $input) { ... on ApplicationResponse { application { id secret } } } }`,
    { input: { uniqueName, scopes: ['METRIC_QUERY'] } },
  );
  const { id, secret } = createApplication.application;
  return { client_id: id, client_secret: secret };
}

describe('the metadata', () => {
  it.each(['oauth-authorization-server', 'openid-configuration'])('are at /.well-known/%s', async (name) => {
    const response = await fetch(`${service.url}/.well-known/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      issuer: service.url,
      token_endpoint: `${service.url}/oauth2/token`,
      introspection_endpoint: `${service.url}/oauth2/introspect`,
      revocation_endpoint: `${service.url}/oauth2/revoke`,
      jwks_uri: `${service.url}/.well-known/jwks.json`,
      scopes_supported: [
        'admin',
        'application:admin',
        'data_pool:load',
        'data_pool:query',
        'metric:query',
        'metric:stats',
      ],
      response_types_supported: [],
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it.each(['evil"/path', 'user@evil.example', 'a b'])('are not made from the host %j', async (host) => {
    const socket = await openSocket(service.url);
    socket.write(
      `GET /.well-known/oauth-authorization-server HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += chunk;
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).not.toContain('evil');
  });
});

describe('a token', () => {
  it('has the claims of RFC 9068', async () => {
    const [one, two] = [await newToken({ scope: 'metric:query' }), await newToken()];
    expect(decodeProtectedHeader(one)).toMatchObject({
      typ: 'at+jwt',
      alg: 'EdDSA',
      kid: expect.any(String),
    });
    const claims = decodeJwt(one);
    expect(claims).toMatchObject({
      iss: service.url,
      aud: 'weir',
      sub: clientId,
      client_id: clientId,
      scope: 'metric:query',
      jti: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(decodeJwt(two).jti).not.toBe(claims.jti);
  });

  it('from before that is valid until it expires, and can be revoked', async () => {
    const catalog = await openCatalog({
      database: { kind: 'sqlite', path: join(service.directory, 'catalog.sqlite') },
      clock: systemClock,
    });
    const [stored] = await catalog.signingKeys.list();
    await catalog.close();
    const { jti: _, client_id: __, ...claims } = decodeJwt(await newToken());
    const former = await new SignJWT({ ...claims, iss: 'weir' })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: stored?.kid ?? '' })
      .sign(await importJWK(JSON.parse(stored?.privateJwk ?? '') as JWK, 'EdDSA'));
    expect((await query(former)).status).toBe(200);
    expect(await introspect(former)).toMatchObject({ active: true, client_id: clientId, iss: 'weir' });
    await post('/oauth2/revoke', { ...credentials, token: former });
    expect((await query(former)).status).toBe(401);
  });
});

describe('introspection', () => {
  it('tells an Application about its own token', async () => {
    const { status, headers, body } = await post('/oauth2/introspect', {
      ...credentials,
      token: await newToken({ scope: 'metric:query', policy_values: '{"tenant":"secret-tenant"}' }),
      token_type_hint: 'access_token',
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      active: true,
      scope: 'metric:query',
      client_id: clientId,
      sub: clientId,
      aud: 'weir',
      token_type: 'Bearer',
      iss: service.url,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    });
  });

  it('tells nothing about the tokens of others, and about what is no token', async () => {
    const other = await createApplication('curious');
    const mine = await newToken();
    expect(await introspect(mine, other)).toEqual({ active: false });
    expect(await introspect(await newToken(other))).toEqual({ active: false });
    for (const text of ['nothing', 'a.b.c', `${mine}x`, 'x'.repeat(10_000)])
      expect(await introspect(text)).toEqual({ active: false });
  });
});

describe('revocation', () => {
  it('ends one token and no other', async () => {
    const [revoked, kept] = [await newToken(), await newToken()];
    const form = { ...credentials, token: revoked, token_type_hint: 'refresh_token' };
    for (let round = 0; round < 2; round += 1) {
      const { status, headers } = await post('/oauth2/revoke', form);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    expect(await query(revoked)).toMatchObject({
      status: 401,
      errors: [{ message: 'The access token has been revoked' }],
    });
    expect(await introspect(revoked)).toEqual({ active: false });
    expect((await query(kept)).status).toBe(200);
  });

  it('has no effect on the tokens of others, and on what is no token', async () => {
    const other = await createApplication('spiteful');
    const mine = await newToken();
    for (const text of [mine, 'nothing', `${mine}x`])
      expect((await post('/oauth2/revoke', { ...other, token: text })).status).toBe(200);
    expect((await query(mine)).status).toBe(200);
  });
});

describe.each(['/oauth2/introspect', '/oauth2/revoke'])('%s', (path) => {
  it.each([
    ['no credentials', () => ({ token: 'x' }), {}, 401, 'invalid_client'],
    [
      'a wrong secret',
      () => ({ ...credentials, client_secret: 'wrong-wrong-wrong', token: 'x' }),
      {},
      401,
      'invalid_client',
    ],
    ['no token', () => credentials, {}, 400, 'invalid_request'],
    [
      'a token instead of credentials',
      () => ({ token: 'x' }),
      { authorization: 'Bearer x' },
      401,
      'invalid_client',
    ],
  ])('refuses %s', async (_what, form: () => Record<string, string>, headers, status, error) => {
    const answer = await post(path, form(), headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.any(String) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  it('takes the credentials by Basic as well as in the form', async () => {
    const headers = { authorization: basic(clientId, clientSecret) };
    const one = await newToken();
    expect(await post(path, { token: one }, headers)).toMatchObject({ status: 200 });
    expect(await introspect(one)).toMatchObject({ active: path === '/oauth2/introspect' });
  });

  it('takes forms by POST only', async () => {
    const response = await fetch(`${service.url}${path}?token=x`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    const json = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(400);
  });
});

it('guesses at any of the endpoints count together', async () => {
  const victim = await createApplication('guessed_at');
  const wrong = {
    ...victim,
    client_secret: 'wrong-wrong-wrong',
    token: 'x',
    grant_type: 'client_credentials',
  };
  const statuses: number[] = [];
  for (const path of ['/oauth2/introspect', '/oauth2/revoke', '/oauth2/token', '/oauth2/introspect'])
    for (let guess = 0; guess < 3; guess += 1)
      statuses.push((await post(path, { ...wrong, client_secret: `wrong-wrong-wrong-${guess}` })).status);
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses.slice(10)).toEqual([429, 429]);
});
