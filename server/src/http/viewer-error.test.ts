import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { errorStatus } from '../base/error-status.js';
import { type ErrorCode, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import { shownTo } from './viewer-error.js';

const caller: Principal = {
  environmentId: 'ENV',
  applicationId: 'APP',
  scopes: new Set(),
  tier: 'P1_X_LARGE',
  policyValues: {},
};
const viewer: Principal = {
  ...caller,
  viewing: { dashboardId: 'DSH', tileId: undefined, scopes: ['metric:query'] },
};
const logged: object[] = [];
const request = {
  id: 'abc123',
  log: { info: (line: object) => logged.push(line) },
} as unknown as FastifyRequest;

const details = { query: { sql: 'SELECT secret FROM orders' } };
const refusal = (code: ErrorCode) =>
  new WeirError(code, 'Application APP01 has no access policy for Data Pool "orders"', {
    details,
    retryAfterSeconds: 7,
  });

const protocol: ErrorCode = 'PERSISTED_QUERY_NOT_SUPPORTED';
const codes = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => code !== protocol);

it.each(codes)('%s is a sentence with a reference for viewers, and the log has the rest', (code) => {
  const error = refusal(code);
  const shown = shownTo(viewer, error, request);
  expect(shown).toMatchObject({ code, details: { reference: 'abc123' }, retryAfterSeconds: 7 });
  expect(shown.message).toMatch(/^[A-Z][A-Za-z ]+\. [A-Z][A-Za-z ]+ \(reference abc123\)\.$/);
  expect(Object.keys(shown.details ?? {})).toEqual(['reference']);
  expect(logged.splice(0)).toEqual([{ err: error, reqId: 'abc123', dashboardId: 'DSH' }]);
});

it('leaves what other callers are told, and what clients act on', () => {
  const error = refusal('FORBIDDEN');
  expect(shownTo(caller, error, request)).toBe(error);
  expect(shownTo(undefined, error, request)).toBe(error);
  const unsupported = refusal(protocol);
  expect(shownTo(viewer, unsupported, request)).toBe(unsupported);
  expect(logged).toEqual([]);
});
