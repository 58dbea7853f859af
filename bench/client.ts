import { subscribe } from 'node:diagnostics_channel';
import { Client } from 'undici';
import { clientId, clientSecret } from './service.js';

/** A client of the service with a token, on one connection that is kept. */
export interface ApiClient {
  readonly headers: Record<string, string>;
  /** The `data` of an operation; throws when there are errors. */
  ask<T>(query: string, variables?: object): Promise<T>;
  /** How long the last answer took on the wire: what a client itself does with it is not the service's time. */
  wireMs(): number;
  close(): Promise<void>;
}

export async function openClient(url: string): Promise<ApiClient> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const client = new Client(url);
  let sentAt = Number.NaN;
  let answeredAt = Number.NaN;
  subscribe('undici:client:sendHeaders', () => {
    sentAt = performance.now();
  });
  subscribe('undici:request:trailers', () => {
    answeredAt = performance.now();
  });
  return {
    headers,
    ask: async <T>(query: string, variables: object = {}) => {
      const { body } = await client.request({
        path: '/graphql',
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await body.json()) as { data: T; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    wireMs: () => answeredAt - sentAt,
    close: () => client.close(),
  };
}
