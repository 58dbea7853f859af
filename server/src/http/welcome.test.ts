import { expect, it } from 'vitest';
import type { FirstStart } from '../provision/first-start.js';
import { welcome } from './welcome.js';

it('says first to open the browser, and where', () => {
  const first = {
    clientId: 'APP1',
    generatedSecret: 's3cret',
    dataSource: { settings: { webhookKey: 'key' } },
  };
  const [line] = welcome('http://localhost:8080', first as unknown as FirstStart)
    .trim()
    .split('\n');
  expect(line).toBe('Weir is running. Open http://localhost:8080 in your browser and sign in.');
});
