import { expect, test } from 'vitest';
import { acceptedEncoding, objectUrl } from './bucket-location.js';

const at = (bucket: string, region: string, endpoint: string | null = null) => ({ bucket, region, endpoint });

test.each([
  [at('my-events', 'eu-central-1'), 'https://my-events.s3.eu-central-1.amazonaws.com/a/1.csv'],
  [at('my-events', 'cn-north-1'), 'https://my-events.s3.cn-north-1.amazonaws.com.cn/a/1.csv'],
  [at('my.events', 'us-east-1'), 'https://s3.us-east-1.amazonaws.com/my.events/a/1.csv'],
  [at('MyEvents', 'us-east-1'), 'https://s3.us-east-1.amazonaws.com/MyEvents/a/1.csv'],
  [
    at('my-events', 'us-east-1', 'https://s3.example.com:9000/'),
    'https://s3.example.com:9000/my-events/a/1.csv',
  ],
])('the URL of an object in %j', (location, url) => expect(objectUrl(location, 'a/1.csv')).toBe(url));

test.each([
  ["naïve +'(1)*!.csv", 'na%C3%AFve%20%2B%27%281%29%2A%21.csv'],
  ['a//b', 'a//b'],
  ['a?b#c%', 'a%3Fb%23c%25'],
])('the key %s is encoded as %s', (key, encoded) =>
  expect(objectUrl(at('b-b', 'r', 'http://h'), key)).toBe(`http://h/b-b/${encoded}`),
);

test.each(['a/../b', './a', 'a/.', '..'])('the key %s has no URL', (key) =>
  expect(objectUrl(at('b-b', 'r', 'http://h'), key)).toBeUndefined(),
);

test.each([
  ['https://storage.googleapis.com/b-b/1.csv.gz', true],
  ['https://storage.europe-west3.rep.googleapis.com/b-b/1.csv.gz', true],
  ['https://storage.googleapis.com.example.com/b-b/1.csv.gz', false],
  ['https://b-b.s3.us-east-1.amazonaws.com/1.csv.gz', false],
])('an object of %s is asked for as it is stored: %s', (url, isAsked) =>
  expect(acceptedEncoding(url)).toEqual(isAsked ? { 'accept-encoding': 'gzip' } : {}),
);
