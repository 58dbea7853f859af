import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ShownWebhookSource } from '../shown-source.js';

// The module asks the page for the service's address when it is loaded.
let webhook: typeof import('./webhook.js');
beforeAll(async () => {
  vi.stubGlobal('document', { baseURI: 'http://localhost:8080/' });
  vi.stubGlobal('window', { sessionStorage: { getItem: () => null } });
  webhook = await import('./webhook.js');
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const sourceWith = (...paths: string[]) =>
  ({
    connectionSettings: { columns: paths.map((jsonProperty) => ({ jsonProperty, type: 'STRING' })) },
  }) as unknown as ShownWebhookSource;

describe('an event that fits the columns', () => {
  it('has nested keys where their paths are', () => {
    expect(webhook.sampleRequest(sourceWith('user.id', 'user.name', 'kind')).event).toEqual({
      user: { id: expect.any(String), name: expect.any(String) },
      kind: expect.any(String),
    });
  });

  it('changes nothing but itself, whatever the paths', () => {
    const { event } = webhook.sampleRequest(
      sourceWith('__proto__.polluted', 'constructor.prototype.polluted'),
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(JSON.stringify(event)).toMatch(/"__proto__":{"polluted".*"constructor":{"prototype":{"polluted"/);
  });
});

it('a request that fits the columns has the headers that fill some of them', () => {
  const { event, headers } = webhook.sampleRequest(sourceWith('action', '$headers.x-github-event'));
  expect(event).toEqual({ action: expect.any(String) });
  expect(headers).toEqual({ 'x-github-event': expect.any(String) });
});

describe('the line for a shell', () => {
  it('quotes what a shell would run', () => {
    const line = webhook.curlLine(
      'http://localhost:8080/v1/WHK',
      { event: { say: "it's" }, headers: {} },
      "o'$(id)",
    );
    expect(line).toBe(
      `curl http://localhost:8080/v1/WHK -u 'o'\\''$(id):<password>' -H 'Content-Type: application/json' -d '[{"say":"it'\\''s"}]'`,
    );
  });

  it('has the headers', () => {
    const line = webhook.curlLine('http://localhost:8080/v1/WHK', { event: {}, headers: { 'x-a': "it's" } });
    expect(line).toBe(
      `curl http://localhost:8080/v1/WHK -H 'Content-Type: application/json' -H 'x-a: it'\\''s' -d '[{}]'`,
    );
  });
});
