/** OAuth libraries, unmodified: they discover the service, get a token, use, introspect and revoke it. */
import * as oauth4webapi from 'oauth4webapi';
import * as openidClient from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientId, clientSecret, type OwnService, startService } from '../support/service.js';

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.discard());

/** What a library can do with the service. */
interface OauthClient {
  grant(scope: string): Promise<string>;
  revoke(token: string): Promise<void>;
  introspect?(token: string): Promise<Record<string, unknown>>;
}

/** The libraries insist on HTTPS, except when they are told that the service is on this machine. */
const insecure = { [oauth4webapi.allowInsecureRequests]: true };

async function oauth4webapiClient(
  algorithm: 'oauth2' | 'oidc',
  authentication: oauth4webapi.ClientAuth,
): Promise<OauthClient> {
  const issuer = new URL(service.url);
  const discovered = await oauth4webapi.discoveryRequest(issuer, { ...insecure, algorithm });
  const server = await oauth4webapi.processDiscoveryResponse(issuer, discovered);
  const client = { client_id: clientId };
  return {
    grant: async (scope) => {
      const response = await oauth4webapi.clientCredentialsGrantRequest(
        server,
        client,
        authentication,
        new URLSearchParams({ scope }),
        insecure,
      );
      const { access_token } = await oauth4webapi.processClientCredentialsResponse(server, client, response);
      const request = new Request(service.url, { headers: { authorization: `Bearer ${access_token}` } });
      const claims = await oauth4webapi.validateJwtAccessToken(server, request, 'weir', insecure);
      expect(claims).toMatchObject({ client_id: clientId, sub: clientId, scope, iss: server.issuer });
      return access_token;
    },
    revoke: async (token) => {
      const response = await oauth4webapi.revocationRequest(server, client, authentication, token, insecure);
      await oauth4webapi.processRevocationResponse(response);
    },
    introspect: async (token) => {
      const response = await oauth4webapi.introspectionRequest(
        server,
        client,
        authentication,
        token,
        insecure,
      );
      return { ...(await oauth4webapi.processIntrospectionResponse(server, client, response)) };
    },
  };
}

async function openidClientClient(algorithm: 'oauth2' | 'oidc'): Promise<OauthClient> {
  const config = await openidClient.discovery(
    new URL(service.url),
    clientId,
    clientSecret,
    openidClient.ClientSecretPost(clientSecret),
    { algorithm, execute: [openidClient.allowInsecureRequests] },
  );
  return {
    grant: async (scope) => (await openidClient.clientCredentialsGrant(config, { scope })).access_token,
    revoke: async (token) => await openidClient.tokenRevocation(config, token),
    introspect: async (token) => ({ ...(await openidClient.tokenIntrospection(config, token)) }),
  };
}

async function simpleOauth2Client(authorizationMethod: 'header' | 'body'): Promise<OauthClient> {
  const client = new ClientCredentials({
    client: { id: clientId, secret: clientSecret },
    auth: { tokenHost: service.url, tokenPath: '/oauth2/token', revokePath: '/oauth2/revoke' },
    options: { authorizationMethod },
  });
  return {
    grant: async (scope) => String((await client.getToken({ scope })).token['access_token']),
    revoke: async (token) => await client.createToken({ access_token: token }).revoke('access_token'),
  };
}

const { ClientSecretBasic, ClientSecretPost } = oauth4webapi;

const libraries: Readonly<Record<string, () => Promise<OauthClient>>> = {
  'oauth4webapi, RFC 8414, Basic': () => oauth4webapiClient('oauth2', ClientSecretBasic(clientSecret)),
  'oauth4webapi, OpenID, form': () => oauth4webapiClient('oidc', ClientSecretPost(clientSecret)),
  'openid-client, RFC 8414': () => openidClientClient('oauth2'),
  'openid-client, OpenID': () => openidClientClient('oidc'),
  'simple-oauth2, Basic': () => simpleOauth2Client('header'),
  'simple-oauth2, form': () => simpleOauth2Client('body'),
};

describe.each(Object.entries(libraries))('%s', (_name, connect) => {
  it('gets a token, uses it, and revokes it', async () => {
    const client = await connect();
    const token = await client.grant('admin metric:query');
    const query = async () => await service.graphql('{ environment { uniqueName } }', {}, `Bearer ${token}`);
    expect((await query()).data).toEqual({ environment: { uniqueName: 'default' } });
    if (client.introspect)
      expect(await client.introspect(token)).toMatchObject({
        active: true,
        client_id: clientId,
        scope: 'admin metric:query',
        token_type: 'Bearer',
      });
    await client.revoke(token);
    const refused = await query();
    expect([refused.status, refused.errors?.[0]?.message]).toEqual([
      401,
      'The access token has been revoked',
    ]);
    if (client.introspect) expect(await client.introspect(token)).toEqual({ active: false });
  });
});
