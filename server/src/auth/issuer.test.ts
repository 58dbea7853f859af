import { describe, expect, it } from 'vitest';
import { Issuer } from './issuer.js';

const seen = (issuer: Issuer, host: string, protocol = 'http') => issuer.seenBy({ protocol, host });

describe('the issuer with a public URL', () => {
  const issuer = new Issuer(new URL('https://weir.example/analytics/'));

  it('is that URL, whatever the host', () => {
    expect(seen(issuer, 'evil.example')).toBe('https://weir.example/analytics');
  });

  it('is the only one accepted, apart from that of former tokens', () => {
    expect(issuer.accepts('https://weir.example/analytics')).toBe(true);
    expect(issuer.accepts('weir')).toBe(true);
    expect(issuer.accepts('https://weir.example')).toBe(false);
    expect(issuer.accepts('http://localhost:8080')).toBe(false);
  });
});

describe('the issuer without a public URL', () => {
  const issuer = new Issuer(undefined);

  it('is the origin that the client used', () => {
    expect(seen(issuer, '127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
    expect(seen(issuer, 'Weir.Example:443', 'https')).toBe('https://weir.example');
    expect(seen(issuer, '[::1]:8080')).toBe('http://[::1]:8080');
  });

  it.each([
    '',
    'a b',
    'user@weir.example',
    'weir.example/path',
    'weir.example?a',
    'weir.example#a',
    'x'.repeat(400),
  ])('is unknown when the host is %j', (host) => {
    expect(seen(issuer, host)).toBeUndefined();
  });

  it('may be any origin, because clients use several hosts', () => {
    expect(issuer.accepts('http://localhost:8080')).toBe(true);
    expect(issuer.accepts('weir')).toBe(true);
    expect(issuer.accepts('somebody-else')).toBe(false);
    expect(issuer.accepts('file:///etc')).toBe(false);
  });
});
