import { describe, expect, it } from 'vitest';
import { bodyKind } from './body-kind.js';

describe('the content type', () => {
  it.each([
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/json;charset="UTF-8"', 'json'],
    ['application/json;', 'json'],
    ['application/json; odata.metadata=minimal', 'json'],
    ['application/x-ndjson', 'ndjson'],
    ['application/x-ndjson ; charset=utf8', 'ndjson'],
  ])('%s is %s', (type, kind) => {
    expect(bodyKind(type)).toBe(kind);
  });

  it.each([undefined, '', 'text/json', 'application/json; charset=utf-16', 'application/jsonx'])(
    '%s is refused',
    (type) => {
      expect(() => bodyKind(type)).toThrow(expect.objectContaining({ statusCode: 415 }));
    },
  );
});
