import { expect, it } from 'vitest';
import { bodyKind } from './body-kind.js';

it.each([
  [undefined, 'json'],
  ['', 'json'],
  ['application/json', 'json'],
  ['Application/JSON; charset=utf-8', 'json'],
  ['application/json;charset="UTF-8"', 'json'],
  ['application/json;', 'json'],
  ['application/json; odata.metadata=minimal', 'json'],
  ['application/cloudevents+json; charset=utf-8', 'json'],
  ['application/cloudevents-batch+json', 'json'],
  ['application/vnd.example.event.v2+json; version=1', 'json'],
  ['text/plain; charset=UTF-8', 'json'],
  ['text/plain;charset=us-ascii', 'json'],
  ['application/x-ndjson ; charset=utf8', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/x-www-form-urlencoded', 'form'],
  ['application/x-www-form-urlencoded; charset=UTF-8', 'form'],
])('%s is read as %s', (type, kind) => {
  expect(bodyKind(type)).toBe(kind);
});

it.each([
  'text/json',
  'application/jsonx',
  'application/cloudevents',
  'application/cloudevents+xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=utf-16',
  'text/plain; charset=iso-8859-1',
])('%s is refused, with the types to use instead', (type) => {
  expect(() => bodyKind(type)).toThrow(
    expect.objectContaining({
      statusCode: 415,
      headers: { accept: expect.stringContaining('application/json') },
    }),
  );
});
