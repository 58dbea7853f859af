/** The audits of `graphql-http`, which check a server against the specification of GraphQL over HTTP. */
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnService, startService } from '../support/service.js';

let service: OwnService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.discard());

const audits = serverAudits({
  url: () => `${service.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, authorization: service.authorization } }),
});

it.each(audits)('$id: $name', async ({ fn }) => {
  const { status, ...result } = await fn();
  expect(status, JSON.stringify(result)).toBe('ok');
});
