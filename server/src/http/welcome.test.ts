import { expect, it } from 'vitest';
import type { FirstStart } from '../provision/first-start.js';
import { welcome } from './welcome.js';

const first = {
  clientId: 'APP1',
  generatedSecret: 's3cret',
  dataSource: { settings: { webhookKey: 'key' } },
} as unknown as FirstStart;
const lines = welcome('http://localhost:8080', first).trim().split('\n');

it('says first to open the browser, and where', () => {
  expect(lines[0]).toBe('Weir is running. Open http://localhost:8080 in your browser and sign in.');
});

it('says what to do when the secret is lost, next to it', () => {
  const secret = lines.indexOf('  client secret  s3cret');
  expect(secret).toBeGreaterThan(0);
  expect(lines[secret + 1]).toBe('If you lose the secret, npm run replace-secret prints a new one.');
});
