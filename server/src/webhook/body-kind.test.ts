import { describe, expect, it } from 'vitest';
import { bodyEncoding } from '../base/media-type.js';
import { bodyKind } from './body-kind.js';

describe('the content type', () => {
  it.each([
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/json;charset="UTF-8"', 'json'],
    ['application/json;', 'json'],
    ['application/x-ndjson', 'ndjson'],
    ['application/x-ndjson ; charset=utf8', 'ndjson'],
  ])('%s is %s', (type, kind) => {
    expect(bodyKind(type)).toBe(kind);
  });

  it.each([
    undefined,
    '',
    'text/json',
    'application/json; charset=utf-16',
    'application/json; q=1',
    'application/jsonx',
  ])('%s is refused', (type) => {
    expect(() => bodyKind(type)).toThrow(expect.objectContaining({ statusCode: 415 }));
  });
});

describe('the content encoding', () => {
  it('is one of few', () => {
    expect(
      ['', 'identity', 'GZIP', ' x-gzip ', 'deflate'].map((encoding) =>
        bodyEncoding({ 'content-encoding': encoding }),
      ),
    ).toEqual(['identity', 'identity', 'gzip', 'gzip', 'deflate']);
    expect(bodyEncoding({})).toBe('identity');
    for (const encoding of ['br', 'gzip, deflate', 'gzip,'])
      expect(() => bodyEncoding({ 'content-encoding': encoding })).toThrow(
        expect.objectContaining({ statusCode: 415 }),
      );
  });
});
