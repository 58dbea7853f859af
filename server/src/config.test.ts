import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settings } from './config.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the configuration', () => {
  it('has a default for everything', () => {
    const config = readConfig({});
    expect(config.http).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      tls: undefined,
      bodyBytesMax: 10_485_760,
    });
    expect(config.dataDirectory).toBe(`${process.cwd()}/data`);
    expect(config.queryTimeoutMs).toBe(30_000);
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.http)).toBe(true);
  });

  it.each([
    ['WEIR_MAX_EVENTS_PER_REQUEST', 1, 1_000_000],
    ['WEIR_MAX_NESTING_DEPTH', 1, 1_000],
    ['WEIR_MAX_KEYS_PER_OBJECT', 1, 10_000_000],
    ['WEIR_MAX_QUEUE_REQUESTS', 1, 1_000_000],
    ['WEIR_INTAKE_TIMEOUT_MS', 100, 600_000],
    ['WEIR_REQUEST_TIMEOUT_MS', 100, 3_600_000],
  ])('holds %s to its range', (name, minimum, maximum) => {
    for (const value of [minimum, maximum]) expect(problemsOf({ [name]: String(value) })).toEqual([]);
    expect(problemsOf({ [name]: String(minimum - 1) })).toEqual([`${name} is less than ${minimum}`]);
    expect(problemsOf({ [name]: String(maximum + 1) })).toEqual([`${name} is more than ${maximum}`]);
  });

  it('wants a queue that holds the largest body with its rows', () => {
    const sizes = { WEIR_MAX_BODY_BYTES: '100000', WEIR_MAX_QUEUE_BYTES: '400000' };
    expect(problemsOf(sizes)).toEqual([]);
    expect(problemsOf({ ...sizes, WEIR_MAX_QUEUE_BYTES: '399999' })).toEqual([
      expect.stringContaining('at least 4 times WEIR_MAX_BODY_BYTES'),
    ]);
  });

  it('takes proxies as a list of addresses and networks, and trusts nobody by default', () => {
    expect(readConfig({}).http.trustedProxies).toEqual([]);
    const env = { WEIR_TRUST_PROXY: '10.0.0.7, 192.168.0.0/16,fd00::/8, ::1' };
    expect(readConfig(env).http.trustedProxies).toEqual(['10.0.0.7', '192.168.0.0/16', 'fd00::/8', '::1']);
  });

  it.each([
    'true',
    '1',
    'proxy.example.com',
    '10.0.0.7:8080',
    '10.0.0',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/255.0.0.0',
    '/8',
    'loopback',
    '10.0.0.7,',
    '10.0.0.7,,::1',
  ])('refuses %s as proxies, in one sentence', (value) => {
    expect(problemsOf({ WEIR_TRUST_PROXY: value })).toEqual([
      'WEIR_TRUST_PROXY is not a list of addresses and networks such as 10.0.0.7,192.168.0.0/16',
    ]);
  });

  it('takes an empty variable as an absent one', () => {
    expect(readConfig({ WEIR_PORT: '' }).http.port).toBe(8080);
  });

  it('names every bad variable at once', () => {
    const problems = problemsOf({
      WEIR_PORT: '80a',
      WEIR_LOG_LEVEL: 'loud',
      WEIR_DATABASE_URL: 'mysql://x',
      WEIR_QUERY_TIMEOUT_MS: '1',
      WEIR_TLS_CERT: 'cert.pem',
      WEIR_CLICKHOUSE_CLUSTER: 'c',
      WEIR_BOOTSTRAP_CLIENT_ID: 'me',
      WEIR_BOOTSTRAP_CLIENT_SECRET: 'short',
      WEIR_PROT: '80',
    });
    for (const name of [
      'PORT',
      'LOG_LEVEL',
      'DATABASE_URL',
      'QUERY_TIMEOUT_MS',
      'TLS_CERT',
      'CLICKHOUSE_CLUSTER',
      'BOOTSTRAP_CLIENT_ID',
      'BOOTSTRAP_CLIENT_SECRET',
      'PROT',
    ]) {
      expect(
        problems.filter((problem) => problem.startsWith(`WEIR_${name} `)),
        name,
      ).toHaveLength(1);
    }
  });

  it('never repeats a value that may be a secret', () => {
    const secret = 'mysql://user:hunter2@host';
    expect(
      problemsOf({ WEIR_DATABASE_URL: secret, WEIR_BOOTSTRAP_CLIENT_SECRET: 'hunter2' }).join(),
    ).not.toContain('hunter2');
  });

  it('is documented: the README table has every variable with its default and meaning', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\|\s*`(WEIR_[A-Z_]+)`\s*\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/gm)].map(
      ([, name, value, meaning]) => [name, value, meaning],
    );
    const expected = Object.entries(settings).map(([name, { default: value, meaning }]) => [
      name,
      value,
      meaning,
    ]);
    expect(rows).toEqual(expected);
  });
});
